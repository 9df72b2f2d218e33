/**
 * Reads the settings files. In a workspace nothing else is ever read than the one at its root: no parent folder, and nothing
 * behind a link that leads out.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { followLinks, isInside } from '../machine.ts';
import { errorCode, systemFault } from './disk-faults.ts';
import { fileName } from './wording.ts';

/** What stands at the root; `fingerprint` differs whenever the content does. */
export type FileRead = { readonly fingerprint: string } & (
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly fault: string }
);

/** A list of some hundred projects has 30 KB; what is larger was not written by a person. */
const largest = 1024 * 1024;

/** Reads the project's file; `root` is absolute, its links resolved. */
export function readFile(root: string): FileRead {
  const path = join(root, fileName);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return absent;
    if (!isInside(root, followLinks(path))) return unreadable('it is a link that leaves the workspace');
    return readText(path);
  } catch (error) {
    return unreadable(systemFault(error));
  }
}

/** Reads the user's file (absolute path), which may be a link to anywhere; undefined for none. */
export function readUserFile(path: string | undefined): FileRead {
  try {
    if (path === undefined || lstatSync(path, { throwIfNoEntry: false }) === undefined) return absent;
    return readText(path);
  } catch (error) {
    // Something on the way is no folder: a file cannot be there.
    if (errorCode(error) === 'ENOTDIR') return absent;
    return unreadable(systemFault(error));
  }
}

const absent: FileRead = { kind: 'absent', fingerprint: 'absent' };

function readText(path: string): FileRead {
  const stat = statSync(path);
  if (stat.isDirectory()) return unreadable('it is a folder');
  // Reading a pipe or a device could wait for ever.
  if (!stat.isFile()) return unreadable('it is not a file');
  if (stat.size > largest) return unreadable(`it is larger than ${largest / 1024} KiB`);
  return decode(readFileSync(path));
}

/** Bytes as text; a byte-order mark at the start is dropped. */
export function decode(bytes: Uint8Array): FileRead {
  const fingerprint = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), fingerprint };
  } catch {
    // The decoder throws for this one reason only.
    return { ...unreadable('it is not UTF-8'), fingerprint };
  }
}

const unreadable = (reason: string) =>
  ({ kind: 'unreadable', fault: `cannot be read: ${reason}`, fingerprint: `unreadable: ${reason}` }) as const;
