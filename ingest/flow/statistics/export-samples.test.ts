import { expect, it } from 'vitest';
import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, dataSet, netflowV9, templateV9, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import { exportSamples } from './export-samples.ts';
import { statsRows } from './stats-rows.ts';

const AT_MS = EXPORT_S * 1_000 + 5_000;
const element = (id: number, key: string, device = 21): ComponentEntry => ({
  id,
  customer: 3,
  site: 11,
  device,
  name: 'Export',
  active: true,
  kind: 'collector',
  scope: 'flow',
  key,
  fields: {},
});
const inventoryOf = (...components: ComponentEntry[]) => ({
  components: new Map(components.map((one) => [one.id, one])),
});

/** A template, a record, and a datagram after three that never came. */
function reported() {
  const { collector, send } = aCollector();
  const template = templateV9(256, [{ id: 1, length: 4 }]);
  send(netflowV9({ seconds: EXPORT_S, sequence: 1 }, template), AT_MS - 2_000);
  send(netflowV9({ seconds: EXPORT_S, sequence: 2 }, dataSet(256, [encodeU32(1)])), AT_MS - 1_000);
  send(netflowV9({ seconds: EXPORT_S, sequence: 6 }, dataSet(256, [encodeU32(1)])), AT_MS - 1_000);
  return statsRows(collector.exporters.values(), 'c', AT_MS);
}
const { export_lost, export_received, export_last } = counters;

it('the export of a device becomes samples of received records, lost records and last export', () => {
  const rows = reported();
  const lost = rows.reduce((sum, row) => sum + row.lost, 0n);
  expect(lost).toBeGreaterThan(0n);
  const samples = exportSamples(rows, inventoryOf(element(71, '127.1.0.1')), AT_MS);
  expect(samples.map(({ counter, value }) => [counter, value])).toEqual([
    [export_lost.id, lost],
    [export_received.id, 2n],
    [export_last.id, BigInt(Math.floor((AT_MS - 1_000) / 1_000))],
  ]);
  expect(samples[0]).toMatchObject({ customer: 3, site: 11, element: 71, at: AT_MS });
});

it('no samples for an address of another device, for an idle exporter or for a key that is not an address', () => {
  const others = [element(72, '127.1.0.1', 22), element(73, '127.1.0.2'), element(74, 'export')];
  expect(exportSamples(reported(), inventoryOf(...others), AT_MS)).toEqual([]);
  expect(exportSamples(reported(), {}, AT_MS)).toEqual([]);
});
