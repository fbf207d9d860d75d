import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

const compress = promisify(gzip);

/** Rows from which on a snapshot is made once for all who read it. */
const LARGE_ROWS = 1_000;
/** Rows that are made text at a time: some milliseconds, between which the server answers others. */
const ROWS_AT_ONCE = 1_000;

export const isLarge = ({ alarms }: AlertSnapshot): boolean => alarms.length >= LARGE_ROWS;

async function textOf({ alarms, ...rest }: AlertSnapshot, clock: Clock): Promise<Buffer> {
  const parts: string[] = [];
  for (let from = 0; from < alarms.length; from += ROWS_AT_ONCE) {
    parts.push(JSON.stringify(alarms.slice(from, from + ROWS_AT_ONCE)).slice(1, -1));
    await clock.wait(0);
  }
  return Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"alarms":[${parts.join(',')}]}`);
}

interface Kept {
  readonly epoch: string;
  readonly seq: number;
  readonly inventory: Inventory;
  readonly body: Promise<Buffer>;
}

/**
 * Large snapshots as their compressed bodies: after a storm every screen of a customer reads the same one. What it is made of
 * was parsed when it came in; it is not parsed once more.
 */
export class LargeSnapshots {
  readonly #clock: Clock;
  /** Of each customer the newest. */
  readonly #kept = new Map<number, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The body, gzip (RFC 1952), of the snapshot of all that runs; with the names of this inventory. */
  bodyOf(customer: number, snapshot: AlertSnapshot, inventory: Inventory): Promise<Buffer> {
    const { epoch, seq } = snapshot.position;
    const kept = this.#kept.get(customer);
    if (kept?.epoch === epoch && kept.seq === seq && kept.inventory === inventory) return kept.body;
    const body = textOf(snapshot, this.#clock).then((text) =>
      compress(text, { level: constants.Z_BEST_SPEED }),
    );
    this.#kept.set(customer, { epoch, seq, inventory, body });
    body.catch(() => this.#kept.delete(customer));
    return body;
  }

  /** The customer is no longer large. */
  forget(customer: number): void {
    this.#kept.delete(customer);
  }
}
