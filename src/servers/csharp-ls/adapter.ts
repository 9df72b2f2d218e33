/** csharp-ls 0.28.0 behind the interface of language servers. */
import { mayAnswerEarly } from '../early.ts';
import { probe, programOf } from '../program.ts';
import type { ServerAdapter } from '../server.ts';
import { capabilities } from './capabilities.ts';
import { disk } from './disk.ts';
import { underFrameworks } from './frameworks.ts';
import { load } from './load.ts';
import { allowed, reply } from './messages.ts';
import { metadata } from './metadata.ts';
import { declaredName, foundName } from './names.ts';
import { problems } from './problems.ts';

export const csharpLs: ServerAdapter = {
  name: 'csharp-ls',
  unescapesTwice: true,
  capabilities,
  // Without -s it searches by itself and may prefer another solution, so it is always told which one.
  launch: (found, target, { dotnet, cwd, env }) => ({ ...programOf(found, dotnet, ['-s', target.solution]), cwd, env }),
  underFrameworks,
  allowed,
  reply,
  load: (client, _target, heard, report, signal) => load(client, heard, report, signal),
  probe,
  declaredName,
  foundName,
  mayAnswerEarly,
  problems,
  disk,
  metadata,
  nameSearchCap: 100,
};
