import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

/** A snapshot with at least this number of rows is serialized once for all readers. */
const MIN_LARGE_ROWS = 1_000;
/** Rows serialized per step: some milliseconds, between which the server handles other requests. */
const ROWS_PER_CHUNK = 500;
/** Bodies kept: a storm concerns few customers and audiences at a time. */
const MAX_CACHED = 32;

export const isLarge = ({ alarms }: AlertSnapshot): boolean => alarms.length >= MIN_LARGE_ROWS;

async function* serialize({ alarms, ...remaining }: AlertSnapshot, clock: Clock): AsyncGenerator<string> {
  yield `${JSON.stringify(remaining).slice(0, -1)},"alarms":[`;
  for (let from = 0; from < alarms.length; from += ROWS_PER_CHUNK) {
    const rows = JSON.stringify(alarms.slice(from, from + ROWS_PER_CHUNK)).slice(1, -1);
    yield from === 0 ? rows : `,${rows}`;
    await clock.wait(0);
  }
  yield ']}';
}

/** Compresses while it serializes: the text of 100,000 rows, 45 MB, never exists in full. */
async function compress(snapshot: AlertSnapshot, clock: Clock): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const [body] = await Promise.all([buffer(gzip), pipeline(serialize(snapshot, clock), gzip)]);
  return body;
}

/** Readers of a customer who see the same rows. */
export interface SnapshotReaders {
  readonly customer: number;
  /** Equal for readers who see the same alarms. */
  readonly visible: string;
}

const keyOf = ({ customer, visible }: SnapshotReaders): string => `${String(customer)}:${visible}`;

/** A snapshot, and the names that it shows. */
interface NamedSnapshot {
  readonly snapshot: AlertSnapshot;
  readonly inventory: Inventory;
}

interface CachedSnapshot {
  readonly epoch: string;
  readonly seq: number;
  readonly inventory: Inventory;
  readonly body: Promise<Buffer>;
}

interface WaitingSnapshot {
  newest: NamedSnapshot;
  readonly body: Promise<Buffer>;
}

/**
 * Compressed bodies of large snapshots: after an alarm storm every screen of a customer reads the same one. The rows were validated when
 * they arrived, so the reply is not validated again.
 *
 * One is prepared at a time: each holds the rows of its moment, and a server that lacks CPU would hold those of several windows.
 */
export class LargeSnapshots {
  readonly #clock: Clock;
  /** The newest begun snapshot of each customer and the alarms seen. */
  readonly #begun = new Map<string, CachedSnapshot>();
  /** Those whose turn has not come, by the same key. */
  readonly #waiting = new Map<string, WaitingSnapshot>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The gzip body (RFC 1952) of a snapshot of all alarms that these readers see, with the names of this inventory; or of a newer one that
   * other such readers have requested.
   */
  bodyOf(readers: SnapshotReaders, snapshot: AlertSnapshot, inventory: Inventory): Promise<Buffer> {
    const { epoch, seq } = snapshot.position;
    const key = keyOf(readers);
    const begun = this.#begun.get(key);
    if (begun?.epoch === epoch && begun.seq === seq && begun.inventory === inventory) return begun.body;
    const newest = { snapshot, inventory };
    const known = this.#waiting.get(key);
    if (known !== undefined) {
      known.newest = newest;
      return known.body;
    }
    const body = this.#inTurn(() => this.#begin(key));
    this.#waiting.set(key, { newest, body });
    return body;
  }

  /** The same for a single reader. */
  once(snapshot: AlertSnapshot): Promise<Buffer> {
    return this.#inTurn(() => compress(snapshot, this.#clock));
  }

  /** Drops the body of a snapshot that is no longer large. */
  forget(readers: SnapshotReaders): void {
    this.#begun.delete(keyOf(readers));
  }

  #inTurn(prepare: () => Promise<Buffer>): Promise<Buffer> {
    const body = this.#last.then(prepare);
    this.#last = body.catch(() => undefined);
    return body;
  }

  #begin(key: string): Promise<Buffer> {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) throw new Error(`no snapshot of ${key} waits`);
    this.#waiting.delete(key);
    const { snapshot, inventory } = waiting.newest;
    const { epoch, seq } = snapshot.position;
    const body = compress(snapshot, this.#clock);
    this.#begun.delete(key);
    this.#begun.set(key, { epoch, seq, inventory, body });
    const [oldest] = this.#begun.keys();
    if (this.#begun.size > MAX_CACHED && oldest !== undefined) this.#begun.delete(oldest);
    body.catch(() => this.#begun.delete(key));
    return body;
  }
}
