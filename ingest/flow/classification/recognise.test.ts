import { describe, expect, it } from 'vitest';
import { ApplicationAttributes, type ApplicationDictionary } from '#schemas/application/definition.ts';
import { aCollector, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ip,
  ipfix,
  netflowV5,
  netflowV9,
  optionsTemplateIpfix,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
  encodeU16,
  encodeU32,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';

const dictionaryOf = (attributes: Partial<ApplicationAttributes>): ApplicationDictionary => ({
  precedence: 'provider',
  applications: [
    {
      id: 12,
      name: 'Intranet',
      customer: 3,
      order: 1,
      active: true,
      attributes: ApplicationAttributes.parse(attributes),
    },
  ],
});
const CUSTOM = (256n << 32n) | 12n;
const iana = (engine: bigint, selector: bigint): bigint => (engine << 32n) | selector;

const fields = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 7, length: 2 },
  { id: 11, length: 2 },
  { id: 4, length: 1 },
  { id: 95, length: 4 },
];
const aRecord = (
  change: { ports?: readonly [number, number]; protocol?: number; application?: number } = {},
) => {
  const { ports: [source, destination] = [50_000, 443], protocol = 6, application = 0 } = change;
  return [
    ip('10.11.0.1'),
    ip('192.0.2.1'),
    encodeU16(source),
    encodeU16(destination),
    encodeU8(protocol),
    encodeU32(application),
  ];
};
const nbar = (selector: number): number => 13 * 2 ** 24 + selector;

function applicationOf(record: readonly Buffer[], dictionary?: ApplicationDictionary): bigint {
  const { send, rows } = aCollector(undefined, dictionary);
  send(netflowV9({}, templateV9(300, fields), dataSet(300, record)));
  return rows()[0]!.application;
}

describe('the application of a flow', () => {
  it.each([
    ['the custom one that recognises it', dictionaryOf({ ports: ['443'] }), aRecord(), CUSTOM],
    [
      'a custom one also when the device says another',
      dictionaryOf({ ports: ['443'] }),
      aRecord({ application: nbar(9) }),
      CUSTOM,
    ],
    [
      'the one reported by the device when no custom one matches',
      dictionaryOf({ ports: ['80'] }),
      aRecord({ application: nbar(9) }),
      iana(13n, 9n),
    ],
    ['that of the well-known port when the device says none', undefined, aRecord(), iana(3n, 443n)],
    [
      'that of the lower port in the other direction',
      undefined,
      aRecord({ ports: [443, 50_000] }),
      iana(3n, 443n),
    ],
    [
      'its protocol when both ports are dynamic',
      undefined,
      aRecord({ ports: [50_000, 60_000], protocol: 17 }),
      iana(1n, 17n),
    ],
    [
      'its protocol when it has no ports',
      undefined,
      aRecord({ ports: [0, 2_048], protocol: 1 }),
      iana(1n, 1n),
    ],
  ])('is %s', (_, dictionary, record, expected) => {
    expect(applicationOf(record, dictionary)).toBe(expected);
  });

  it.each([
    [
      'NetFlow v9',
      (records: readonly (readonly Buffer[])[]) => [
        netflowV9(
          {},
          optionsTemplateV9(
            400,
            [{ id: 1, length: 4 }],
            [
              { id: 95, length: 4 },
              { id: 96, length: 24 },
            ],
          ),
          dataSet(400, ...records.map((record) => [encodeU32(0), ...record])),
        ),
        netflowV9({}, templateV9(300, fields), dataSet(300, aRecord({ application: nbar(9) }))),
      ],
    ],
    [
      'IPFIX',
      (records: readonly (readonly Buffer[])[]) => [
        ipfix(
          {},
          optionsTemplateIpfix(400, [{ id: 95, length: 4 }], [{ id: 96, length: 24 }]),
          dataSet(400, ...records),
        ),
        ipfix({}, templateIpfix(300, fields), dataSet(300, aRecord({ application: nbar(9) }))),
      ],
    ],
    [
      'IPFIX with names of variable length',
      (records: readonly (readonly Buffer[])[]) => [
        ipfix(
          {},
          optionsTemplateIpfix(400, [{ id: 95, length: 4 }], [{ id: 96, length: 65_535 }]),
          dataSet(400, ...records.map(([id, name]) => [id!, encodeU8(24), name!])),
        ),
        ipfix({}, templateIpfix(300, fields), dataSet(300, aRecord({ application: nbar(9) }))),
      ],
    ],
  ])('is recognised by the name that an options table of %s gives its id', (_, datagrams) => {
    const { send, rows } = aCollector(undefined, dictionaryOf({ applicationNames: ['ms-teams'] }));
    const padded = (name: string): Buffer =>
      Buffer.concat([Buffer.from(name), Buffer.alloc(24 - name.length)]);
    const table = [
      [encodeU32(nbar(8)), padded('ssl')],
      [encodeU32(nbar(9)), padded('MS-Teams')],
    ];
    for (const datagram of datagrams(table)) send(datagram);
    expect(rows().map(({ application }) => application)).toEqual([CUSTOM]);
  });

  it.each([
    ['the override of its customer, with the number of the provider’s application', 3, ['443'], true, CUSTOM],
    ['not the provider’s where its customer overrides it', 3, ['80'], true, iana(3n, 443n)],
    ['neither where the override is deactivated', 3, ['443'], false, iana(3n, 443n)],
    ['the provider’s where another customer overrides it', 4, ['80'], true, CUSTOM],
  ])('follows an override: %s', (_, customer, ports, active, expected) => {
    const [provided] = dictionaryOf({ ports: ['443'] }).applications;
    const shared = { ...provided!, customer: undefined };
    const attributes = ApplicationAttributes.parse({ ports });
    const override = { ...shared, customer, active, attributes, overrides: true as const };
    for (const precedence of ['provider', 'customer'] as const)
      expect(applicationOf(aRecord(), { precedence, applications: [override, shared] })).toBe(expected);
  });

  it('is recognised in NetFlow v5', () => {
    const { send, rows } = aCollector(undefined, dictionaryOf({ addresses: ['192.0.2.0/24'] }));
    const record = {
      source: '10.11.0.1',
      destination: '192.0.2.1',
      packets: 1,
      bytes: 40,
      firstMs: 3_590_000,
      lastMs: 3_595_000,
    };
    send(netflowV5({}, record, { ...record, destination: '198.51.100.1' }));
    expect(rows().map(({ application }) => application)).toEqual([CUSTOM, iana(3n, 443n)]);
  });

  it('follows a changed dictionary from the next datagram on and keeps templates', () => {
    const { collector, send, rows } = aCollector();
    send(netflowV9({}, templateV9(300, fields), dataSet(300, aRecord())));
    collector.reconfigure(aCollectorConfig('127.1.0.1', dictionaryOf({ ports: ['443'] })));
    send(netflowV9({ sequence: 2 }, dataSet(300, aRecord())));
    expect(rows().map(({ application }) => application)).toEqual([iana(3n, 443n), CUSTOM]);
  });
});
