/** The command line as typed and as meant: what each flag becomes, and every way to get it wrong. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder } from '../../src/machine.ts';
import { machineSettings, parseFlags, unknownFlag } from '../../src/settings/argv.ts';
import type { MachineSettings } from '../../src/settings/settings.ts';
import { flags } from '../../src/settings/table.ts';
import { tempFolder } from '../support/temp.ts';

const folder = tempFolder('argv');
mkdirSync(join(folder, 'work space #1'));
mkdirSync(join(folder, 'sdk'));
writeFileSync(join(folder, 'file'), '');
symlinkSync('work space #1', join(folder, 'link'));

/** The machine settings of a command line, or its faults. */
function read(...args: readonly string[]) {
  const typed = parseFlags(args, flags);
  const meant = machineSettings(typed.values, folder);
  const unknown = typed.unknown.map((name) => unknownFlag(name, flags));
  const faults = [...unknown, ...typed.faults, ...('faults' in meant ? meant.faults : [])];
  if (faults.length > 0 || 'faults' in meant) return faults;
  return meant.machine;
}

const defaults: MachineSettings = {
  workspace: folder,
  server: undefined,
  dotnetRoot: undefined,
  load: 'on-call',
  restore: true,
  watch: 'auto',
  lspTrace: undefined,
  userFile: join(configFolder(), 'settings.toml'),
  logLevel: 'warn',
  logFile: undefined,
  arguments: {},
};

describe('what is meant', () => {
  const given = { workspace: join(folder, 'work space #1') };
  test.each<[string[], object]>([
    [[], {}],
    [['--workspace', 'work space #1'], given],
    [['--workspace=work space #1'], given],
    [['--workspace', join(folder, 'link')], given],
    [['--server', 'csharp-ls'], { server: 'csharp-ls' }],
    [['--server=./a=b'], { server: './a=b' }],
    [['--dotnet-root', 'sdk'], { dotnetRoot: join(folder, 'sdk') }],
    [['--exclude', 'a', '--exclude=b c'], { arguments: { exclude: ['a', 'b c'] } }],
    [['--exclude=--odd'], { arguments: { exclude: ['--odd'] } }],
    [['--startup-timeout', '1', '--request-timeout=600'], { arguments: { startupTimeout: 1, requestTimeout: 600 } }],
    [['--load', 'on-list', '--workspace', 'link'], { ...given, load: 'on-list' }],
    [['--load', 'on-call'], {}],
    [['--no-restore'], { restore: false }],
    [['--watch', 'off'], { watch: 'off' }],
    [['--no-restore', '--no-restore'], { restore: false }],
    [['--lsp-trace', 'trace.txt'], { lspTrace: join(folder, 'trace.txt') }],
    [['--settings-toml', 'file'], { userFile: join(folder, 'file') }],
    [['--settings-toml=none'], { userFile: undefined }],
    [['--log-level=trace', '--log-file=file'], { logLevel: 'trace', logFile: join(folder, 'file') }],
  ])('%j', (args, changed) => {
    expect(read(...args)).toEqual({ ...defaults, ...changed });
  });
});

