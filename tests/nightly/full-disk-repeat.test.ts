import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flows } from '#schemas/table/flows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startGuardedClickHouse } from '#tests/fixtures/process/guarded-clickhouse.ts';
import { flowBody, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { makeSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { say, waitSeconds } from './support/watched-product.ts';

const MEBIBYTES = 300;
const ROWS = 4_000;
/** Below this ClickHouse begins nothing: half the reserve. */
const FLOOR_BYTES = 8e6;
/** An insert has space, and the pause has not ended. */
const ROOM_BYTES = 9.8e6;
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

  it('is stored once, however late, also when ClickHouse is killed between the two', async () => {
    const filler = new Filler(disk);
    expect(await insert(0)).toBe(true);
    filler.leave(0);
    await until('the space has ended', () => count('store writes paused') > 0);
    filler.leave(ROOM_BYTES);
    // The part is in the raw table when its view fails.
    await store.clickhouse.command('ALTER TABLE flows_5m ADD CONSTRAINT none CHECK 0');
    expect(await refusal(1)).toMatch(/constraint/i);
    const [part] = await store.clickhouse.query<{ path: string }>(
      "SELECT path FROM system.parts WHERE active AND table = 'flows' ORDER BY max_block_number DESC LIMIT 1",
    );
    for (const name of readdirSync(part?.path ?? '').filter((one) => one.endsWith('.bin'))) {
      const file = openSync(join(part?.path ?? '', name), 'r+');
      writeSync(file, Buffer.alloc(64), 0, 64, 0);
      closeSync(file);
    }
    await waitSeconds(LATER_SECONDS);
    await store.kill();
    await until('the view takes rows', () =>
      store.clickhouse.command('ALTER TABLE flows_5m DROP CONSTRAINT IF EXISTS none').then(
        () => true,
        () => false,
      ),
    );
    await until('the insert is confirmed', () => insert(1), 60_000);
    filler.end();
    await until('a newer one is confirmed', () => insert(2), 60_000);
    await waitSeconds(5);
    say(store.lines.filter((line) => /damage|writes/.test(line)).join('\n'));
    const rows = 3 * ROWS;
    expect(await flowTotals(store.clickhouse)).toEqual(
      sameEverywhere({ flows: rows, bytes: (rows * (rows - 1)) / 2 }),
    );
    expect(await store.figure('telltale_embedded_clickhouse_lost_rows')).toBe(0);
  });
});
