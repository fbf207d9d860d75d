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
  u16,
  u32,
  u64,
  u8,
} from '#tests/fixtures/flow/packet-builder.ts';

const record = commonRecord({ source: '10.11.0.5', destination: '10.12.0.9', bytes: 5_000, packets: 7 });
const template = templateV9(256, commonFields);
const text = (address: Uint8Array): string => [...address.slice(12)].join('.');

describe('NetFlow v9', () => {
  it('fills a row with what the record says and the inventory knows', () => {
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

  it('turns uptimes into times of day', () => {
    const { send, rows } = aCollector();
    send(netflowV9({ uptimeMs: 3_600_000 }, template, dataSet(256, record)));
    const boot = EXPORT_S * 1000 - 3_600_000;
    expect(rows()[0]).toMatchObject({ first: boot + 3_590_000, last: boot + 3_595_000 });
  });

  it('places a flow that began before the uptime wrapped before the wrap', () => {
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

  it('keeps data that comes before its template and reads it when the template comes', () => {
    const { send, rows, entry } = aCollector();
    send(netflowV9({ sequence: 1 }, dataSet(256, record)));
    expect(rows()).toHaveLength(0);
    send(netflowV9({ sequence: 2 }, template), EXPORT_S * 1000 + 9_000);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]!.received).toBe(EXPORT_S * 1000 + 40);
    expect(entry('9.7')?.traffic.records).toBe(1);
  });

  it('keeps templates of two domains apart', () => {
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
    send(netflowV9({ domain: 1 }, dataSet(256, [u32(100), u32(1)])));
    send(netflowV9({ domain: 2 }, dataSet(256, [u32(2), u32(200)])));
    expect(rows().map(({ bytes, packets }) => [bytes, packets])).toEqual([
      [100n, 1n],
      [200n, 2n],
    ]);
  });

  it('reads by the newest template of an id', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 4 }]), dataSet(256, [u32(9)])));
    send(netflowV9({}, templateV9(256, [{ id: 2, length: 4 }]), dataSet(256, [u32(9)])));
    expect(rows().map(({ bytes, packets }) => [bytes, packets])).toEqual([
      [9n, 0n],
      [0n, 9n],
    ]);
  });

  it('multiplies by the rate of the sampler that the record names', () => {
    const { send, rows } = aCollector();
    const sampler = optionsTemplateV9(
      300,
      [{ id: 1, length: 4 }],
      [
        { id: 48, length: 1 },
        { id: 50, length: 4 },
      ],
    );
    send(netflowV9({}, sampler, dataSet(300, [u32(0), u8(4), u32(512)])));
    const fields = [
      { id: 1, length: 4 },
      { id: 2, length: 4 },
      { id: 48, length: 1 },
    ];
    send(netflowV9({}, templateV9(256, fields), dataSet(256, [u32(1_000), u32(2), u8(4)])));
    expect(rows()[0]).toMatchObject({ sampling: 512, bytes: 512_000n, packets: 1_024n });
  });

  it('multiplies by the rate of the domain when there is no sampler', () => {
    const { send, rows } = aCollector();
    const rate = optionsTemplateV9(300, [{ id: 1, length: 4 }], [{ id: 34, length: 4 }]);
    send(netflowV9({}, rate, dataSet(300, [u32(0), u32(100)])));
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 4 }]), dataSet(256, [u32(7)])));
    expect(rows()[0]).toMatchObject({ sampling: 100, bytes: 700n });
  });

  it('does not count outgoing bytes beside incoming ones', () => {
    const { send, rows } = aCollector();
    const both = templateV9(256, [
      { id: 1, length: 4 },
      { id: 23, length: 4 },
    ]);
    send(netflowV9({}, both, dataSet(256, [u32(50), u32(60)], [u32(0), u32(70)])));
    expect(rows().map(({ bytes }) => bytes)).toEqual([50n, 70n]);
  });

  it('reads counters of 64 bits without losing any', () => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(256, [{ id: 1, length: 8 }]), dataSet(256, [u64(2n ** 53n - 1n)])));
    expect(rows()[0]!.bytes).toBe(2n ** 53n - 1n);
  });

  it('reads an application id of NBAR2', () => {
    const { send, rows } = aCollector();
    send(
      netflowV9(
        {},
        templateV9(256, [{ id: 95, length: 4 }]),
        dataSet(256, [u8(13), Buffer.from([0, 1, 200])]),
      ),
    );
    expect(rows()[0]!.application).toBe((13n << 32n) | 456n);
  });

  it('counts datagrams that are missing by their sequence', () => {
    const { send, entry } = aCollector();
    for (const sequence of [10, 11, 14, 13]) send(netflowV9({ sequence }, template));
    expect(entry('9.7')?.domain.sequence.lost).toBe(1);
  });

  it('reads a site of a longer prefix before one of a shorter', () => {
    const { send, rows } = aCollector();
    const fields = [
      { id: 8, length: 4 },
      { id: 12, length: 4 },
    ];
    send(netflowV9({}, templateV9(256, fields), dataSet(256, [ip('10.11.200.1'), ip('192.0.2.1')])));
    expect(rows()[0]).toMatchObject({ source_site: 12, destination_site: 0 });
  });

  it.each([
    ['set too short', Buffer.concat([u16(256), u16(3)])],
    ['length wrong', Buffer.concat([u16(256), u16(500), u32(1)])],
    ['template truncated', Buffer.concat([u16(0), u16(12), u16(256), u16(9), u32(0)])],
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