describe('what is wrong', () => {
  test.each<[string[], string[]]>([
    [['--exlude', 'a'], ["unknown flag '--exlude', did you mean '--exclude'?"]],
    [['--Workspace=a'], ["unknown flag '--Workspace', did you mean '--workspace'?"]],
    [['-workspace', 'link'], ["unknown flag '-workspace', did you mean '--workspace'?"]],
    [['-x'], ["unknown flag '-x'"]],
    [['--restore'], ["unknown flag '--restore'"]],
    [['--no-workspace'], ["unknown flag '--no-workspace'"]],
    [['--__proto__', 'x'], ["unknown flag '--__proto__'"]],
    // Flags that do not exist yet
    [['--follow', 'auto'], ["unknown flag '--follow'"]],
    [['--watch', 'on'], ["--watch must be auto or off, not 'on'"]],
    [['--idle-minutes=5'], ["unknown flag '--idle-minutes'"]],
    [['--settings-toml', 'sdk'], ["--settings-toml 'sdk' is a folder"]],
    [['--settings-toml', 'missing.toml'], ["--settings-toml 'missing.toml' does not exist"]],
    [['--settings-toml='], ['--settings-toml needs a value']],
    [['--allow-root', '/'], ["unknown flag '--allow-root'"]],
    [['--read-only'], ["unknown flag '--read-only'"]],
    [['--max-servers', '2'], ["unknown flag '--max-servers'"]],
    [['--memory-limit', '2'], ["unknown flag '--memory-limit'"]],
    [['--workspace'], ['--workspace needs a value']],
    [['--workspace='], ['--workspace needs a value']],
    [['--server', '--no-restore'], ['--server needs a value']],
    [['--server='], ['--server needs a value']],
    [['--exclude'], ['--exclude needs a value']],
    [['--no-restore=yes'], ['--no-restore takes no value']],
    [['--server', 'a', '--server', 'b'], ['--server is given twice']],
    [['--workspace', 'missing'], ["--workspace 'missing' is not a folder: it does not exist"]],
    [['--workspace', 'file'], ["--workspace 'file' is not a folder"]],
    [['--workspace', 'file/sub'], ["--workspace 'file/sub' is not a folder: it does not exist"]],
    [['--dotnet-root', 'file'], ["--dotnet-root 'file' is not a folder"]],
    [['--exclude', 'a/b'], ["--exclude must be a folder name, not 'a/b'"]],
    [['--exclude', '..'], ["--exclude must be a folder name, not '..'"]],
    [['--startup-timeout', '0'], ["--startup-timeout must be from 1 to 600 seconds, not '0'"]],
    [['--startup-timeout', '601'], ["--startup-timeout must be from 1 to 600 seconds, not '601'"]],
    [['--request-timeout', '-1'], ["--request-timeout must be from 1 to 600 seconds, not '-1'"]],
    [['--request-timeout', '1.5'], ["--request-timeout must be from 1 to 600 seconds, not '1.5'"]],
    [['--request-timeout', '1e2'], ["--request-timeout must be from 1 to 600 seconds, not '1e2'"]],
    [['--request-timeout', '60s'], ["--request-timeout must be from 1 to 600 seconds, not '60s'"]],
    [['--load', 'on-lst', '--workspace', 'link'], ["--load must be on-call or on-list, not 'on-lst', did you mean 'on-list'?"]],
    [['--load', 'always'], ["--load must be on-call or on-list, not 'always'"]],
    [['--load', 'on-list'], ['--load on-list needs --workspace']],
    [['--log-level', 'warning'], ["--log-level must be trace, debug, info, warn or error, not 'warning'"]],
    [['--log-level', 'eror'], ["--log-level must be trace, debug, info, warn or error, not 'eror', did you mean 'error'?"]],
    [['--log-file', 'sdk'], ["--log-file 'sdk' is a folder"]],
    [['--log-file', 'missing/a.log'], ["--log-file 'missing/a.log' is not in a folder that exists"]],
    [['--lsp-trace', 'file/a.txt'], ["--lsp-trace 'file/a.txt' is not in a folder that exists"]],
    [
      ['--load=on-list', '--bogus', '--startup-timeout=x'],
      ["unknown flag '--bogus'", "--startup-timeout must be from 1 to 600 seconds, not 'x'", '--load on-list needs --workspace'],
    ],
  ])('%j', (args, faults) => {
    expect(read(...args)).toEqual(faults);
  });
});

test('words and flags may be mixed, until a word is the last', () => {
  const args = ['--server', 'a', 'call', '--no-restore', 'references', '--symbol', 'Order', '--server'];
  const typed = parseFlags(args, flags, (words) => words.length === 2);
  expect(typed).toEqual({
    values: new Map([
      ['server', ['a']],
      ['no-restore', ['']],
    ]),
    words: ['call', 'references'],
    rest: ['--symbol', 'Order', '--server'],
    unknown: [],
    faults: [],
  });
});
