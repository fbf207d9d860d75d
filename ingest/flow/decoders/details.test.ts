import { describe, expect, it } from 'vitest';
import { aCollector, type DetailedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
  ip,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import {
  flowSample,
  frames,
  gateway,
  packetV4,
  rawHeader,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';

type Field = readonly [id: number, value: Buffer];
const EXPORT_MS = EXPORT_S * 1_000;
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const v4Hex = (text: string): string => `00000000000000000000ffff${ip(text).toString('hex')}`;

/** The row of one NetFlow v9 record, its bytes in hexadecimal. */
function rowOf(...fields: readonly Field[]): Readonly<Record<string, unknown>> {
  const { send, rows } = aCollector();
  const template = templateV9(
    256,
    fields.map(([id, { length }]) => ({ id, length })),
  );
  send(
    netflowV9(
      {},
      template,
      dataSet(
        256,
        fields.map(([, value]) => value),
      ),
    ),
  );
  const [row] = rows();
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, cell]) => [name, cell instanceof Uint8Array ? textOf(cell) : cell]),
  );
}

const label = Buffer.from([0x01, 0x2c, 0x51]);
const mac = Buffer.from('34028675c051', 'hex');
const path = Buffer.from('20010db8000000000000000000000009', 'hex');

describe('a field that few exporters send', () => {
  it.each<[string, readonly Field[], Readonly<Record<string, unknown>>]>([
    [
      'VLANs of both sides',
      [
        [58, encodeU16(120)],
        [59, encodeU16(130)],
      ],
      { vlan: 120, post_vlan: 130 },
    ],
    [
      'the VLAN of an 802.1Q tag',
      [
        [58, encodeU16(0)],
        [243, encodeU16(99)],
      ],
      { vlan: 99 },
    ],
    [
      'both VRFs',
      [
        [234, encodeU32(5)],
        [235, encodeU32(6)],
      ],
      { vpn: 5, egress_vpn: 6 },
    ],
    ['the top MPLS label', [[70, label]], { mpls_label: 0x12c5 }],
    ['the forwarding status', [[89, encodeU8(0x40)]], { forwarding_status: 0x40 }],
    ['the forwarding status in four bytes', [[89, encodeU32(0xc3)]], { forwarding_status: 0xc3 }],
    [
      'type and code of ICMP',
      [
        [4, encodeU8(1)],
        [7, encodeU16(9)],
        [11, encodeU16(17)],
        [176, encodeU8(3)],
        [177, encodeU8(4)],
      ],
      { source_port: 9, destination_port: 0x03_04 },
    ],
    [
      'type and code of ICMPv6',
      [
        [4, encodeU8(58)],
        [178, encodeU8(128)],
        [179, encodeU8(0)],
      ],
      { destination_port: 0x80_00 },
    ],
    [
      'no type and code of other protocols',
      [
        [4, encodeU8(6)],
        [11, encodeU16(443)],
        [176, encodeU8(0)],
        [177, encodeU8(0)],
      ],
      { destination_port: 443 },
    ],
    ['the BGP next hop', [[18, ip('192.0.2.9')]], { next_hop: v4Hex('192.0.2.9') }],
    ['the BGP next hop of IPv6', [[63, path]], { next_hop: textOf(path) }],
    [
      'the next hop before that of BGP',
      [
        [15, ip('192.0.2.1')],
        [18, ip('192.0.2.9')],
      ],
      { next_hop: v4Hex('192.0.2.1') },
    ],
    [
      'translated addresses and ports with their event',
      [
        [225, ip('203.0.113.1')],
        [226, ip('203.0.113.2')],
        [227, encodeU16(61_000)],
        [228, encodeU16(53)],
        [230, encodeU8(1)],
        [233, encodeU8(2)],
      ],
      {
        post_nat_source: v4Hex('203.0.113.1'),
        post_nat_destination: v4Hex('203.0.113.2'),
        post_nat_source_port: 61_000,
        post_nat_destination_port: 53,
        nat_event: 1,
        firewall_event: 2,
      },
    ],
    ['a translated address of IPv6', [[281, path]], { post_nat_source: textOf(path) }],
    ['no translation, sent as 0.0.0.0', [[225, ip('0.0.0.0')]], { post_nat_source: '0'.repeat(32) }],
    [
      'the translation of an ASA, by its own elements',
      [
        [40_001, ip('203.0.113.1')],
        [40_003, encodeU16(61_000)],
        [40_005, encodeU8(5)],
        [40_000, Buffer.from('alice\0\0\0')],
      ],
      {
        post_nat_source: v4Hex('203.0.113.1'),
        post_nat_source_port: 61_000,
        firewall_event: 5,
        user: Buffer.from('alice').toString('hex').padEnd(128, '0'),
      },
    ],
    [
      'the user of a Palo Alto',
      [[56_702, Buffer.from('bob\0')]],
      { user: Buffer.from('bob').toString('hex').padEnd(128, '0') },
    ],
    [
      'the client of a wireless controller',
      [
        [365, mac],
        [366, ip('192.168.20.121')],
      ],
      { client_mac: textOf(mac), client: v4Hex('192.168.20.121') },
    ],
    ['an unknown direction', [[61, encodeU8(255)]], { direction: 0 }],
    [
      'the time of an event',
      [[323, encodeU64(EXPORT_MS - 1_500)]],
      { last: EXPORT_MS - 1_500, first: EXPORT_MS - 1_500 },
    ],
  ])('%s is stored', (_, fields, expected) => {
    expect(rowOf([8, ip('10.11.0.1')], ...fields)).toMatchObject(expected);
  });

  it('is read from variable-length records as well', () => {
    const { send, rows } = aCollector();
    const fields = [
      { id: 371, length: 65_535 },
      { id: 1, length: 4 },
    ];
    send(
      ipfix({}, templateIpfix(256, fields), dataSet(256, [encodeU8(5), Buffer.from('carol'), encodeU32(9)])),
    );
    expect(rows()).toMatchObject([{ bytes: 9n }]);
    expect(textOf((rows()[0] as unknown as { user: Uint8Array }).user)).toBe(
      Buffer.from('carol').toString('hex').padEnd(128, '0'),
    );
  });

  it('and its absence are kept apart record by record, whichever templates alternate', () => {
    const { send, rows } = aCollector();
    const plain = [
      { id: 8, length: 4 },
      { id: 1, length: 4 },
    ];
    const nat = [...plain, { id: 225, length: 4 }];
    const templates = [templateV9(256, plain), templateV9(257, nat)];
    const some = [
      dataSet(256, [ip('10.11.0.1'), encodeU32(1)], [ip('10.11.0.2'), encodeU32(2)]),
      dataSet(
        257,
        [ip('10.11.0.3'), encodeU32(3), ip('203.0.113.3')],
        [ip('10.11.0.4'), encodeU32(4), ip('203.0.113.4')],
      ),
    ];
    send(netflowV9({}, ...templates, ...some, ...some));
    const found = rows().map((row) => [
      Number(row.bytes),
      textOf((row as { post_nat_source?: Uint8Array }).post_nat_source),
    ]);
    expect(found).toEqual([
      [1, ''],
      [2, ''],
      [1, ''],
      [2, ''],
      [3, v4Hex('203.0.113.3')],
      [4, v4Hex('203.0.113.4')],
      [3, v4Hex('203.0.113.3')],
      [4, v4Hex('203.0.113.4')],
    ]);
  });

  it('of the responder: translated addresses are swapped with the ends', () => {
    const { send, rows } = aCollector();
    const fields = [8, 12, 225, 226, 231, 232].map((id) => ({ id, length: 4 }));
    const ends = [ip('10.11.0.1'), ip('198.51.100.7'), ip('203.0.113.1'), ip('198.51.100.7')];
    send(netflowV9({}, templateV9(256, fields), dataSet(256, [...ends, encodeU32(100), encodeU32(900)])));
    const found = (rows() as readonly DetailedFlow[]).map((row) =>
      [row.source, row.post_nat_source, row.post_nat_destination].map(textOf),
    );
    const [inside, outside, translated] = ['10.11.0.1', '198.51.100.7', '203.0.113.1'].map(v4Hex);
    expect(found).toEqual([
      [inside, translated, outside],
      [outside, outside, translated],
    ]);
  });

  it('of sFlow: AS path and own AS of a router', () => {
    const { send, rows } = aCollector();
    send(sflow({}, flowSample({}, gateway(), rawHeader(frames.qinq(packetV4({}))))));
    const [row] = rows() as unknown as readonly { own_as: number; as_path: Uint8Array; vlan: number }[];
    const numbers = new DataView(row!.as_path.buffer, row!.as_path.byteOffset);
    expect([0, 4, 8, 12].map((at) => numbers.getUint32(at, true))).toEqual([64_510, 64_511, 64_599, 0]);
    expect(row).toMatchObject({ own_as: 64_500, destination_as: 64_599 });
    expect(row!.vlan).toBeGreaterThan(0);
  });
});

