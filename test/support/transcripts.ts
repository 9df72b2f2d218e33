/**
 * Transcripts: questions, the calls that answer them, what each answer has to say, and the whole answer, in one text file:
 *
 *     # a question
 *     > tool {"argument": "value"}
 *     = what the answer says
 *     | a line of the answer
 */
export interface Exchange {
  readonly question: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Texts that the answer has to hold, whoever wrote the answer below. */
  readonly says: readonly string[];
  readonly answer: string;
}

/** The exchanges of a file, in order. Throws where a line is none of the form. */
export function parseTranscript(text: string): Exchange[] {
  const [, ...blocks] = text.split(/^# /m);
  return blocks.flatMap((block) => {
    const [question = '', ...lines] = block.trimEnd().split('\n');
    const calls = lines.join('\n').split(/^> /m).slice(1);
    if (calls.length === 0) throw new Error(`no call answers '${question}'`);
    return calls.map((call) => parseCall(question, call.trimEnd().split('\n')));
  });
}

function parseCall(question: string, [call = '', ...lines]: readonly string[]): Exchange {
  const [, tool = '', args = ''] = /^(\S+) (\{.*\})$/.exec(call) ?? [];
  if (tool === '') throw new Error(`'${call}' is no call`);
  const marked = (mark: string): string[] => lines.filter((line) => line[0] === mark).map((line) => line.slice(2));
  const says = marked('=');
  if (says.length === 0) throw new Error(`nothing is expected of '${call}'`);
  return { question, tool, args: JSON.parse(args) as Exchange['args'], says, answer: marked('|').join('\n') };
}

/** The text with other answers. */
export function withAnswers(text: string, answers: readonly string[]): string {
  let at = -1;
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('|'))
    .flatMap((line, index, all) => {
      if (line.startsWith('> ')) at += 1;
      const last = (line.startsWith('> ') || line.startsWith('= ')) && !all[index + 1]?.startsWith('= ');
      return last ? [line, ...(answers[at] ?? '').split('\n').map((each) => `| ${each}`.trimEnd())] : [line];
    });
  return lines.join('\n');
}
