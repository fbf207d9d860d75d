import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { errorCodeOf } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flows } from '#schemas/table/flows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startGuardedClickHouse } from '#tests/fixtures/process/guarded-clickhouse.ts';
import { flowBody, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { makeSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { say, waitSeconds } from './support/watched-product.ts';

const MEBIBYTES = 300;
const ROWS = 4_000;
/** Below this ClickHouse begins nothing: half the reserve. The less it is, the faster it is taken while an insert is written. */
const FLOOR_BYTES = 6e6;
/** An insert has space, and the pause has not ended. */
const ROOM_BYTES = 7.4e6;
const CYCLES = Number(process.env['FULL_DISK_CYCLES'] ?? '5');
const CYCLE_MS = 90_000;
/** Longer than the time for which a check looks back from an insert. */
const LATER_SECONDS = 12;

/** Takes and frees the space of a disk, at the moment at which it is called. */
class Filler {
  readonly #disk: SmallDisk;
  readonly #path: string;
  readonly #file: number;

  constructor(disk: SmallDisk) {
    this.#disk = disk;
    this.#path = join(disk.mount, 'filler');
    this.#file = openSync(this.#path, 'a');
  }

  /** Takes all space but some. */
  leave(bytes: number): void {
    const excess = this.#disk.freeBytes() - bytes;
    if (excess < 0) ftruncateSync(this.#file, Math.max(0, fstatSync(this.#file).size + excess));
    try {
      for (let left = excess; left > 0; left -= 1e6) writeSync(this.#file, Buffer.alloc(Math.min(1e6, left)));
    } catch {
      // No space left.
    }
  }

  end(): void {
    closeSync(this.#file);
    rmSync(this.#path);
  }
}

describe('an insert whose part the full disk has damaged and that is repeated under its token', () => {
  let disk: SmallDisk;
  let store: Awaited<ReturnType<typeof startGuardedClickHouse>>;
  beforeEach(async () => {
    disk = makeSmallDisk('tmpfs', MEBIBYTES);
    vi.stubEnv('DISK_RESERVE_BYTES', String(2 * FLOOR_BYTES));
    store = await startGuardedClickHouse(disk.mount);
  });
  afterEach(async () => {
    await store.stop();
    disk.remove();
    vi.unstubAllEnvs();
  });
  const atMs = systemClock.now().getTime();
  /** Inserts a block as a partition of the writer does; returns why it is not confirmed. */
  const refusal = (block: number): Promise<string | undefined> =>
    store.clickhouse
      .insertRowBinary({
        table: flows.name,
        columns: Object.keys(flows.columns),
        rows: flowBody(block * ROWS, ROWS, atMs),
        token: `flows.3:epoch:${String(block * 10 + 1)}-${String(block * 10 + 10)}`,
        settings: singleBlockSettings,
      })
      .then(
        () => undefined,
        (error: Error) => error.message,
      );
  const insert = async (block: number): Promise<boolean> => (await refusal(block)) === undefined;
  const count = (event: string): number => store.lines.filter((line) => line.includes(`"${event}"`)).length;
  /** Whether the raw table cannot be read: a part is damaged, and ClickHouse has not found it. */
  const isDamaged = (): Promise<boolean> =>
    store.clickhouse.query('SELECT sum(cityHash64(*)) FROM flows').then(
      () => false,
      (error: unknown) => errorCodeOf(error) !== undefined,
    );

  it(
    'is stored once, however late it is repeated',
    async () => {
      const filler = new Filler(disk);
      let blocks = 0;
      let damages = 0;
      let delayMs = 15;
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const endMs = performance.now() + CYCLE_MS;
        let isLeft = false;
        while (!isLeft && performance.now() < endMs) {
          filler.leave(ROOM_BYTES);
          const inserting = refusal(blocks);
          await systemClock.wait(delayMs + Math.random() * 3);
          filler.leave(0);
          const cause = await inserting;
          // It is written between its reservation and those of its views.
          delayMs = Math.max(0, delayMs + (cause?.includes('pushing to') === false ? 0.5 : -0.5));
          if (cause === undefined) blocks += 1;
          else isLeft = (await isDamaged()) || count('parts damaged by a full disk') > damages;
        }
        damages = count('parts damaged by a full disk');
        say(
          `cycle ${String(cycle)}: ${String(blocks)} blocks, ${isLeft ? 'a damaged part' : 'none damaged'}, found ${String(damages)}`,
        );
        await waitSeconds(LATER_SECONDS);
        filler.leave(ROOM_BYTES);
        await until('the insert is confirmed', () => insert(blocks), 60_000);
        blocks += 1;
      }
      filler.end();
      await until('the disk is checked', () => count('store writes resumed') > 0, 60_000);
      for (let more = 0; more < 3; more += 1)
        await until('a newer one is confirmed', () => insert(blocks + more), 60_000);
      blocks += 3;
      await waitSeconds(5);
      say(store.lines.filter((line) => /damage/.test(line)).join('\n'));
      const rows = blocks * ROWS;
      expect(await flowTotals(store.clickhouse)).toEqual(
        sameEverywhere({ flows: rows, bytes: (rows * (rows - 1)) / 2 }),
      );
      expect(await store.figure('telltale_embedded_clickhouse_lost_rows')).toBe(0);
    },
    CYCLES * (CYCLE_MS + 120_000),
  );
});
