import type { Table } from '#schemas/table/table.ts';

/** Encoded rows to publish. */
export interface RowsMessage {
  /** Layout of the rows, unless it is that of their stream. */
  readonly table?: Table;
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Reception time of the oldest and newest row in milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The bytes have `frameMargin` around them in their own buffer. */
  readonly inPlace?: boolean;
  /** Returns the buffer to its sink for reuse. The bytes must not be read afterwards. */
  readonly release?: () => void;
}
