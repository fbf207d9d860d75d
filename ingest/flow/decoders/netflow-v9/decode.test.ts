import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  commonFields,
  commonRecord,
  dataSet,
  ip,
  netflowV9,
  optionsTemplateV9,
  templateV9,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';

const record = commonRecord({ source: '10.11.0.5', destination: '10.12.0.9', bytes: 5_000, packets: 7 });
const template = templateV9(256, commonFields);
const text = (address: Uint8Array): string => address.slice(12).join('.');

describe('NetFlow v9', () => {
  it('fills a row from the record and the inventory', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, template, dataSet(256, record)));
    const [row] = rows();
    expect(row).toMatchObject({
      customer: 3,
      site: 11,
      exporter: 21,
      in_interface: 31,
      out_interface: 32,
      in_index: 1,
      out_index: 2,
      source_site: 11,
      destination_site: 12,
      source_port: 50_000,
      destination_port: 443,
      protocol: 6,
      dscp: 46,
      tcp_flags: 0x18,
      direction: 0,
      sampling: 1,
      bytes: 5_000n,
      packets: 7n,
      application: (3n << 32n) | 443n,
      received: EXPORT_S * 1000 + 40,
    });
    expect([text(row!.source), text(row!.destination)]).toEqual(['10.11.0.5', '10.12.0.9']);
  });

  it('converts uptimes to wall-clock times', () => {
    const { send, rows } = aCollector();
    send(netflowV9({ uptimeMs: 3_600_000 }, template, dataSet(256, record)));
    const boot = EXPORT_S * 1000 - 3_600_000;
    expect(rows()[0]).toMatchObject({ first: boot + 3_590_000, last: boot + 3_595_000 });
  });

  it('dates a flow that started before the uptime wrap before the wrap', () => {
    const { send, rows } = aCollector();
    const wrapped = commonRecord({
      source: '10.11.0.5',
      destination: '10.12.0.9',
      bytes: 1,
      packets: 1,
      firstMs: 4_294_966_296,
      lastMs: 1_000,
    });
    send(netflowV9({ uptimeMs: 2_000 }, template, dataSet(256, wrapped)));
    expect(rows()[0]).toMatchObject({ first: EXPORT_S * 1000 - 3_000, last: EXPORT_S * 1000 - 1_000 });
  });

  it('corrects an exporter whose clock is wrong by more than five minutes', () => {
    const { send, rows } = aCollector();
    send(netflowV9({ seconds: EXPORT_S - 86_400 }, template, dataSet(256, record)), EXPORT_S * 1000);
    expect(rows()[0]!.last).toBe(EXPORT_S * 1000 - 5_000);
  });

  it('keeps data that arrives before its template and decodes it afterwards', () => {
    const { send, rows, entry } = aCollector();
    send(netflowV9({ sequence: 1 }, dataSet(256, record)));
    expect(rows()).toHaveLength(0);
    send(netflowV9({ sequence: 2 }, template), EXPORT_S * 1000 + 9_000);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]!.received).toBe(EXPORT_S * 1000 + 40);
    expect(entry('9.7')?.traffic.records).toBe(1);
  });

  it('scopes templates to their domain', () => {
    const { send, rows } = aCollector();
    send(
      netflowV9(
        { domain: 1 },
        templateV9(256, [
          { id: 1, length: 4 },
          { id: 2, length: 4 },
        ]),
      ),
    );
    send(
      netflowV9(
        { domain: 2 },
        templateV9(256, [
          { id: 2, length: 4 },
          { id: 1, length: 4 },
        ]),
      ),
    );
    send(netflowV9({ domain: 1 }, dataSet(256, [encodeU32(100), encodeU32(1)])));
    send(netflowV9({ domain: 2 }, dataSet(256, [encodeU32(2), encodeU32(200)])));
    expect(rows().map(({ bytes, packets }) => [bytes, packets])).toEqual([
      [100n, 1n],
      [200n, 2n],
    ]);
  });

  it('decodes with the newest template of an id', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 4 }]), dataSet(256, [encodeU32(9)])));
    send(netflowV9({}, templateV9(256, [{ id: 2, length: 4 }]), dataSet(256, [encodeU32(9)])));
    expect(rows().map(({ bytes, packets }) => [bytes, packets])).toEqual([
      [9n, 0n],
      [0n, 9n],
    ]);
  });

  it("multiplies by the rate of the record's sampler", () => {
    const { send, rows } = aCollector();
    const sampler = optionsTemplateV9(
      300,
      [{ id: 1, length: 4 }],
      [
        { id: 48, length: 1 },
        { id: 50, length: 4 },
      ],
    );
    send(netflowV9({}, sampler, dataSet(300, [encodeU32(0), encodeU8(4), encodeU32(512)])));
    const fields = [
      { id: 1, length: 4 },
      { id: 2, length: 4 },
      { id: 48, length: 1 },
    ];
    send(netflowV9({}, templateV9(256, fields), dataSet(256, [encodeU32(1_000), encodeU32(2), encodeU8(4)])));
    expect(rows()[0]).toMatchObject({ sampling: 512, bytes: 512_000n, packets: 1_024n });
  });

  it('multiplies by the rate of the domain without a sampler', () => {
    const { send, rows } = aCollector();
    const rate = optionsTemplateV9(300, [{ id: 1, length: 4 }], [{ id: 34, length: 4 }]);
    send(netflowV9({}, rate, dataSet(300, [encodeU32(0), encodeU32(100)])));
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 4 }]), dataSet(256, [encodeU32(7)])));
    expect(rows()[0]).toMatchObject({ sampling: 100, bytes: 700n });
  });

  it('does not add outgoing bytes to incoming ones', () => {
    const { send, rows } = aCollector();
    const both = templateV9(256, [
      { id: 1, length: 4 },
      { id: 23, length: 4 },
    ]);
    send(netflowV9({}, both, dataSet(256, [encodeU32(50), encodeU32(60)], [encodeU32(0), encodeU32(70)])));
    expect(rows().map(({ bytes }) => bytes)).toEqual([50n, 70n]);
  });

  it('reads 64-bit counters without loss', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 8 }]), dataSet(256, [encodeU64(2n ** 48n - 1n)])));
    expect(rows()[0]!.bytes).toBe(2n ** 48n - 1n);
  });

  it('reads an NBAR2 application id', () => {
    const { send, rows } = aCollector();
    send(
      netflowV9(
        {},
        templateV9(256, [{ id: 95, length: 4 }]),
        dataSet(256, [encodeU8(13), Buffer.from([0, 1, 200])]),
      ),
    );
    expect(rows()[0]!.application).toBe((13n << 32n) | 456n);
  });

  it('counts lost datagrams by sequence number', () => {
    const { send, entry } = aCollector();
    for (const sequence of [10, 11, 14, 13]) send(netflowV9({ sequence }, template));
    expect(entry('9.7')?.domain.sequence.lost).toBe(1);
  });

  it('prefers the site with the longer prefix', () => {
    const { send, rows } = aCollector();
    const fields = [
      { id: 8, length: 4 },
      { id: 12, length: 4 },
    ];
    send(netflowV9({}, templateV9(256, fields), dataSet(256, [ip('10.11.200.1'), ip('192.0.2.1')])));
    expect(rows()[0]).toMatchObject({ source_site: 12, destination_site: 0 });
  });

  it.each([
    ['set too short', Buffer.concat([encodeU16(256), encodeU16(3)])],
    ['length wrong', Buffer.concat([encodeU16(256), encodeU16(500), encodeU32(1)])],
    [
      'template truncated',
      Buffer.concat([encodeU16(0), encodeU16(12), encodeU16(256), encodeU16(9), encodeU32(0)]),
    ],
    [
      'template too large',
      templateV9(
        256,
        Array.from({ length: 600 }, () => ({ id: 1, length: 1 })),
      ),
    ],
    ['template without fields', templateV9(256, [{ id: 1, length: 0 }])],
  ] as const)('counts a datagram with "%s"', (reason, bytes) => {
    const { send, entry } = aCollector();
    send(netflowV9({}, bytes));
    expect(entry('9.7')?.traffic).toMatchObject({ errors: new Map([[reason, 1]]), lastError: reason });
  });
});
