import { afterEach, describe, expect, it } from 'vitest';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flowBody, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { flows } from '#schemas/table/flows.ts';
import { startGuardedClickHouse } from '#tests/fixtures/process/guarded-clickhouse.ts';
import { makeSmallDisk, type FileSystem, type Filling, type SmallDisk } from './support/small-disk.ts';
import { say, waitSeconds } from './support/watched-product.ts';

/** Seconds of each case, and how often: `FULL_DISK_SECONDS=10,60,600 FULL_DISK_ROUNDS=3`. */
const SECONDS = (process.env['FULL_DISK_SECONDS'] ?? '10,60').split(',').map(Number);
const ROUNDS = Number(process.env['FULL_DISK_ROUNDS'] ?? '1');
const MEBIBYTES = 700;
const ROWS = 4_000;
const PAUSE_MS = 60;

const cases = SECONDS.flatMap((seconds) =>
  (['tmpfs', 'ext4'] as const).flatMap((kind) =>
    (['full', 'oscillating', 'sudden'] as const).flatMap((filling) =>
      Array.from({ length: ROUNDS }, (_, round): [string, FileSystem, Filling, number] => [
        `${kind}, ${filling}, ${String(seconds)} s, round ${String(round + 1)}`,
        kind,
        filling,
        seconds,
      ]),
    ),
  ),
);

describe('ClickHouse on a disk that another program fills', () => {
  let disk: SmallDisk | undefined;
  afterEach(() => {
    disk?.remove();
  });

  it.each(cases)(
    'has each confirmed row exactly once, raw and in the rollups: %s',
    async (name, kind, filling, seconds) => {
      disk = makeSmallDisk(kind, MEBIBYTES);
      const store = await startGuardedClickHouse(disk.mount);
      const { clickhouse } = store;
      let blocks = 0;
      const refusals = new Map<string, number>();
      /** Inserts one block after the other, each under its token until it is confirmed, as the writer does. */
      const load = async (isOver: () => boolean): Promise<void> => {
        while (!isOver()) {
          try {
            await clickhouse.insertRowBinary({
              table: flows.name,
              columns: Object.keys(flows.columns),
              rows: flowBody(blocks * ROWS, ROWS, systemClock.now().getTime()),
              token: `flows.3:epoch:${String(blocks * 10 + 1)}-${String(blocks * 10 + 10)}`,
              settings: singleBlockSettings,
            });
            blocks += 1;
          } catch (error) {
            const cause = (error as Error).message.slice(0, 60);
            refusals.set(cause, (refusals.get(cause) ?? 0) + 1);
          }
          await systemClock.wait(PAUSE_MS);
        }
      };
      let isOver = false;
      const loading = load(() => isOver);
      await waitSeconds(8);
      const before = blocks;
      await disk.fill(filling, seconds);
      const during = blocks - before;
      await waitSeconds(10);
      isOver = true;
      await loading;
      await waitSeconds(3);
      const totals = await flowTotals(clickhouse);
      const lost = await store.figure('telltale_embedded_clickhouse_lost_rows');
      const count = (event: string): number =>
        store.lines.filter((line) => line.includes(`"${event}"`)).length;
      say(
        `${name}: ${String(before)} + ${String(during)} + ${String(blocks - before - during)} blocks, ${JSON.stringify(totals)}, lost ${String(lost)}, ` +
          `paused ${String(count('store writes paused'))}, damaged ${String(count('parts damaged by a full disk'))}, ` +
          `restored ${String(count('damaged parts restored'))}, ${JSON.stringify([...refusals])}`,
      );
      say(store.lines.filter((line) => /damage/.test(line)).join('\n'));
      await store.stop();
      const rows = blocks * ROWS;
      expect(blocks - before - during).toBeGreaterThan(0);
      expect(count('store writes paused')).toBeGreaterThan(0);
      expect(lost).toBe(0);
      expect(totals).toEqual(sameEverywhere({ flows: rows, bytes: (rows * (rows - 1)) / 2 }));
    },
    1_200_000,
  );
});
