import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ip,
  ipfix,
  optionsTemplateIpfix,
  templateIpfix,
  encodeU16,
  encodeU32,
  encodeU64,
  encodeU8,
} from '#tests/fixtures/flow/packet-builder.ts';

const octets = { id: 1, length: 4 };
const NTP_EPOCH_S = 2_208_988_800;

describe('IPFIX', () => {
  it('reads fields of any reduced size', () => {
    const { send, rows } = aCollector();
    send(
      ipfix(
        {},
        templateIpfix(256, [
          { id: 1, length: 3 },
          { id: 2, length: 5 },
        ]),
        dataSet(256, [Buffer.from([1, 0, 0]), Buffer.from([0, 0, 0, 1, 1])]),
      ),
    );
    expect(rows()[0]).toMatchObject({ bytes: 65_536n, packets: 257n });
  });

  it('reads a record with fields of variable length, short and long', () => {
    const { send, rows } = aCollector();
    const named = templateIpfix(256, [
      { id: 96, length: 65_535 },
      octets,
      { id: 94, length: 65_535 },
      { id: 11, length: 2 },
    ]);
    const long = Buffer.alloc(300, 0x61);
    send(
      ipfix(
        {},
        named,
        dataSet(
          256,
          [
            encodeU8(3),
            Buffer.from('web'),
            encodeU32(10),
            encodeU8(255),
            encodeU16(300),
            long,
            encodeU16(53),
          ],
          [encodeU8(0), encodeU32(20), encodeU8(1), Buffer.from('x'), encodeU16(443)],
        ),
      ),
    );
    expect(rows().map(({ bytes, destination_port }) => [bytes, destination_port])).toEqual([
      [10n, 53],
      [20n, 443],
    ]);
  });

  it('reads the VPN of a Viptela router from its enterprise element', () => {
    const { send, rows } = aCollector();
    send(
      ipfix(
        {},
        templateIpfix(257, [octets, { id: 4_321, length: 4, enterprise: 41_916 }]),
        dataSet(257, [encodeU32(1), encodeU32(100)]),
      ),
    );
    expect(rows()[0]!.vpn).toBe(100);
  });

  it.each([
    ['seconds', 150, 151, 4, (ms: number) => encodeU32(ms / 1000)],
    ['milliseconds', 152, 153, 8, (ms: number) => encodeU64(ms)],
    [
      'microseconds in NTP format',
      154,
      155,
      8,
      (ms: number) => Buffer.concat([encodeU32(ms / 1000 + NTP_EPOCH_S), encodeU32(0)]),
    ],
    [
      'nanoseconds in NTP format',
      156,
      157,
      8,
      (ms: number) => Buffer.concat([encodeU32(ms / 1000 + NTP_EPOCH_S), encodeU32(0)]),
    ],
  ] as const)('reads times in %s', (_, firstId, lastId, length, encode) => {
    const { send, rows } = aCollector();
    const last = (EXPORT_S - 5) * 1000;
    const fields = [
      { id: firstId, length },
      { id: lastId, length },
    ];
    send(ipfix({}, templateIpfix(256, fields), dataSet(256, [encode(last - 60_000), encode(last)])));
    expect(rows()[0]).toMatchObject({ first: last - 60_000, last });
  });

  it('removes a withdrawn template', () => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(256, [octets])));
    send(ipfix({}, templateIpfix(256, [])));
    send(ipfix({}, dataSet(256, [encodeU32(1)])));
    expect(rows()).toHaveLength(0);
  });

  it('withdraws all flow templates at once but no options template', () => {
    const { send, entry } = aCollector();
    send(
      ipfix(
        {},
        templateIpfix(256, [octets]),
        optionsTemplateIpfix(300, [{ id: 149, length: 4 }], [{ id: 34, length: 4 }]),
      ),
    );
    send(ipfix({}, templateIpfix(2, [])));
    expect([...(entry('10.7')?.domain.templates.keys() ?? [])]).toEqual([300]);
  });

  it('counts lost data records by sequence number', () => {
    const { send, entry } = aCollector();
    send(ipfix({ sequence: 0 }, templateIpfix(256, [octets]), dataSet(256, [encodeU32(1)], [encodeU32(2)])));
    send(ipfix({ sequence: 5 }, dataSet(256, [encodeU32(3)])));
    expect(entry('10.7')?.domain.sequence.lost).toBe(3);
  });

  it('computes the rate from packet interval and space', () => {
    const { send, rows } = aCollector();
    const selector = optionsTemplateIpfix(
      300,
      [{ id: 302, length: 4 }],
      [
        { id: 305, length: 4 },
        { id: 306, length: 4 },
      ],
    );
    send(ipfix({}, selector, dataSet(300, [encodeU32(9), encodeU32(1), encodeU32(999)])));
    send(
      ipfix(
        {},
        templateIpfix(256, [octets, { id: 302, length: 4 }]),
        dataSet(256, [encodeU32(2), encodeU32(9)]),
      ),
    );
    expect(rows()[0]).toMatchObject({ sampling: 1_000, bytes: 2_000n });
  });

  it('stores IPv6 addresses and finds their site', () => {
    const { send, rows } = aCollector();
    const address = Buffer.from('20010db8001200000000000000000001', 'hex');
    send(
      ipfix(
        {},
        templateIpfix(256, [
          { id: 27, length: 16 },
          { id: 12, length: 4 },
        ]),
        dataSet(256, [address, ip('10.11.0.1')]),
      ),
    );
    const [row] = rows();
    expect(Buffer.from(row!.source).toString('hex')).toBe(address.toString('hex'));
    expect(row).toMatchObject({ source_site: 12, destination_site: 11 });
  });

  it('rejects a message with a wrong length', () => {
    const { send, collector } = aCollector();
    const message = ipfix({}, templateIpfix(256, [octets]));
    message.writeUInt16BE(message.length + 1, 2);
    send(message);
    expect(collector.rejected.get('length wrong')).toBe(1);
  });
});

describe('uptimes of IPFIX', () => {
  it.each([
    ['an hour', 3_600_000],
    ['a hundred days, two wraps of 32 bits', 100 * 86_400_000],
  ])('count from the boot time an option reported %s ago', (_, uptimeMs) => {
    const { send, rows } = aCollector();
    const exportMs = EXPORT_S * 1000;
    const start = optionsTemplateIpfix(400, [{ id: 143, length: 4 }], [{ id: 160, length: 8 }]);
    const uptimes = [
      { id: 22, length: 4 },
      { id: 21, length: 4 },
    ];
    const uptimeOf = (beforeMs: number) => encodeU32((uptimeMs - beforeMs) % 2 ** 32);
    send(
      ipfix(
        {},
        start,
        dataSet(400, [encodeU32(1), encodeU64(exportMs - uptimeMs)]),
        templateIpfix(300, uptimes),
        dataSet(300, [uptimeOf(9_000), uptimeOf(4_000)]),
      ),
    );
    expect(rows()).toMatchObject([{ first: exportMs - 9_000, last: exportMs - 4_000 }]);
  });
});
