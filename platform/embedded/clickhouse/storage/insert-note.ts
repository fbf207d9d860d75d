import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isDataErrorCode } from '#platform/clickhouse/data-error.ts';
import { writeInPlace } from './write-in-place.ts';

const Reached = z.object({ epoch: z.string(), last: z.number() });
/** Last sequence of a partition of the writer for which an insert has begun, in one epoch of its stream. */
type Reached = z.infer<typeof Reached>;
const Note = z.record(z.string(), Reached);

/** Space for all partitions. The file has this size from the start: it is written while the disk is full. */
const NOTE_BYTES = 32 * 1024;

interface TokenRange extends Reached {
  readonly partition: string;
  readonly first: number;
}

/** `<stream>.<partition>:<epoch>:<first>-<last>[:detailed]`, as in the writer's journal. */
function rangeOf(token: string): TokenRange | undefined {
  const [, partition, epoch, first, last] = /^([^:]+):(.+?):(\d+)-(\d+)(?::\w+)?$/.exec(token) ?? [];
  if (partition === undefined || epoch === undefined) return undefined;
  return { partition, epoch, first: Number(first), last: Number(last) };
}

/**
 * How far the inserts of each partition of the writer have come, also those of the process before. A writer repeats in their order what it did not
 * see confirmed, before anything newer; until it has, an insert may be in a table and not yet in its rollup.
 */
export class InsertNote {
  readonly #path: string;
  readonly #begun: Map<string, Reached>;
  /** What the process before had begun and nothing newer has followed; undefined if nothing says so. */
  readonly #owed: Map<string, Reached> | undefined;
  readonly #unconfirmed = new Set<string>();

  constructor(path: string, isNew: boolean) {
    this.#path = path;
    const before = isNew ? new Map<string, Reached>() : this.#read();
    this.#owed = before;
    this.#begun = new Map(before);
    if (before !== undefined) this.#write();
  }

  /** Whether every insert that has begun, in this process or the one before, is complete in its table and in all rollups. */
  get isSettled(): boolean {
    return this.isCaughtUp && this.#unconfirmed.size === 0;
  }

  /** Whether each partition is past what it had begun in the process before. */
  get isCaughtUp(): boolean {
    return this.#owed?.size === 0;
  }

  begin(token: string): void {
    this.#unconfirmed.add(token);
    const range = rangeOf(token);
    if (range === undefined) return;
    const { partition, epoch, last } = range;
    const reached = this.#begun.get(partition);
    if (reached?.epoch === epoch && reached.last >= last) return;
    this.#begun.set(partition, { epoch, last });
    this.#write();
  }

  confirm(token: string): void {
    this.#unconfirmed.delete(token);
    const range = rangeOf(token);
    const owed = range === undefined ? undefined : this.#owed?.get(range.partition);
    if (range === undefined || owed === undefined) return;
    if (owed.epoch !== range.epoch || range.first > owed.last) this.#owed?.delete(range.partition);
  }

  /** Rows that the store rejects are in no table; after every other error the insert is repeated. */
  fail(token: string, code: number): void {
    if (isDataErrorCode(code)) this.#unconfirmed.delete(token);
  }

  #read(): Map<string, Reached> | undefined {
    try {
      return new Map(Object.entries(Note.parse(JSON.parse(readFileSync(this.#path, 'utf8')))));
    } catch {
      return undefined;
    }
  }

  #write(): void {
    try {
      writeInPlace(this.#path, JSON.stringify(Object.fromEntries(this.#begun)).padEnd(NOTE_BYTES));
    } catch {
      // No space: the insert itself fails too.
    }
  }
}
