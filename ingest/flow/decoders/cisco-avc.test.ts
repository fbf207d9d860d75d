import { describe, expect, it } from 'vitest';
import { ApplicationAttributes, CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { aCollector, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ip,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
  type FieldSpec,
} from '#tests/fixtures/flow/packet-builder.ts';

const VARIABLE = 65_535;
const cisco = (id: number, length: number): FieldSpec => ({ id, length, enterprise: 9 });
const v4 = (bytes: Uint8Array): string => bytes.subarray(12).join('.');
const ends = (row: DecodedFlow) => [
  v4(row.source),
  row.source_port,
  v4(row.destination),
  row.destination_port,
];
const variable = (bytes: Buffer): Buffer => Buffer.concat([encodeU8(bytes.length), bytes]);
const key: readonly FieldSpec[] = [
  { id: 8, length: 4 },
  { id: 12, length: 4 },
  { id: 7, length: 2 },
  { id: 11, length: 2 },
  { id: 4, length: 1 },
];
const keyOf = [ip('10.11.0.1'), ip('10.12.0.2'), encodeU16(50_000), encodeU16(443), encodeU8(6)];

describe('responder traffic', () => {
  it('becomes a reverse row', () => {
    const { send, rows } = aCollector();
    const counts = [231, 298, 232, 299].map((id) => ({ id, length: 4 }));
    const record = [...keyOf, encodeU32(100), encodeU32(3), encodeU32(1_000_000), encodeU32(900)];
    send(netflowV9({}, templateV9(300, [...key, ...counts]), dataSet(300, record)));
    expect(rows().map((row) => [...ends(row), row.bytes, row.packets, row.source_site])).toEqual([
      ['10.11.0.1', 50_000, '10.12.0.2', 443, 100n, 3n, 11],
      ['10.12.0.2', 443, '10.11.0.1', 50_000, 1_000_000n, 900n, 12],
    ]);
  });
});

describe('a record of Cisco AVC', () => {
  it('has the client as source, the server as destination and the bytes of both', () => {
    const { send, rows } = aCollector();
    const fields = [
      cisco(12_236, 4),
      cisco(12_237, 4),
      cisco(12_240, 2),
      cisco(12_241, 2),
      { id: 4, length: 1 },
      cisco(8_337, 8),
      cisco(8_338, 8),
      { id: 298, length: 8 },
      { id: 299, length: 8 },
    ];
    const record = [...keyOf, encodeU64(5_000), encodeU64(700), encodeU64(9), encodeU64(10)];
    send(ipfix({}, templateIpfix(301, fields), dataSet(301, record)));
    expect(rows().map((row) => [...ends(row), row.bytes, row.packets])).toEqual([
      ['10.11.0.1', 50_000, '10.12.0.2', 443, 700n, 9n],
      ['10.12.0.2', 443, '10.11.0.1', 50_000, 5_000n, 10n],
    ]);
  });

  it('prefers the addresses of the flow', () => {
    const { send, rows } = aCollector();
    const fields = [...key, cisco(12_236, 4), cisco(12_237, 4)];
    const record = [...keyOf, ip('192.0.2.1'), ip('192.0.2.2')];
    send(ipfix({}, templateIpfix(301, fields), dataSet(301, record)));
    expect(rows().map(ends)).toEqual([['10.11.0.1', 50_000, '10.12.0.2', 443]]);
  });
});

describe('the DSCP set by the device', () => {
  it.each([
    ['alone', [{ id: 98, length: 1 }], [encodeU8(46)], 46],
    [
      'beside that which came in',
      [
        { id: 5, length: 1 },
        { id: 98, length: 1 },
      ],
      [encodeU8(10 << 2), encodeU8(46)],
      10,
    ],
  ])('counts %s', (_, fields, values, dscp) => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(300, [...key, ...fields]), dataSet(300, [...keyOf, ...values])));
    expect(rows()).toMatchObject([{ dscp }]);
  });
});

