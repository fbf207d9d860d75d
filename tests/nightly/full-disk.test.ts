import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKilledProduct, type KilledProduct } from '../scenario/server/killed-product.ts';
import { sendFlowLoad } from './support/flow-load.ts';
import { makeSmallDisk, type FileSystem, type Filling, type SmallDisk } from './support/small-disk.ts';
import {
  collectorCounts,
  downTiers,
  memoryMib,
  say,
  secondsUntilReady,
  settledTotals,
  waitSeconds,
} from './support/watched-product.ts';

const RECORDS_PER_SECOND = Number(process.env['FULL_DISK_RECORDS'] ?? '30000');
const MEBIBYTES = 900;
/** `FULL_DISK_RECORDS=30000 FULL_DISK_SECONDS=10,60,600 FULL_DISK_ROUNDS=3 FULL_DISK_SYSTEMS=ext4 FULL_DISK_FILLINGS=oscillating`. */
const listOf = (name: string, otherwise: string): readonly string[] =>
  (process.env[name] ?? otherwise).split(',');
const SECONDS = listOf('FULL_DISK_SECONDS', '40').map(Number);
const ROUNDS = Number(process.env['FULL_DISK_ROUNDS'] ?? '1');
const SYSTEMS = listOf('FULL_DISK_SYSTEMS', 'tmpfs,ext4') as readonly FileSystem[];
const FILLINGS = listOf('FULL_DISK_FILLINGS', 'nearly,full,oscillating') as readonly Filling[];

const cases = FILLINGS.flatMap((filling) =>
  SECONDS.flatMap((seconds) =>
    Array.from({ length: ROUNDS }, (_, round): [Filling, number, number] => [filling, seconds, round + 1]),
  ),
);

describe.each(SYSTEMS)('a disk of %s', (kind) => {
  let disk: SmallDisk;
  let data: string;
  let product: KilledProduct;
  beforeAll(async () => {
    disk = makeSmallDisk(kind, MEBIBYTES);
    data = join(disk.mount, 'data');
    mkdirSync(data);
    product = await startKilledProduct(10, { data });
  }, 300_000);
  afterAll(async () => {
    await product.stop().catch(() => undefined);
    disk.remove();
  }, 60_000);

  it.each(cases)(
    'that another program fills (%s) for %i s: intake stops and says so, everything recovers by itself, and each row is stored or counted (round %i)',
    async (filling, seconds) => {
      const linesBefore = product.lines.length;
      const load = await sendFlowLoad(RECORDS_PER_SECOND, product.flowPort);
      await waitSeconds(10);
      let isOver = false;
      const filled = disk.fill(filling, seconds).finally(() => (isOver = true));
      const down = new Set<string>();
      let memory = 0;
      while (!isOver) {
        await Promise.race([waitSeconds(1), filled]);
        for (const tier of await downTiers(product.origin)) down.add(tier);
        memory = Math.max(memory, memoryMib(product.pidOf('collector')));
      }
      const { dropped: lost } = await collectorCounts(data);
      const recovery = await secondsUntilReady(product.origin, 180);
      await waitSeconds(10);
      await load.stop();
      await waitSeconds(15);
      const counts = await collectorCounts(data);
      const totals = await settledTotals(product, counts.published);
      const lines = product.lines.slice(linesBefore);
      const count = (event: string): number => lines.filter((line) => line.includes(event)).length;
      say(lines.map((line) => `  | ${line}`).join('\n'));
      say(
        `disk of ${kind}, ${filling}, ${String(seconds)} s: sent ${String(load.sent())}, collector ${JSON.stringify(counts)}, dropped while full ${String(lost)}, ` +
          `stored ${JSON.stringify(totals)}, down ${[...down].join(', ')}, ready after ${String(recovery)} s, collector at most ${String(memory)} MiB, ` +
          `writes paused ${String(count('store writes paused'))}, damaged ${String(count('parts damaged by a full disk'))}, restored ${String(count('damaged parts restored'))}`,
      );
      expect([...down]).toContain('disk');
      expect(lines.some((line) => line.endsWith('MB free; intake stopped until there is space'))).toBe(true);
      expect(lines.some((line) => line.endsWith('MB free; intake runs'))).toBe(true);
      expect(recovery).toBeLessThan(120);
      expect(memory).toBeLessThan(400);
      expect(counts.waiting).toBe(0);
      expect(count('rows of a damaged part lost')).toBe(0);
      expect(totals['raw']?.flows).toBe(counts.published);
      expect(new Set(Object.values(totals).map((one) => JSON.stringify(one))).size).toBe(1);
    },
    1_500_000,
  );
});
