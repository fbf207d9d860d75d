import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLastBackup } from '#platform/embedded/last-backup.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { killBackup, runBackupCommand } from '#tests/fixtures/process/run-backup-command.ts';
import { sendNumberedFlows } from '../scenario/flow/numbered-flows.ts';
import { exporters, startKilledProduct, type KilledProduct } from '../scenario/server/killed-product.ts';
import { makeSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { collectorCounts, downTiers, say, settledTotals, waitSeconds } from './support/watched-product.ts';

const LOAD_SECONDS = 5;
/** Several times a backup of this product. */
const LARGE_MEBIBYTES = 160;
const SMALL_MEBIBYTES = 8;
const PIECE = Buffer.alloc(1024 ** 2);

const data = mkdtempSync(join(tmpdir(), 'telltale-backup-disk-'));
const env = { TELLTALE_DATA: data };
let product: KilledProduct;
let disk: SmallDisk;

beforeAll(async () => {
  product = await startKilledProduct(10, { data });
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(data, { recursive: true, force: true });
}, 60_000);
afterEach(() => {
  disk.remove();
});

/** Another program takes the last byte of the disk, at once. */
function fillDisk(): string {
  const path = join(disk.mount, 'filler');
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
  return path;
}

/** The product stores what it collects, in the raw table and all rollups alike, and no process of it is down. */
async function expectProductWorks(): Promise<void> {
  const before = await collectorCounts(data);
  const load = await sendNumberedFlows(exporters, product.flowPort);
  await waitSeconds(LOAD_SECONDS);
  await load.stop();
  await until(
    'flows are collected',
    async () => (await collectorCounts(data)).published > before.published,
    60_000,
  );
  const totals = await settledTotals(product);
  const { published, dropped, waiting } = await collectorCounts(data);
  expect({ dropped, waiting }).toEqual({ dropped: 0, waiting: 0 });
  expect(totals['raw']?.flows).toBe(published);
  expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await downTiers(product.origin)).toEqual([]);
  say(`${String(published)} flows stored, ${String(published - before.published)} after the disk was full`);
}

describe('a backup into a disk', () => {
  it('that is too small is refused before anything is written, with what it needs and what is free', async () => {
    disk = makeSmallDisk('tmpfs', SMALL_MEBIBYTES);
    const { status, output } = await runBackupCommand('backup', [disk.mount], env);
    say(output);
    expect(status).toBe(1);
    expect(output).toMatch(/: the backup needs about [\d.]+ MiB, and 8\.0 MiB are free there\n/);
    expect(readdirSync(disk.mount)).toEqual([]);
    expect(readLastBackup(data)).toBeUndefined();
  }, 120_000);

  it.each(['postgres', 'nats', 'clickhouse'])(
    'that another program fills while %s is written says that it is full and leaves nothing, and the product continues',
    async (stage) => {
      disk = makeSmallDisk('tmpfs', LARGE_MEBIBYTES);
      const folder = join(disk.mount, 'backup');
      const taken = runBackupCommand('backup', [folder], env);
      await until(`${stage} is written`, () => existsSync(join(folder, stage)), 60_000);
      const filler = fillDisk();
      const { status, output } = await taken;
      say(output);
      expect([status, output]).toEqual([1, `${folder}: the disk is full\n`]);
      expect(existsSync(folder)).toBe(false);
      expect(readLastBackup(data)).toBeUndefined();
      rmSync(filler);
      await expectProductWorks();
    },
    300_000,
  );
});

describe('a backup that was killed on a full disk', () => {
  beforeEach(() => {
    disk = makeSmallDisk('tmpfs', LARGE_MEBIBYTES);
  });

  it('is recognised as incomplete, and the next one is complete once there is space', async () => {
    const killed = join(disk.mount, 'killed');
    await killBackup(killed, env);
    const filler = fillDisk();
    const other = join(data, 'restored');
    const restored = await runBackupCommand('restore', [killed], { TELLTALE_DATA: other });
    expect(restored).toMatchObject({ status: 1 });
    expect(restored.output).toContain('is no complete backup');
    expect(existsSync(join(other, 'embedded'))).toBe(false);
    rmSync(filler);
    const folder = join(disk.mount, 'backup');
    const taken = await runBackupCommand('backup', [folder], env);
    say(taken.output);
    expect(taken).toMatchObject({ status: 0 });
    expect(readLastBackup(data)).toMatchObject({ folder });
  }, 300_000);
});
