/** The options of the real program, as strictly as it takes them. */

const levels = ['Trace', 'Debug', 'Information', 'Warning', 'Error', 'Critical', 'None'];

/** What may follow each option; `flag` for those that stand alone. */
const options: Readonly<Record<string, 'flag' | 'any' | readonly string[]>> = {
  '--stdio': 'flag',
  '--pipe': 'any',
  '--logLevel': levels,
  '--extensionLogDirectory': 'any',
  '--telemetryLevel': ['all', 'crash', 'error', 'off'],
  '--clientProcessId': 'any',
  '--sourceGeneratorExecutionPreference': ['Automatic', 'Balanced'],
  '--csharpDesignTimePath': 'any',
  '--extension': 'any',
};

/** What is wrong with a command line, or undefined. */
export function commandLineFault(args: readonly string[], required: readonly string[]): string | undefined {
  const given = new Set<string>();
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at] ?? '';
    const takes = options[option];
    if (takes === undefined) return `Unrecognized command or argument '${option}'.`;
    given.add(option);
    if (takes === 'flag') continue;
    at += 1;
    const value = args[at];
    if (value === undefined || value.startsWith('--')) return `Required argument missing for option: '${option}'.`;
    if (takes !== 'any' && !takes.includes(value)) return `Argument '${value}' not recognized for option '${option}'.`;
  }
  const missing = required.find((option) => !given.has(option));
  if (missing !== undefined) return `Option '${missing}' is required.`;
  // The real one can also be told to connect to a pipe; this one has no way to do that.
  return given.has('--stdio') ? undefined : 'Exactly one of --stdio and --pipe is wanted.';
}
