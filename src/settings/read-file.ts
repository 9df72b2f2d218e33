/**
 * Reads the settings file from the workspace root. Nothing else is ever read: no parent folder, and nothing behind a link
 * that leads out.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { followLinks, isInside } from '../machine.ts';
import { systemFault } from './disk-faults.ts';
import { fileName } from './wording.ts';

/** What stands at the root; `fingerprint` differs whenever the content does. */
export type FileRead = { readonly fingerprint: string } & (
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly fault: string }
);

/** A list of some hundred projects has 30 KB; what is larger was not written by a person. */
const largest = 1024 * 1024;

/** Reads the file; `root` is absolute, its links resolved. */
export function readFile(root: string): FileRead {
  const path = join(root, fileName);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'absent', fingerprint: 'absent' };
    if (!isInside(root, followLinks(path))) return unreadable('it is a link that leaves the workspace');
    const stat = statSync(path);
    if (stat.isDirectory()) return unreadable('it is a folder');
    // Reading a pipe or a device could wait for ever.
    if (!stat.isFile()) return unreadable('it is not a file');
    if (stat.size > largest) return unreadable(`it is larger than ${largest / 1024} KiB`);
    return decode(readFileSync(path));
  } catch (error) {
    return unreadable(systemFault(error));
  }
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
