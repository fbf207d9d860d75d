import { expect } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { sampleMessages } from '#tests/fixtures/engine/engine-bus.ts';
import type { TestSampleRow } from '#tests/fixtures/engine/engine-network.ts';
import type { KilledProduct } from '../../scenario/server/killed-product.ts';

const PARTITIONS = 2;
/** Polls are as old as what the product measures of its exporters at the same time: one clock drives the windows. */
const POLL_MS = 250;

/** Event time of a poll, milliseconds since 1970. */
export const pollTime = (startMs: number, number: number): number => startMs + number * POLL_MS;

export interface PollLoad {
  /** Number of the next poll; all before it are confirmed by the stream. */
  readonly next: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Publishes polls of every interface of the product's inventory, numbered by their time since `startMs`, each with its own varying load.
 * A slow machine leaves numbers out.
 */
export async function publishNumberedPolls(
  { endpoints }: Pick<KilledProduct, 'endpoints'>,
  startMs: number,
): Promise<PollLoad> {
  const db = openPostgres(endpoints.DATABASE_URL, { connections: 1 });
  const inventory = await loadInventory(db);
  await db.destroy();
  const bus = await openBus(endpoints.NATS_URL, 'test');
  const publisher = bus.publisher(1);
  const rowsOf = (number: number): readonly TestSampleRow[] =>
    [...inventory.interfaces.values()].map(({ id, customer, site }) => {
      const seconds = (number * POLL_MS) / 1_000;
      const octets = 6_000 * seconds + 60_000 * Math.sin(seconds / (1 + (id % 17)) + customer) + 1e6;
      const at = pollTime(startMs, number) + ((id * 13) % POLL_MS);
      const value = BigInt(Math.round(octets));
      return { customer, site, element: id, counter: 1, at, uptime: BigInt(at), discontinuity: 0, value };
    });
  const due = (): number => Math.floor((systemClock.now().getTime() - startMs) / POLL_MS);
  let next = due();
  let isOn = true;
  const publishing = (async () => {
    while (isOn) {
      for (const message of sampleMessages(rowsOf(next), PARTITIONS))
        expect((await publisher.publish(message)).ok).toBe(true);
      next = Math.max(next + 1, due());
      await systemClock.wait(Math.max(0, pollTime(startMs, next) - systemClock.now().getTime()));
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