describe('a custom application of a host name', () => {
  const dictionary = {
    precedence: 'customer' as const,
    applications: ['www.example.com', '*.example.org'].map((hostname, at) => ({
      id: at + 1,
      name: hostname,
      customer: 3,
      order: at,
      active: true,
      attributes: ApplicationAttributes.parse({ hostnames: [hostname] }),
    })),
  };
  const custom = (id: number): bigint => (BigInt(CUSTOM_ENGINE) << 32n) + BigInt(id);
  const prefix = Buffer.from([3, 0, 0, 80, 0x34, 2]);
  const host = Buffer.from('www.example.com');
  it.each<[string, FieldSpec, Buffer, bigint]>([
    ['the element of IANA', { id: 460, length: 20 }, Buffer.concat([host, Buffer.alloc(5)]), custom(1)],
    ['that of variable length', { id: 460, length: VARIABLE }, variable(host), custom(1)],
    [
      'it with a port',
      { id: 460, length: VARIABLE },
      variable(Buffer.from('WWW.example.com:8080')),
      custom(1),
    ],
    ["Cisco's", cisco(12_235, VARIABLE), variable(host), custom(1)],
    [
      "Cisco's behind its application",
      cisco(12_235, VARIABLE),
      variable(Buffer.concat([prefix, host])),
      custom(1),
    ],
    ['a name below', cisco(12_235, VARIABLE), variable(Buffer.from('a.b.example.org')), custom(2)],
    ['another name', { id: 460, length: VARIABLE }, variable(Buffer.from('example.net')), (3n << 32n) + 443n],
    ['no name', { id: 460, length: VARIABLE }, variable(Buffer.alloc(0)), (3n << 32n) + 443n],
  ])('recognises flows by %s', (_, field, value, application) => {
    const { send, rows } = aCollector(undefined, dictionary);
    const other = ['first', 'last'].map((text) => variable(Buffer.from(text)));
    const unread = { id: 371, length: VARIABLE };
    const fields = [unread, ...key, field, unread, { id: 1, length: 4 }];
    const record = [other[0]!, ...keyOf, value, other[1]!, encodeU32(9)];
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, record, record)));
    expect(rows().map((row) => [row.application, row.bytes])).toEqual([
      [application, 9n],
      [application, 9n],
    ]);
  });
});

describe('an application of variable length', () => {
  const send = (field: FieldSpec, value: Buffer) => {
    const collector = aCollector();
    const fields = [...key, field, { id: 1, length: 4 }];
    collector.send(
      ipfix({}, templateIpfix(300, fields), dataSet(300, [...keyOf, variable(value), encodeU32(9)])),
    );
    return collector;
  };

  it.each([
    ['with a selector of four bytes', [13, 0, 0, 0, 200], (13n << 32n) + 200n],
    ['with a selector without its leading zeroes', [13, 200], (13n << 32n) + 200n],
    ['of an enterprise', [20, 0, 0, 0x30, 0x44, 0x9e, 0x78], (((1n << 20n) + 0x3044n) << 32n) + 0x9e78n],
  ])('is read by its number %s', (_, bytes, application) => {
    const { rows } = send({ id: 95, length: VARIABLE }, Buffer.from(bytes));
    expect(rows()).toMatchObject([{ application, bytes: 9n }]);
  });

  it.each<[string, FieldSpec]>([
    ['applicationName', { id: 96, length: VARIABLE }],
    ["Palo Alto's App-ID", { id: 23_933, length: VARIABLE, enterprise: 25_461 }],
  ])('is read by its name in %s', (_, field) => {
    const { rows, entry } = send(field, Buffer.from('Office365'));
    const [named] = [...entry('10.7')!.domain.applications.names];
    expect(named![1]).toBe('office365');
    expect(rows()).toMatchObject([{ application: BigInt(named![0]), bytes: 9n }]);
  });
});
