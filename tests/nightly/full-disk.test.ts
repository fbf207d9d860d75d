import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startKilledProduct } from '../scenario/server/killed-product.ts';
import type { KilledProduct } from '../scenario/server/killed-product.ts';
import { sendFlowLoad } from './support/flow-load.ts';
import {
  collectorCounts,
  downTiers,
  memoryMib,
  say,
  secondsUntilReady,
  settledTotals,
  waitSeconds,
} from './support/watched-product.ts';

const MB = 1e6;
const RECORDS_PER_SECOND = 30_000;
const FULL_SECONDS = 40;
/** A file system of its own, in memory: mounting needs root. */
const mount = mkdtempSync(join(tmpdir(), 'telltale-disk-'));
const data = join(mount, 'data');
const filler = join(mount, 'filler');
let product: KilledProduct;

beforeAll(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'tmpfs', mount]);
  execFileSync('mkdir', [data]);
  product = await startKilledProduct(10, { data });
}, 300_000);
afterAll(async () => {
  await product.stop().catch(() => undefined);
  execFileSync('umount', ['-l', mount]);
  rmSync(mount, { recursive: true, force: true });
}, 60_000);

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(mount);
  return bavail * bsize;
};

/** Fills the disk up to the given free space. */
function fill(leave: number): void {
  const file = openSync(filler, 'a');
  const chunk = Buffer.alloc(MB);
  try {
    while (freeBytes() > leave) writeSync(file, chunk, 0, Math.min(MB, Math.max(1, freeBytes() - leave)));
  } catch {
    // No space left.
  } finally {
    closeSync(file);
  }
}

it.each([
  ['nearly full', 45 * MB],
  ['full to the last byte', 0],
])(
  'a disk that was %s for 40 s: intake stops and says so, everything recovers by itself, and each row is stored or counted',
  async (_, leave) => {
    const linesBefore = product.lines.length;
    const load = await sendFlowLoad(RECORDS_PER_SECOND, product.flowPort);
    await waitSeconds(10);
    fill(leave);
    const down = new Set<string>();
    let memory = 0;
    for (let second = 0; second < FULL_SECONDS; second += 1) {
      await waitSeconds(1);
      if (leave === 0) fill(0);
      for (const tier of await downTiers(product.origin)) down.add(tier);
      memory = Math.max(memory, memoryMib(product.pidOf('collector')));
    }
    const { dropped: lost } = await collectorCounts(data);
    rmSync(filler);
    const recovery = await secondsUntilReady(product.origin, 180);
    await waitSeconds(10);
    await load.stop();
    await waitSeconds(15);
    const counts = await collectorCounts(data);
    const totals = await settledTotals(product);
    const lines = product.lines.slice(linesBefore);
    say(lines.map((line) => `  | ${line}`).join('\n'));
    say(
      `disk: sent ${String(load.sent())}, collector ${JSON.stringify(counts)}, dropped while full ${String(lost)}, ` +
        `stored ${JSON.stringify(totals)}, down ${[...down].join(', ')}, ready after ${String(recovery)} s, collector at most ${String(memory)} MiB`,
    );
    expect([...down]).toContain('disk');
    expect(lines.some((line) => line.endsWith('MB free; intake stopped until there is space'))).toBe(true);
    expect(lines.some((line) => line.endsWith('MB free; intake runs'))).toBe(true);
    expect(recovery).toBeLessThan(120);
    expect(memory).toBeLessThan(400);
    expect(counts.waiting).toBe(0);
    expect(totals['raw']?.flows).toBe(counts.published);
    expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
  },
  600_000,
);
