import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { LargeSnapshots, isLarge } from './large-snapshot.ts';

const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
};
const snapshot = (rows: number, seq = 1): AlertSnapshot => ({
  position: { epoch: 'run', seq, at: 5 },
  counts: { ...noAlerts, critical: rows },
  sites: [],
  bounds: null,
  alarms: Array.from({ length: rows }, (_, element) => ({
    id: `1:${String(element)}`,
    alarm: 1,
    name: 'Busy "line"',
    kpi: 'itf_in_util',
    severity: 'critical',
    site: 1,
    siteName: 'Orléans',
    element,
    elementName: 'Gi0/0',
    elementKind: 'interface',
    operator: '>',
    threshold: 80,
    thresholdFrom: 'alarm',
    outliers: 1,
    measures: 1,
    recent: [null],
    window: 0,
    length: 300,
    since: 0,
  })),
});

const readers = { customer: 7, visible: 'privileged' };

it('compresses a large snapshot once for all readers, and again after a change', async () => {
  const large = new LargeSnapshots(systemClock);
  expect(isLarge(snapshot(999))).toBe(false);
  expect(isLarge(snapshot(1_000))).toBe(true);
  const [one, other] = await Promise.all([
    large.bodyOf(readers, snapshot(2_500), inventory),
    large.bodyOf(readers, snapshot(2_500), inventory),
  ]);
  expect(one).toBe(other);
  expect(AlertSnapshot.parse(JSON.parse(gunzipSync(one).toString()))).toEqual(snapshot(2_500));
  const changes = [
    await large.bodyOf(readers, snapshot(2_500, 2), inventory),
    await large.bodyOf(readers, snapshot(2_500, 2), { ...inventory }),
    await large.bodyOf({ customer: 8, visible: 'privileged' }, snapshot(1_001, 2), inventory),
    await large.bodyOf({ customer: 7, visible: '1,2' }, snapshot(2_500, 2), inventory),
  ];
  expect(new Set([one, ...changes]).size).toBe(5);
});

it('prepares one snapshot at a time, and for those who wait the newest of theirs', async () => {
  const large = new LargeSnapshots(systemClock);
  const seqOf = async (body: Promise<Buffer>): Promise<number> =>
    AlertSnapshot.parse(JSON.parse(gunzipSync(await body).toString())).position.seq;
  const first = large.bodyOf(readers, snapshot(2_500, 1), inventory);
  // Its turn has come.
  await Promise.resolve();
  const waiting = [2, 3, 4].map((seq) => large.bodyOf(readers, snapshot(1_500, seq), inventory));
  expect(new Set(waiting).size).toBe(1);
  const others = large.bodyOf({ customer: 8, visible: 'privileged' }, snapshot(1_001, 9), inventory);
  const order: number[] = [];
  await Promise.all(
    [others, first, ...waiting.slice(0, 1)].map(async (body) => order.push(await seqOf(body))),
  );
  expect(order).toEqual([1, 4, 9]);
  expect(large.bodyOf(readers, snapshot(1_500, 4), inventory)).not.toBe(first);
  expect(await seqOf(large.bodyOf(readers, snapshot(1_500, 4), inventory))).toBe(4);
});
