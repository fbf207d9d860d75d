import { describe, expect, it } from 'vitest';
import { applicationRows } from '#ingest/flow/statistics/application-names.ts';
import { Interfaces } from '#ingest/flow/exporter/interfaces.ts';
import { statsRows } from '#ingest/flow/statistics/stats-rows.ts';
import { aCollector, anExporterInventory, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ip,
  ipfix,
  netflowV9,
  optionsTemplateIpfix,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
  encodeU32,
  encodeU64,
  encodeU8,
  EXPORT_S,
  type FieldSpec,
} from '#tests/fixtures/flow/packet-builder.ts';

const system: readonly FieldSpec[] = [{ id: 1, length: 4 }];
const text = (value: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(value), Buffer.alloc(length - value.length)]);

/** Option records of one table, as an IOS XE router sends them: about the whole system. */
function optionsOf(fields: readonly FieldSpec[], ...records: readonly (readonly Buffer[])[]): Buffer {
  return netflowV9(
    {},
    optionsTemplateV9(300, system, fields),
    dataSet(300, ...records.map((record) => [encodeU32(0), ...record])),
  );
}

describe('the table of interfaces that a device sends', () => {
  const fields = [
    { id: 10, length: 4 },
    { id: 82, length: 16 },
    { id: 83, length: 24 },
  ];
  const flow = () =>
    netflowV9(
      { sequence: 2 },
      templateV9(
        256,
        [8, 12, 10, 14].map((id) => ({ id, length: 4 })),
      ),
      dataSet(256, [ip('10.11.0.1'), ip('10.12.0.1'), encodeU32(501), encodeU32(2)]),
    );

  it.each([
    ['ifName', 'Gi0/0', 'GigabitEthernet0/0'],
    ['ifDescr', 'gi0', 'Gi0/0'],
  ])('resolves an ifIndex that was not polled by %s', (_, name, description) => {
    const { collector, send, rows } = aCollector();
    send(optionsOf(fields, [encodeU32(501), text(name, 16), text(description, 24)]));
    const exporter = collector.exporters.get('127.1.0.1')!;
    const { attribution } = exporter;
    const byName = new Map([['Gi0/0', 31]]);
    exporter.setAttribution({ ...attribution, interfaces: { byIndex: new Map([[2, 32]]), byName } });
    send(flow());
    expect(rows()).toMatchObject([{ in_index: 501, in_interface: 31, out_interface: 32 }]);
  });

  it('yields to the index learned by the poller and follows a renumbering', () => {
    const interfaces = new Interfaces();
    interfaces.setInventory({ byIndex: new Map([[7, 40]]), byName: new Map([['Gi0/0', 31]]) });
    interfaces.setName(7, 'Gi0/0');
    expect([...interfaces.byIndex]).toEqual([[7, 40]]);
    interfaces.setName(8, 'Gi0/0');
    expect(interfaces.byIndex.get(8)).toBe(31);
    interfaces.setName(9, 'Gi0/0');
    expect([...interfaces.byIndex]).toEqual([
      [7, 40],
      [9, 31],
    ]);
  });

  it('is bounded against a forged exporter', () => {
    const interfaces = new Interfaces();
    for (let index = 1; index <= 20_000; index += 1) interfaces.setName(index, `port ${String(index)}`);
    expect(interfaces.entries()).toHaveLength(16_384);
  });
});

describe('sampling rates of interfaces', () => {
  const rates = [
    { id: 34, length: 4 },
    { id: 35, length: 1 },
  ];
  const flowFields = [
    { id: 10, length: 4 },
    { id: 14, length: 4 },
    { id: 61, length: 1 },
    { id: 1, length: 4 },
  ];
  const flows = [
    [encodeU32(1), encodeU32(2), encodeU8(0), encodeU32(100)],
    [encodeU32(2), encodeU32(1), encodeU8(0), encodeU32(100)],
    [encodeU32(2), encodeU32(1), encodeU8(1), encodeU32(100)],
    [encodeU32(3), encodeU32(4), encodeU8(0), encodeU32(100)],
  ];
  const rows = [
    [encodeU32(1), encodeU32(1_000), encodeU8(2)],
    [encodeU32(2), encodeU32(10), encodeU8(2)],
  ];
  it.each([
    [
      'NetFlow v9 by its scope',
      netflowV9(
        {},
        optionsTemplateV9(310, [{ id: 2, length: 4 }], rates),
        dataSet(310, ...rows),
        templateV9(256, flowFields),
        dataSet(256, ...flows),
      ),
    ],
    [
      'IPFIX by their element',
      ipfix(
        {},
        optionsTemplateIpfix(310, [{ id: 10, length: 4 }], rates),
        dataSet(310, ...rows),
        templateIpfix(256, flowFields),
        dataSet(256, ...flows),
      ),
    ],
  ])('of %s hold for the flows of those alone', (_, datagram) => {
    const { send, rows: seen } = aCollector();
    send(datagram);
    expect(seen().map(({ sampling, bytes }) => [sampling, bytes])).toEqual([
      [1_000, 100_000n],
      [10, 1_000n],
      [1_000, 100_000n],
      [1, 100n],
    ]);
  });
});

