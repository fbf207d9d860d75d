import type { StoredMessage } from '#platform/bus/streams.ts';
import { readHeader } from '#schemas/bus/header.ts';
import { codecOf } from '#schemas/table/codec.ts';
import type { Table } from '#schemas/table/table.ts';

/** A message with the result of its check: its row count, or why it cannot be inserted. */
export interface CheckedMessage {
  readonly message: StoredMessage;
  readonly rows: number;
  /** Layout of the rows. Undefined if they cannot be inserted. */
  readonly layout?: Table;
  /** Undefined if the bytes are exactly `rows` rows of the table. */
  readonly cause: string | undefined;
}

/** Returns a function that counts the rows of a body and throws if the body does not end at a row boundary. */
function rowCounter(table: Table): (data: Uint8Array) => number {
  const widths = Object.values(table.columns).map(({ width }) => width);
  const rowBytes = widths.reduce<number>((sum, width) => sum + (width ?? Number.NaN), 0);
  if (Number.isNaN(rowBytes)) {
    const codec = codecOf(table);
    return (data) => codec.decode(data).length;
  }
  return (data) => {
    if (data.length % rowBytes !== 0)
      throw new RangeError(`${String(data.length)} bytes are not whole rows of ${String(rowBytes)}`);
    return data.length / rowBytes;
  };
}

/**
 * Checks whether the bytes of a message can go into the table as they are, in its layout or in one of `others`. The result is deterministic, so that a range
 * holds the same rows when it is inserted again.
 */
export function messageChecker(
  table: Table,
  ...others: readonly Table[]
): (message: StoredMessage) => CheckedMessage {
  const counters = new Map([table, ...others].map((layout) => [layout, rowCounter(layout)]));
  return (message) => {
    const header = readHeader(message.header, table, ...others);
    if (!header.ok) return { message, rows: 0, cause: header.cause };
    const { layout } = header;
    try {
      const rows = counters.get(layout)?.(message.data) ?? 0;
      if (rows === header.value.rows) return { message, rows, layout, cause: undefined };
      return {
        message,
        rows: 0,
        cause: `${String(rows)} rows where the header says ${String(header.value.rows)}`,
      };
    } catch (error) {
      return { message, rows: 0, cause: error instanceof Error ? error.message : 'rows are not complete' };
    }
  };
}
