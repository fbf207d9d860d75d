import { describe, expect, it } from 'vitest';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { aCollectorConfig, anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  encodeU32,
  EXPORT_S,
  ipfix,
  netflowV9,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { Collector } from '../collector.ts';
import { RowSink } from '../rows/row-sink.ts';
import { hintOf } from '../statistics/exporter-hint.ts';
import { drainTraffic } from './exporter.ts';

const atMs = EXPORT_S * 1_000 + 40;
const EXPORTER = '127.1.0.1';
const from = (address = EXPORTER, port = 50_000) => ({ address, port });
const record = (bytes: number) =>
  commonRecord({ source: '10.11.0.1', destination: '10.12.0.2', bytes, packets: 1 });
const name = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc(8 - text.length)]);

/** A collector that does not know its exporter, until `adopt`. */
function aCollector() {
  const rows: RowOf<typeof flows.columns>[] = [];
  const sink = new RowSink(({ bytes }) => rows.push(...codecOf(flows).decode(bytes)));
  const inventory = anExporterInventory();
  const unknown = { ...inventory, exporters: new Map(), devices: new Map() };
  const collector = new Collector({ ...aCollectorConfig(), inventory: unknown }, [sink]);
  return {
    collector,
    adopt: () => collector.reconfigure(aCollectorConfig()),
    bytes: () => {
      sink.flush();
      return rows.map(({ bytes }) => Number(bytes));
    },
  };
}

const announcement = netflowV9(
  { sequence: 1 },
  templateV9(300, commonFields),
  optionsTemplateV9(400, [{ id: 2, length: 4 }], [{ id: 82, length: 8 }]),
  dataSet(400, [encodeU32(1), name('Gi0/0')], [encodeU32(2), name('Gi0/1')]),
  optionsTemplateV9(
    401,
    [{ id: 1, length: 4 }],
    [
      { id: 34, length: 4 },
      { id: 35, length: 1 },
    ],
  ),
  dataSet(401, [encodeU32(0), encodeU32(100), Buffer.of(2)]),
  dataSet(300, record(1_000)),
);

describe('an exporter outside the inventory', () => {
  it('that is adopted is decoded from its next datagram on, without what came before and without losses', () => {
    const { collector, adopt, bytes } = aCollector();
    collector.receive(announcement, from(), atMs);
    // Not seen by the candidate: it announces nothing.
    for (const sequence of [2, 3, 4])
      collector.receive(netflowV9({ sequence }, dataSet(300, record(7))), from(), atMs);
    adopt();
    collector.receive(netflowV9({ sequence: 5 }, dataSet(300, record(20))), from(), atMs);
    // Multiplied by the sampling that it announced before.
    expect(bytes()).toEqual([2_000]);
    const [entry] = [...collector.exporters.get(EXPORTER)!.domains.values()];
    expect(drainTraffic(entry!)).toMatchObject({
      records: 1,
      lost: 0,
      restarts: 0,
      unknownTemplate: 0,
      packets: 1,
    });
    expect(collector.candidates.get(EXPORTER)).toBeUndefined();
  });

  it('says what it has, for the form that adds it', () => {
    const { collector } = aCollector();
    collector.receive(announcement, from(), atMs);
    expect(hintOf(collector, EXPORTER, 'one')).toEqual({
      collector: 'one',
      templates: 1,
      optionsTemplates: 2,
      rates: [100],
      interfaces: ['Gi0/0', 'Gi0/1'],
    });
    expect(hintOf(collector, '192.0.2.1', 'one')).toMatchObject({ templates: 0, interfaces: [] });
  });

  it('of IPFIX is learned too, with its session', () => {
    const { collector, adopt, bytes } = aCollector();
    collector.receive(ipfix({}, templateIpfix(300, commonFields)), from(EXPORTER, 40_000), atMs);
    adopt();
    collector.receive(ipfix({}, dataSet(300, record(9))), from(EXPORTER, 41_000), atMs);
    expect(bytes()).toEqual([]);
    collector.receive(ipfix({}, dataSet(300, record(8))), from(EXPORTER, 40_000), atMs);
    expect(bytes()).toEqual([8]);
  });

  it.each([
    ['cut within its header', announcement.subarray(0, 18)],
    ['cut within a template', announcement.subarray(0, 40)],
    ['with a set of no length', Buffer.concat([netflowV9({}), Buffer.from([0, 0, 0, 0, 0, 0])])],
    ['of no version', Buffer.alloc(64)],
  ])('whose datagram is %s does no harm', (_, datagram) => {
    const { collector, adopt, bytes } = aCollector();
    collector.receive(datagram, from(), atMs);
    adopt();
    collector.receive(netflowV9({ sequence: 2 }, dataSet(300, record(5))), from(), atMs);
    expect(bytes()).toEqual([]);
  });

  it('is one of a limited number, those seen last', () => {
    const { collector } = aCollector();
    const addresses = Array.from({ length: 100 }, (_, at) => `192.0.2.${String(at)}`);
    for (const address of addresses) collector.receive(announcement, from(address), atMs);
    const known = addresses.filter((address) => collector.candidates.get(address) !== undefined);
    expect(known).toEqual(addresses.slice(-64));
  });

  it('cannot make the collector decode more than a bounded number of bytes a second', () => {
    const { collector } = aCollector();
    const large = netflowV9({}, ...Array.from({ length: 30 }, (_, at) => templateV9(300 + at, commonFields)));
    const count = Math.ceil(2_000_000 / large.length) + 50;
    for (let at = 0; at < count; at += 1)
      collector.receive(large, from(`192.0.${String(at >> 8)}.${String(at & 255)}`), atMs);
    const last = `192.0.${String((count - 1) >> 8)}.${String((count - 1) & 255)}`;
    expect(collector.candidates.get(last)).toBeUndefined();
    collector.receive(large, from(last), atMs + 1_000);
    expect(collector.candidates.get(last)).toBeDefined();
  });
});
