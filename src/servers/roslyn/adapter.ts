/**
 * Microsoft's language server (the .NET tool roslyn-language-server, and the program in the C# extension of VS Code) behind
 * the interface of language servers.
 */
import { join } from 'node:path';
import { mayAnswerEarly } from '../early.ts';
import { probe, programOf } from '../program.ts';
import type { ServerAdapter } from '../server.ts';
import { asked } from './asked.ts';
import { capabilities } from './capabilities.ts';
import { disk } from './disk.ts';
import { metadata } from './external.ts';
import { load } from './load.ts';
import { allowed, reply, worker } from './messages.ts';
import { declaredName, foundName } from './names.ts';
import { problems } from './problems.ts';

export const roslyn: ServerAdapter = {
  name: 'roslyn-language-server',
  unescapesTwice: false,
  capabilities,
  // All versions take these; those before 2025 want the level and the folder of the log.
  launch: (found, _target, { dotnet, cwd, env, folder }) => {
    const logs = join(folder, 'server-logs');
    const args = ['--stdio', '--logLevel', 'Information', '--extensionLogDirectory', logs, '--telemetryLevel', 'off'];
    return {
      ...programOf(found, dotnet, args),
      cwd,
      // One heap takes a quarter of the memory that one for each core does, and a third more time to load.
      env: { DOTNET_gcServer: '0', ...env, MSBUILDDISABLENODEREUSE: '1' },
    };
  },
  worker,
  allowed,
  reply,
  load,
  probe,
  declaredName,
  foundName,
  mayAnswerEarly,
  problems,
  disk,
  asked,
  metadata,
  // Its name search is not cut off.
  nameSearchCap: Infinity,
};
