import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import type { AttributionRule, Collection } from '#schemas/inventory/collection.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { anExporterInventory, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ip,
  ipfix,
  netflowV9,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
  encodeU32,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';
import { flowSample, frames, packetV4, rawHeader, sflow } from '#tests/fixtures/flow/sflow-builder.ts';

const codec = codecOf(flows);
/** Customer 3's router (21) also serves customers 4 and 5, whose sites use the same private addresses. */
const inventoryWith = (rules: readonly Partial<AttributionRule>[]): Inventory => {
  const plain = anExporterInventory();
  const own = plain.sites.get(11)!;
  const siteOf = (id: number, customer: number) => ({ ...own, id, customer, networks: ['10.11.0.0/16'] });
  const collection: Collection = {
    networks: new Map(),
    repeating: new Set(),
    rules: rules.map((rule) => ({
      device: 21,
      interface: undefined,
      vpn: undefined,
      vrf: undefined,
      customer: 4,
      site: 41,
      ...rule,
    })),
  };
  const sites = new Map([...plain.sites, [41, siteOf(41, 4)], [51, siteOf(51, 5)]]);
  return { ...plain, sites, collection };
};

interface Flow {
  readonly vpn?: number;
  readonly inIndex?: number;
  readonly outIndex?: number;
  readonly direction?: number;
}

const fields = [
  { id: 8, length: 4 },
  { id: 234, length: 4 },
  { id: 10, length: 4 },
  { id: 14, length: 4 },
  { id: 61, length: 1 },
];

/** The rows of a collector with two partitions, by partition. */
function collected(rules: readonly Partial<AttributionRule>[], ...flowsSent: readonly Flow[]) {
  return collectedBy(inventoryWith(rules), ...flowsSent);
}

function collectedBy(inventory: Inventory, ...flowsSent: readonly Flow[]) {
  const rows: DecodedFlow[][] = [[], []];
  const sinks = rows.map((own) => new RowSink(({ bytes }) => own.push(...codec.decode(bytes))));
  const known = { inventory, dictionary: emptyDictionary };
  const collector = new Collector(known, sinks);
  const name = Buffer.concat([Buffer.from('ACME'), Buffer.alloc(28)]);
  const vrfs = optionsTemplateV9(
    400,
    [{ id: 1, length: 4 }],
    [
      { id: 234, length: 4 },
      { id: 236, length: 32 },
    ],
  );
  const records = flowsSent.map(({ vpn = 0, inIndex = 0, outIndex = 0, direction = 0 }) => [
    ip('10.11.0.1'),
    encodeU32(vpn),
    encodeU32(inIndex),
    encodeU32(outIndex),
    encodeU8(direction),
  ]);
  const datagram = netflowV9(
    {},
    vrfs,
    dataSet(400, [encodeU32(0), encodeU32(77), name]),
    templateV9(300, fields),
    dataSet(300, ...records),
  );
  collector.receive(datagram, '127.1.0.1', EXPORT_S * 1000);
  for (const sink of sinks) sink.flush();
  return rows;
}

const ownerOf = (rules: readonly Partial<AttributionRule>[], flow: Flow) => {
  const [row] = collected(rules, flow).flat();
  return [row?.customer, row?.site, row?.source_site];
};

const provider = [3, 11, 11];
const four = [4, 41, 41];
const five = [5, 51, 51];
const toFive = { customer: 5, site: 51 };

it('flows of an inactive device, or of one at an inactive site, are not collected', () => {
  const all = inventoryWith([]);
  const [site, device] = [all.sites.get(11)!, all.devices.get(21)!];
  const sites = new Map([...all.sites, [11, { ...site, active: false }]]);
  const devices = new Map([...all.devices, [21, { ...device, active: false }]]);
  expect(collectedBy(all, {}).flat()).toHaveLength(1);
  expect(collectedBy({ ...all, sites }, {}).flat()).toEqual([]);
  expect(collectedBy({ ...all, devices }, {}).flat()).toEqual([]);
});

