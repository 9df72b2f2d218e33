/** Names the states of the code that answers speak of. */
import { randomUUID } from 'node:crypto';
import type { Snapshot } from '../model/snapshot.ts';

export class Snapshots {
  #snapshot: Snapshot;

  constructor(workspaceId: string) {
    this.#snapshot = { workspaceId, workspaceEpoch: 0, snapshotId: randomUUID(), transactionRevision: null };
  }

  /** The present state; another load has another one. */
  at(workspaceEpoch: number): Snapshot {
    if (this.#snapshot.workspaceEpoch !== workspaceEpoch) {
      this.#snapshot = { ...this.#snapshot, workspaceEpoch, snapshotId: randomUUID() };
    }
    return this.#snapshot;
  }

  /** Something has changed that answers depend on. */
  renew(): void {
    this.#snapshot = { ...this.#snapshot, snapshotId: randomUUID() };
  }
}
