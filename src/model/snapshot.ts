/** Which state of the code an answer speaks of; two answers with one snapshotId saw the same code. */
export interface Snapshot {
  /** A uuid that stays the same over reload and crash. */
  readonly workspaceId: string;
  /** Grows by one with each load. */
  readonly workspaceEpoch: number;
  /** A uuid that changes whenever anything that answers depend on has changed. */
  readonly snapshotId: string;
  /** The revision of the open transaction; null while there is none. */
  readonly transactionRevision: number | null;
}