describe('a flow is', () => {
  it.each([
    ["its exporter's where no rule speaks of it", [{ vpn: 7 }], { vpn: 8 }, provider],
    ["its exporter's when it is of no VPN", [{ vpn: 7 }], {}, provider],
    ['that of its VPN', [{ vpn: 7 }], { vpn: 7 }, four],
    ['that of its VRF by the name in the table of the device', [{ vrf: 'ACME' }], { vpn: 77 }, four],
    ["its exporter's when the device has no name for its VRF", [{ vrf: 'ACME' }], { vpn: 78 }, provider],
    ['that of its VPN before that of the name', [{ vrf: 'ACME' }, { vpn: 77, ...toFive }], { vpn: 77 }, five],
    ['that of the interface it came in by', [{ interface: 31 }], { inIndex: 1, outIndex: 9 }, four],
    ['that of the interface it went out by', [{ interface: 32 }], { inIndex: 9, outIndex: 2 }, four],
    [
      'that of its VPN before that of its interface',
      [{ interface: 31 }, { vpn: 7, ...toFive }],
      { vpn: 7, inIndex: 1 },
      five,
    ],
    [
      'between two owners that of the way in, in an ingress row',
      [{ interface: 31 }, { interface: 32, ...toFive }],
      { inIndex: 1, outIndex: 2, direction: 0 },
      four,
    ],
    [
      'between two owners that of the way out, in an egress row',
      [{ interface: 31 }, { interface: 32, ...toFive }],
      { inIndex: 1, outIndex: 2, direction: 1 },
      five,
    ],
    ['that of the first rule of two for the same', [{ vpn: 7 }, { vpn: 7, ...toFive }], { vpn: 7 }, four],
    ["its exporter's when the rule is another device's", [{ vpn: 7, device: 22 }], { vpn: 7 }, provider],
  ] as const)('%s', (_, rules, flow, expected) => {
    expect(ownerOf(rules, flow)).toEqual(expected);
  });

  it("is published only to its owner's partition", () => {
    const [even = [], odd = []] = collected([{ vpn: 7 }], { vpn: 7 }, {}, { vpn: 7 });
    expect([even.map(({ customer }) => customer), odd.map(({ customer }) => customer)]).toEqual([
      [4, 4],
      [3],
    ]);
  });
});

describe('a collector of one sub-network', () => {
  it.each([
    [undefined, 1],
    [1, 1],
    [2, 0],
  ])('%s knows the exporters of that one alone', (network, rowsExpected) => {
    const rows: DecodedFlow[] = [];
    const sink = new RowSink(({ bytes }) => rows.push(...codec.decode(bytes)));
    const collection: Collection = {
      networks: new Map([[1, new Map([['127.1.0.1', 21]])]]),
      repeating: new Set(),
      rules: [],
    };
    const inventory = { ...anExporterInventory(), collection };
    const collector = new Collector({ inventory, dictionary: emptyDictionary, network }, [sink]);
    const datagram = netflowV9({}, templateV9(300, [{ id: 1, length: 4 }]), dataSet(300, [encodeU32(1)]));
    collector.receive(datagram, '127.1.0.1', EXPORT_S * 1000);
    sink.flush();
    expect(rows).toHaveLength(rowsExpected);
    expect(collector.unknownExporters.list()).toHaveLength(1 - rowsExpected);
  });
});

describe('an agent behind an exporter', () => {
  const rules = [
    { agent: '198.51.100.7', customer: 4, site: 41 },
    { agent: '2001:db8::7', customer: 5, site: 51 },
    { agent: '7', customer: 5, site: 51 },
    { vpn: 100, customer: 4, site: 41 },
  ];
  const received = (datagram: Buffer): readonly (readonly number[])[] => {
    const seen: DecodedFlow[] = [];
    const sink = new RowSink(({ bytes }) => seen.push(...codec.decode(bytes)));
    const known = { inventory: inventoryWith(rules), dictionary: emptyDictionary };
    new Collector(known, [sink]).receive(datagram, '127.1.0.1', EXPORT_S * 1000);
    sink.flush();
    return seen.map(({ customer, site }) => [customer, site]);
  };

  it.each([
    ['198.51.100.7', [4, 41]],
    ['198.51.100.8', [3, 11]],
  ])('of sFlow at %s has the flows of its customer', (address, owner) => {
    const datagram = sflow({}, flowSample({}, rawHeader(frames.v4(packetV4({})))));
    ip(address).copy(datagram, 8);
    expect(received(datagram)).toEqual([owner]);
  });

  it('is identified in each record by IPv4 or IPv6 address or exporting process, before the VPN', () => {
    const v6 = Buffer.from('20010db8000000000000000000000007', 'hex');
    const record = (id: number, ...value: readonly Buffer[]): Buffer => {
      const [agent, vpn] = [
        { id, length: Buffer.concat(value).length },
        { id: 234, length: 4 },
      ];
      const fieldsOf = [agent, vpn, { id: 1, length: 4 }];
      return Buffer.concat([
        templateIpfix(300 + id, fieldsOf),
        dataSet(300 + id, [...value, encodeU32(100), encodeU32(9)]),
      ]);
    };
    const sets = [
      record(130, ip('198.51.100.7')),
      record(131, v6),
      record(144, encodeU32(7)),
      record(144, encodeU32(8)),
    ];
    expect(received(ipfix({}, ...sets))).toEqual([
      [4, 41],
      [5, 51],
      [5, 51],
      [4, 41],
    ]);
  });
});
