import { expect } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { sampleMessages } from '#tests/fixtures/engine/engine-bus.ts';
import type { TestSampleRow } from '#tests/fixtures/engine/engine-network.ts';
import type { KilledProduct } from '../../scenario/server/killed-product.ts';

const PARTITIONS = 2;
/** Time between two polls on the scale of event time; they are published much faster. */
const POLL_MS = 5_000;
const PUBLISH_MS = 25;
const DAY_MS = 86_400_000;

/** Event time of a poll, milliseconds since 1970: within the day before this one. */
export const pollTime = (startMs: number, number: number): number => startMs - DAY_MS + number * POLL_MS;

export interface PollLoad {
  /** Number of the next poll; all before it are confirmed by the stream. */
  readonly next: () => number;
  readonly stop: () => Promise<void>;
}

/** Publishes polls of every interface of the product's inventory, numbered from `from`, each with its own varying load. */
export async function publishNumberedPolls(
  { endpoints }: Pick<KilledProduct, 'endpoints'>,
  { startMs, from }: { readonly startMs: number; readonly from: number },
): Promise<PollLoad> {
  const db = openPostgres(endpoints.DATABASE_URL, { connections: 1 });
  const inventory = await loadInventory(db);
  await db.destroy();
  const bus = await openBus(endpoints.NATS_URL, 'test');
  const publisher = bus.publisher(1);
  const rowsOf = (number: number): readonly TestSampleRow[] =>
    [...inventory.interfaces.values()].map(({ id, customer, site }) => {
      const octets = 30_000 * number + 300_000 * Math.sin(number / (1 + (id % 17)) + customer) + 1e6;
      const at = pollTime(startMs, number) + ((id * 13) % 900);
      const value = BigInt(Math.round(octets));
      return { customer, site, element: id, counter: 1, at, uptime: BigInt(at), discontinuity: 0, value };
    });
  let next = from;
  let isOn = true;
  const publishing = (async () => {
    for (; isOn; next += 1) {
      for (const message of sampleMessages(rowsOf(next), PARTITIONS))
        expect((await publisher.publish(message)).ok).toBe(true);
      await systemClock.wait(PUBLISH_MS);
    }
  })();
  return {
    next: () => next,
    async stop() {
      isOn = false;
      await publishing;
      await bus.close();
    },
  };
}