describe('an element of the template', () => {
  it.each<[string, readonly Field[], Readonly<Record<string, unknown>>]>([
    [
      'a delta of 0 beside a total',
      [
        [1, encodeU32(0)],
        [85, encodeU32(900)],
        [2, encodeU32(0)],
        [86, encodeU32(9)],
      ],
      { bytes: 0n, packets: 0n },
    ],
    [
      'a total alone',
      [
        [85, encodeU32(900)],
        [86, encodeU32(9)],
      ],
      { bytes: 900n, packets: 9n },
    ],
    [
      'a total of 0 beside the bytes of the initiator',
      [
        [85, encodeU32(0)],
        [231, encodeU32(70)],
      ],
      { bytes: 0n },
    ],
    [
      'OUT_BYTES beside as many IN_BYTES',
      [
        [1, encodeU32(50)],
        [23, encodeU32(50)],
      ],
      { bytes: 50n },
    ],
    [
      'OUT_BYTES where nothing came in',
      [
        [1, encodeU32(0)],
        [23, encodeU32(50)],
      ],
      { bytes: 50n },
    ],
    [
      'an input interface of 0 beside a physical one',
      [
        [10, encodeU32(0)],
        [252, encodeU32(7)],
      ],
      { in_index: 0 },
    ],
  ])('has a value, also 0: %s', (_, fields, expected) => {
    expect(rowOf(...fields)).toMatchObject(expected);
  });
});

