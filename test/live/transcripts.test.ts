/**
 * The transcripts, asked through the compiled bridge. `UPDATE_TRANSCRIPTS=1 bun test test/live/transcripts.test.ts` accepts
 * the answers as they are now; what they have to say stays as it was written.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfExample } from '../support/example.ts';
import { parseTranscript, withAnswers } from '../support/transcripts.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(180_000);

const file = join(import.meta.dir, 'transcripts', 'example.txt');
const transcript = await Bun.file(file).text();
const exchanges = parseTranscript(transcript);
const answers: string[] = [];
let bridge: Wire;

beforeAll(async () => {
  bridge = await Wire.open({ workspace: copyOfExample() });
});
afterAll(async () => {
  expect((await bridge.close()).code).toBe(0);
  if (process.env['UPDATE_TRANSCRIPTS'] === '1') writeFileSync(file, withAnswers(transcript, answers));
});

test.each(exchanges.map((each) => [`${each.question} ${each.tool} ${JSON.stringify(each.args)}`, each] as const))(
  '%s',
  async (_, { tool, args, says, answer }) => {
    const { envelope, text } = await bridge.call(tool, args);
    const steady = text.replaceAll(/[ \t]+$/gm, '').replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'UUID');
    answers.push(steady);
    expect(envelope.ok).toBe(true);
    for (const each of says) expect(text).toContain(each);
    if (process.env['UPDATE_TRANSCRIPTS'] !== '1') expect(steady).toBe(answer);
  },
);
