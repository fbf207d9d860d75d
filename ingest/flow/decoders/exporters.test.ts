import { describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { ApplicationAttributes } from '#schemas/application/definition.ts';
import { aCollector, aDictionary, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
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
import { drainTemplateCounts } from '../exporter/template-counts.ts';

/** A field of a template, by element or by enterprise and element, and its bytes in the record. */
type ExportedField = readonly [id: number | readonly [enterprise: number, id: number], value: Buffer];

const text = (value: string, length: number): Buffer => Buffer.from(value.padEnd(length, '\0'));
const variable = (value: string): Buffer =>
  Buffer.concat([encodeU8(Buffer.byteLength(value)), Buffer.from(value)]);

const keyOf = (id: ExportedField[0]) => (typeof id === 'number' ? { id } : { enterprise: id[0], id: id[1] });

const [anApplication] = aDictionary.applications;
/** One custom application, recognised by its hosts. */
const dictionary = {
  ...aDictionary,
  applications: [
    { ...anApplication!, attributes: ApplicationAttributes.parse({ hostnames: ['*.example.com'] }) },
  ],
};

/** The rows of one record of IPFIX, or of NetFlow v9; texts are of variable length where their cell states it. */
function decoded(
  cells: readonly ExportedField[],
  { v9 = false, lengths = {} as Record<string, number> } = {},
) {
  const { send, rows, collector } = aCollector(undefined, dictionary);
  const fields = cells.map(([id, value]) => ({ ...keyOf(id), length: lengths[String(id)] ?? value.length }));
  const record = cells.map(([, value]) => value);
  if (v9) send(netflowV9({}, templateV9(300, fields), dataSet(300, record)));
  else send(ipfix({}, templateIpfix(300, fields), dataSet(300, record)));
  const [entry] = collector.exporters.get('127.1.0.1')!.domains.values();
  const { unknownElements } = drainTemplateCounts(entry!.domain.templates);
  return { rows: rows(), unknown: [...unknownElements.keys()], entry: entry! };
}

const flow: readonly ExportedField[] = [
  [8, ip('10.11.0.1')],
  [12, ip('10.12.0.2')],
  [7, encodeU16(50_000)],
  [11, encodeU16(443)],
  [4, encodeU8(6)],
];
const counts: readonly ExportedField[] = [
  [1, encodeU64(9_000)],
  [2, encodeU64(12)],
];
const userOf = (row: DecodedFlow | undefined): string =>
  Buffer.from((row as { user?: Uint8Array } | undefined)?.user ?? [])
    .toString()
    .replaceAll('\0', '');

describe('a Nokia router that translates addresses', () => {
  const NOKIA = 637;
  const cells: readonly ExportedField[] = [
    ...flow,
    [225, ip('203.0.113.9')],
    [[NOKIA, 91], encodeU16(4_010)],
    [[NOKIA, 92], encodeU16(4_020)],
    [[NOKIA, 93], variable('LSN-Host@10.11.0.1')],
    ...counts,
  ];

  it('names the subscriber and the routing instances of both sides', () => {
    const { rows, unknown } = decoded(cells, { lengths: { '637,93': 65_535 } });
    expect(rows).toMatchObject([{ vpn: 4_010, egress_vpn: 4_020, bytes: 9_000n, packets: 12n }]);
    expect(userOf(rows[0])).toBe('LSN-Host@10.11.0.1');
    expect(unknown).toEqual([]);
  });

  it('names the VRF by the standard element where it has one', () => {
    const { rows } = decoded([...flow, [234, encodeU32(7)], [[NOKIA, 91], encodeU16(4_010)], ...counts]);
    expect(rows).toMatchObject([{ vpn: 7 }]);
  });
});

describe('nProbe', () => {
  it.each([
    ['IPFIX', false, (id: number) => [35_632, id] as const],
    ['NetFlow v9', true, (id: number) => 57_472 + id],
  ])('names application, user and host by %s', (_, v9, of) => {
    const cells: readonly ExportedField[] = [
      ...flow,
      [of(119), text('TLS.Example', 16)],
      [of(121), text('a.martin', 16)],
      [of(187), text('', 32)],
      [of(188), text('shop.example.com', 32)],
      ...counts,
    ];
    const { rows, unknown, entry } = decoded(cells, { v9 });
    expect(rows).toMatchObject([{ source_port: 50_000, bytes: 9_000n, packets: 12n }]);
    expect(userOf(rows[0])).toBe('a.martin');
    expect(rows[0]!.application).toBe((256n << 32n) + BigInt(anApplication!.id));
    expect([...entry.domain.applications.names.values()]).toContain('tls.example');
    expect(unknown).toEqual([]);
  });
});

describe('a switch of VMware or Open vSwitch', () => {
  const VMWARE = 6_876;

  it('exports the tunnel as the flow, and the tenant behind it without being unknown', () => {
    const cells: readonly ExportedField[] = [
      ...flow,
      [[VMWARE, 880], encodeU8(17)],
      [[VMWARE, 881], ip('192.168.7.1')],
      [[VMWARE, 886], encodeU16(5_060)],
      [[VMWARE, 890], encodeU16(2)],
      [[VMWARE, 898], variable('tenant-7')],
      ...counts,
    ];
    const { rows, unknown } = decoded(cells, { lengths: { '6876,898': 65_535 } });
    expect(rows).toMatchObject([{ source: addressBytes('10.11.0.1'), destination_port: 443, bytes: 9_000n }]);
    expect(unknown).toEqual([]);
  });
});

describe('an element of a vendor that is not known', () => {
  it('is counted, and the other fields are stored', () => {
    const { rows, unknown } = decoded(
      [
        flow[0]!,
        [[8_741, 3], variable('zone LAN')],
        ...flow.slice(1),
        [[23_867, 9], encodeU64(1)],
        ...counts,
      ],
      { lengths: { '8741,3': 65_535 } },
    );
    expect(rows).toMatchObject([{ source_site: 11, destination_site: 12, bytes: 9_000n, packets: 12n }]);
    expect(unknown).toEqual(['8741/3', '23867/9']);
  });
});

describe('bytes', () => {
  it.each<[string, readonly ExportedField[], readonly [bigint, bigint]]>([
    [
      'of frames count where those of IP are not exported',
      [
        [352, encodeU64(1_400)],
        [2, encodeU32(2)],
      ],
      [1_400n, 2n],
    ],
    [
      'of frames are no part of those of IP',
      [
        [352, encodeU64(1_400)],
        [1, encodeU32(1_372)],
      ],
      [1_372n, 0n],
    ],
    [
      'in a total count where no delta is exported',
      [
        [85, encodeU32(500)],
        [86, encodeU32(5)],
      ],
      [500n, 5n],
    ],
    [
      'in a total beside a delta add nothing',
      [
        [85, encodeU64(9_999)],
        [1, encodeU32(70)],
      ],
      [70n, 0n],
    ],
    [
      'of 64 bits sent in four are read',
      [
        [1, encodeU32(4_294_967_295)],
        [2, encodeU16(65_535)],
      ],
      [4_294_967_295n, 65_535n],
    ],
  ])('%s', (_, cells, [bytes, packets]) => {
    expect(decoded([...flow, ...cells]).rows).toMatchObject([{ bytes, packets }]);
  });

  it.each<[string, readonly ExportedField[], boolean]>([
    [
      'initiator and responder of a firewall (231, 232, 298, 299)',
      [
        [231, encodeU64(700)],
        [232, encodeU64(90_000)],
        [298, encodeU32(7)],
        [299, encodeU32(80)],
      ],
      true,
    ],
    [
      'deltas of both directions (RFC 5103)',
      [
        [1, encodeU64(700)],
        [2, encodeU64(7)],
        [[29_305, 1], encodeU64(90_000)],
        [[29_305, 2], encodeU64(80)],
      ],
      false,
    ],
    [
      'totals of both directions (RFC 5103), as yaf exports them',
      [
        [85, encodeU64(700)],
        [86, encodeU32(7)],
        [[29_305, 85], encodeU64(90_000)],
        [[29_305, 86], encodeU32(80)],
      ],
      false,
    ],
    [
      'frames of both directions',
      [
        [352, encodeU64(700)],
        [2, encodeU32(7)],
        [[29_305, 352], encodeU64(90_000)],
        [[29_305, 2], encodeU32(80)],
      ],
      false,
    ],
  ])('of %s are two rows', (_, cells, v9) => {
    expect(decoded([...flow, ...cells], { v9 }).rows).toMatchObject([
      { source_port: 50_000, destination_port: 443, source_site: 11, bytes: 700n, packets: 7n },
      { source_port: 443, destination_port: 50_000, source_site: 12, bytes: 90_000n, packets: 80n },
    ]);
  });
});
