import { describe, expect, it } from 'vitest';
import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry, DeviceEntry, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, dataSet, netflowV9, templateV9, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import { deviceSamples, exportSamples } from './export-samples.ts';
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

describe('the records of a device with exporter addresses', () => {
  const device = (id: number, change: Partial<DeviceEntry> = {}): DeviceEntry => ({
    id,
    customer: 3,
    site: 11,
    name: `router ${String(id)}`,
    active: true,
    address: '127.1.0.1',
    vendor: '',
    model: '',
    snmp: undefined,
    interfaces: [],
    exporters: ['127.1.0.1'],
    ...change,
  });
  const tunnel = (id: number, of: number): ComponentEntry => ({
    ...element(id, 'tunnel', of),
    kind: 'tunnel',
    scope: 'vmanage',
  });
  const counted = (devices: readonly DeviceEntry[], components: readonly ComponentEntry[] = []) =>
    deviceSamples(
      reported(),
      {
        ...inventoryOf(...components),
        devices: new Map(devices.map((one) => [one.id, one])),
        sites: new Map<number, SiteEntry>(),
      },
      AT_MS,
    ).map(({ element: id, counter, value }) => [id, counter, value]);

  it('are those received from it, and 0 while it is silent', () => {
    expect(counted([device(21), device(22, { exporters: ['127.1.0.2'] })])).toEqual([
      [21, counters.export_records.id, 2n],
      [22, counters.export_records.id, 0n],
    ]);
  });

  it('have the counter of the manager that measures it', () => {
    expect(counted([device(21)], [tunnel(72, 21)])).toEqual([[21, counters.cv_export_records.id, 2n]]);
  });

  it('are not reported of one without exporter addresses, or whose collection is switched off', () => {
    expect(counted([device(21, { exporters: [] }), device(22, { active: false })])).toEqual([]);
  });
});
