/** Rows on their way to a stream. */
export interface RowsMessage {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Reception of the oldest and the newest row, milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The bytes have `frameMargin` around them in a buffer of their own. */
  readonly inPlace?: boolean;
  /** Gives the bytes back to be filled again, where the sender does so: nobody may look at them any more. */
  readonly release?: () => void;
}