describe('a duration', () => {
  const uptimes = [
    { id: 22, length: 4 },
    { id: 21, length: 4 },
    { id: 1, length: 4 },
  ];
  it.each([
    ['without a boot time', 7_000, 27_269],
    ['across the wrap of the uptime', 4_294_967_000, 19_973],
  ])('is kept %s', (_, first, last) => {
    const { send, rows, entry } = aCollector();
    send(
      ipfix({}, templateIpfix(256, uptimes), dataSet(256, [encodeU32(first), encodeU32(last), encodeU32(5)])),
    );
    expect(rows()).toMatchObject([{ first: EXPORT_MS - 20_269, last: EXPORT_MS }]);
    expect(entry('10.7')!.domain.timesReplaced).toBe(1);
  });

  it('stated by the exporter counts before that of its uptimes', () => {
    const { send, rows } = aCollector();
    const fields = [...uptimes, { id: 161, length: 4 }];
    send(
      ipfix(
        {},
        templateIpfix(256, fields),
        dataSet(256, [encodeU32(1), encodeU32(9), encodeU32(5), encodeU32(1_234)]),
      ),
    );
    expect(rows()).toMatchObject([{ first: EXPORT_MS - 1_234, last: EXPORT_MS }]);
  });
});

describe('zeroes behind the last set', () => {
  const flow = [templateV9(256, [{ id: 1, length: 4 }]), dataSet(256, [encodeU32(5)])];
  it.each([4, 7, 900])('are padding (%d bytes)', (length) => {
    const { send, rows, entry } = aCollector();
    send(Buffer.concat([netflowV9({}, ...flow), Buffer.alloc(length)]));
    expect(rows()).toMatchObject([{ bytes: 5n }]);
    expect([...entry('9.7')!.traffic.errors]).toEqual([]);
  });

  it('with something else among them are an error', () => {
    const { send, entry } = aCollector();
    send(Buffer.concat([netflowV9({}, ...flow), Buffer.alloc(20), Buffer.from([1])]));
    expect([...entry('9.7')!.traffic.errors]).toEqual([['set too short', 1]]);
  });
});
