import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

const compress = promisify(gzip);

/** A snapshot with at least this number of rows is serialized once for all readers. */
const MIN_LARGE_ROWS = 1_000;
/** Rows serialized per step: some milliseconds, between which the server handles other requests. */
const ROWS_PER_CHUNK = 1_000;

export const isLarge = ({ alarms }: AlertSnapshot): boolean => alarms.length >= MIN_LARGE_ROWS;

async function serialize({ alarms, ...rest }: AlertSnapshot, clock: Clock): Promise<Buffer> {
  const parts: string[] = [];
  for (let from = 0; from < alarms.length; from += ROWS_PER_CHUNK) {
    parts.push(JSON.stringify(alarms.slice(from, from + ROWS_PER_CHUNK)).slice(1, -1));
    await clock.wait(0);
  }
  return Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"alarms":[${parts.join(',')}]}`);
}

interface KeptSnapshot {
  readonly epoch: string;
  readonly seq: number;
  readonly inventory: Inventory;
  readonly body: Promise<Buffer>;
}

/**
 * Compressed bodies of large snapshots: after an alarm storm every screen of a customer reads the same one. The rows were validated when
 * they arrived, so the reply is not validated again.
 */
export class LargeSnapshots {
  readonly #clock: Clock;
  /** The newest snapshot of each customer. */
  readonly #newest = new Map<number, KeptSnapshot>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The gzip body (RFC 1952) of a snapshot of all running alarms, with the names of this inventory. */
  bodyOf(customer: number, snapshot: AlertSnapshot, inventory: Inventory): Promise<Buffer> {
    const { epoch, seq } = snapshot.position;
    const kept = this.#newest.get(customer);
    if (kept?.epoch === epoch && kept.seq === seq && kept.inventory === inventory) return kept.body;
    const body = serialize(snapshot, this.#clock).then((text) =>
      compress(text, { level: constants.Z_BEST_SPEED }),
    );
    this.#newest.set(customer, { epoch, seq, inventory, body });
    body.catch(() => this.#newest.delete(customer));
    return body;
  }

  /** Drops the body of a customer whose snapshot is no longer large. */
  forget(customer: number): void {
    this.#newest.delete(customer);
  }
}
