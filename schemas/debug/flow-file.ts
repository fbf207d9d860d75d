import { z } from 'zod';
import { detailedFlows, flowLayouts, type flows } from '../table/flows.ts';
import { cellReaders, namedCells, type RowCell, type RowKind } from './row-cell.ts';

/**
 * A file of decoded flows: a line of JSON that states the columns of both layouts, then blocks of rows. A block is its layout (one
 * byte), its length in bytes (u32, little-endian) and its rows as RowBinary. Rows are written as they are decoded, since making text of
 * them would cost the collector more than receiving them; the file outlives the release that wrote it, so it names its own columns.
 */
const Head = z.strictObject({
  format: z.literal(1),
  layouts: z.array(z.array(z.tuple([z.string(), z.string(), z.int().positive()]))).max(8),
});

const BLOCK_HEAD_BYTES = 5;
const NEWLINE = 0x0a;
/** Far more than a head has. */
const MAX_HEAD_BYTES = 65_536;
/** A block has the rows of one message of the collector at most. */
const MAX_BLOCK_BYTES = 8 * 1024 ** 2;

const utf8 = new TextEncoder();

/** First bytes of a file of this release. */
export const flowFileHead = (): Uint8Array =>
  utf8.encode(
    `${JSON.stringify({
      format: 1,
      layouts: flowLayouts.map(({ columns }) =>
        Object.entries(columns).map(([name, { kind, width = 0 }]): [string, string, number] => [
          name,
          kind,
          width,
        ]),
      ),
    } satisfies z.input<typeof Head>)}\n`,
  );

/** What stands before a block of rows of one layout. */
export function flowBlockHead(table: typeof flows | typeof detailedFlows, rowsBytes: number): Uint8Array {
  const head = new Uint8Array(BLOCK_HEAD_BYTES);
  head[0] = table === detailedFlows ? 1 : 0;
  new DataView(head.buffer).setUint32(1, rowsBytes, true);
  return head;
}

interface FileColumn {
  readonly name: string;
  readonly at: number;
  readonly width: number;
  readonly read: (bytes: Uint8Array, view: DataView, at: number) => RowCell;
}
interface FileLayout {
  readonly rowBytes: number;
  readonly columns: readonly FileColumn[];
}

function layoutOf(columns: z.output<typeof Head>['layouts'][number]): FileLayout {
  let at = 0;
  const placed = columns.map(([name, kind, width]) => {
    const column = {
      name,
      at,
      width,
      read: namedCells[name] ?? cellReaders[kind as RowKind] ?? cellReaders.fixed,
    };
    at += width;
    return column;
  });
  return { rowBytes: at, columns: placed };
}

/** A decoded flow: cells by column. A row of the short layout lacks those of the details. */
export type FlowFileRow = ReadonlyMap<string, RowCell>;

/** Reads a file of decoded flows in pieces of any size. Rows that are cut at the end of the file are left out. */
export class FlowFileReader {
  #waiting: Uint8Array = new Uint8Array();
  #layouts: readonly FileLayout[] | undefined;
  /** Names of the columns in the order of the widest layout; empty before the head was read. */
  columns: readonly string[] = [];

  /** Returns the rows that end in this piece. Throws a RangeError for what is no file of flows. */
  push(piece: Uint8Array): readonly FlowFileRow[] {
    this.#waiting = this.#waiting.length === 0 ? piece : Buffer.concat([this.#waiting, piece]);
    const layouts = (this.#layouts ??= this.#readHead());
    const rows: FlowFileRow[] = [];
    if (layouts === undefined) return rows;
    for (let taken = this.#readBlock(layouts, rows); taken > 0; taken = this.#readBlock(layouts, rows))
      this.#waiting = this.#waiting.subarray(taken);
    return rows;
  }

  #readHead(): readonly FileLayout[] | undefined {
    const end = this.#waiting.indexOf(NEWLINE);
    if (end < 0) {
      if (this.#waiting.length > MAX_HEAD_BYTES) throw new RangeError('no file of flows');
      return undefined;
    }
    const { layouts } = Head.parse(JSON.parse(new TextDecoder().decode(this.#waiting.subarray(0, end))));
    this.#waiting = this.#waiting.subarray(end + 1);
    const placed = layouts.map(layoutOf);
    const widest = placed.toSorted((one, other) => other.columns.length - one.columns.length)[0];
    this.columns = widest?.columns.map(({ name }) => name) ?? [];
    return placed;
  }

  /** Adds the rows of the next block and returns its length; 0: it is not complete. */
  #readBlock(layouts: readonly FileLayout[], rows: FlowFileRow[]): number {
    const bytes = this.#waiting;
    if (bytes.length < BLOCK_HEAD_BYTES) return 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const layout = layouts[view.getUint8(0)];
    const length = view.getUint32(1, true);
    if (layout === undefined || length > MAX_BLOCK_BYTES || length % layout.rowBytes !== 0)
      throw new RangeError('no block of flows');
    const end = BLOCK_HEAD_BYTES + length;
    if (bytes.length < end) return 0;
    for (let at = BLOCK_HEAD_BYTES; at < end; at += layout.rowBytes)
      rows.push(
        new Map(
          layout.columns.map(({ name, at: cell, width, read }) => [
            name,
            read(bytes.subarray(at + cell, at + cell + width), view, at + cell),
          ]),
        ),
      );
    return end;
  }
}