describe('the export statistics of a device', () => {
  const fields = [
    { id: 144, length: 4 },
    { id: 42, length: 8 },
    { id: 166, length: 8 },
    { id: 164, length: 8 },
  ];
  const report = (sent: number, notSent: number, ignored: number) =>
    optionsOf(fields, [encodeU32(1), encodeU64(sent), encodeU64(notSent), encodeU64(ignored)]);

  it('count their growth since the previous report, and in full after a restart', () => {
    const { collector, send } = aCollector();
    const row = () => statsRows(collector.exporters.values(), 'c', 0)[0];
    send(report(1_000, 5, 7));
    expect(row()).toMatchObject({ exporter_sent: 0n, exporter_not_sent: 0n, exporter_ignored: 0n });
    send(report(1_500, 8, 7));
    expect(row()).toMatchObject({ exporter_sent: 500n, exporter_not_sent: 3n, exporter_ignored: 0n });
    send(report(20, 1, 2));
    expect(row()).toMatchObject({ exporter_sent: 20n, exporter_not_sent: 1n, exporter_ignored: 2n });
  });

  it('are reported with the received records by template', () => {
    const { collector, send } = aCollector();
    send(
      netflowV9(
        {},
        templateV9(256, [{ id: 8, length: 4 }]),
        dataSet(256, [ip('10.11.0.1')], [ip('10.11.0.2')]),
      ),
    );
    expect(statsRows(collector.exporters.values(), 'c', 0)[0]?.template_records).toEqual(
      new Map([['256', 2n]]),
    );
  });
});

describe('the table of attributes of applications', () => {
  const name = [
    { id: 95, length: 4 },
    { id: 96, length: 24 },
  ];
  const ofCisco = [12_232, 12_233, 12_234, 12_243, 12_244].map((id) => ({ id: id + 32_768, length: 24 }));
  const youtube = encodeU32(0x0d_00_00_52);

  it('is published with the application name, in either order of arrival', () => {
    const { collector, send } = aCollector();
    const words = [
      'voice-and-video',
      'streaming',
      'youtube-group',
      'multimedia-streaming',
      'business-irrelevant',
    ];
    const attributes = [{ id: 95, length: 4 }, ...ofCisco];
    send(optionsOf(attributes, [youtube, ...words.map((word) => text(word, 24))]));
    expect(applicationRows(collector.exporters.values(), 5)).toEqual([]);
    send(optionsOf(name, [youtube, text('YouTube', 24)]));
    expect(applicationRows(collector.exporters.values(), 5)).toEqual([
      {
        customer: 3,
        exporter: 21,
        application: (13n << 32n) | 0x52n,
        name: 'youtube',
        category: 'voice-and-video',
        sub_category: 'streaming',
        application_group: 'youtube-group',
        traffic_class: 'multimedia-streaming',
        relevance: 'business-irrelevant',
        since: EXPORT_S * 1000 + 40,
        at: 5,
      },
    ]);
    expect(applicationRows(collector.exporters.values(), 6)).toEqual([]);
  });

  it('has another name from the time at which the device reports it', () => {
    const { collector, send } = aCollector();
    const publishedAt = () =>
      applicationRows(collector.exporters.values(), 9).map((row) => [row.exporter, row.name, row.since]);
    send(optionsOf(name, [youtube, text('YouTube', 24)]), 1_000);
    expect(publishedAt()).toEqual([[21, 'youtube', 1_000]]);
    send(optionsOf(name, [youtube, text('YouTube', 24)]), 2_000);
    expect(publishedAt()).toEqual([]);
    send(optionsOf(name, [youtube, text('Video', 24)]), 3_000);
    expect(publishedAt()).toEqual([[21, 'video', 3_000]]);
  });

  it('is published for each customer whose flows the device sends', () => {
    const { collector, send } = aCollector();
    const rule = { device: 21, interface: undefined, vpn: 100, vrf: undefined, customer: 9, site: 99 };
    const collection = { networks: new Map(), repeating: new Set<number>(), rules: [rule] };
    collector.reconfigure({ ...aCollectorConfig(), inventory: { ...anExporterInventory(), collection } });
    send(optionsOf(name, [youtube, text('YouTube', 24)]));
    const published = applicationRows(collector.exporters.values(), 5);
    expect(published.map((row) => [row.customer, row.name])).toEqual([
      [3, 'youtube'],
      [9, 'youtube'],
    ]);
  });

  it('is read from IANA elements as well', () => {
    const { collector, send } = aCollector();
    const fields = [{ id: 95, length: 4 }, ...[372, 373, 374].map((id) => ({ id, length: 12 }))];
    send(optionsOf(name, [youtube, text('YouTube', 24)]));
    send(optionsOf(fields, [youtube, ...['media', 'video', 'google'].map((word) => text(word, 12))]));
    expect(applicationRows(collector.exporters.values(), 5)).toMatchObject([
      {
        name: 'youtube',
        category: 'media',
        sub_category: 'video',
        application_group: 'google',
        relevance: '',
      },
    ]);
  });
});
