import { describe, expect, it } from 'vitest';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  ipfix,
  netflowV5,
  netflowV9,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
  encodeU32,
  encodeU64,
} from '#tests/fixtures/flow/packet-builder.ts';
import { flowSample, frames, packetV4, rawHeader, sflow } from '#tests/fixtures/flow/sflow-builder.ts';
import { clockCorrection } from '../exporter/clock-correction.ts';
import { KernelDrops } from './kernel-drops.ts';
import { dropRows, statsRows } from './stats-rows.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const bytesOnly = templateV9(256, [{ id: 1, length: 4 }]);

const watched = () => {
  const { collector, ...remaining } = aCollector();
  return { ...remaining, stats: () => statsRows(collector.exporters.values(), 'c', EXPORT_S * 1000) };
};

describe('statistics of a collector', () => {
  it('list unknown elements with the number of records that carried them', () => {
    const { send, stats } = watched();
    const fields = [
      { id: 1, length: 4 },
      { id: 12, length: 2, enterprise: 25_506 },
      { id: 30_000, length: 2 },
      { id: 9_306, length: 4, enterprise: 9 },
    ];
    const record = [encodeU32(1), Buffer.alloc(4), encodeU32(5)];
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, record, record)));
    expect(stats()[0]?.unknown_elements).toEqual(
      new Map([
        ['25506/12', 2n],
        ['30000', 2n],
      ]),
    );
    send(ipfix({ sequence: 2 }, dataSet(300, record)));
    expect(stats()[0]?.unknown_elements.get('25506/12')).toBe(1n);
  });

  it('report each template with its shape, traffic, times and errors', () => {
    const { send, stats } = watched();
    const atMs = EXPORT_S * 1000;
    const options = optionsTemplateV9(257, [{ id: 1, length: 4 }], [{ id: 34, length: 4 }]);
    send(netflowV9({}, bytesOnly, options, dataSet(257, [encodeU32(0), encodeU32(100)])), atMs);
    send(
      netflowV9({ sequence: 1 }, dataSet(256, [encodeU32(1)], [encodeU32(2)]), dataSet(300, [encodeU32(1)])),
      atMs + 5_000,
    );
    // A template with too many fields.
    const large = templateV9(
      258,
      Array.from({ length: 1_500 }, () => ({ id: 1, length: 1 })),
    );
    send(netflowV9({ sequence: 2 }, large), atMs + 6_000);
    for (let late = 0; late < 64; late += 1)
      send(netflowV9({ sequence: 3 + late }, dataSet(300, [encodeU32(1)])), atMs + 7_000);
    const [row] = stats();
    const counts = (of: Readonly<Record<string, number>>) =>
      new Map(Object.entries(of).map(([key, count]) => [key, BigInt(count)]));
    expect(row).toMatchObject({
      template_records: counts({ 256: 2, 257: 1 }),
      template_bytes: counts({ 256: 8, 257: 8 }),
      template_last: counts({ 256: atMs + 5_000, 257: atMs }),
      template_since: counts({ 256: atMs, 257: atMs }),
      template_fields: counts({ 256: 1, 257: 2 }),
      template_scopes: counts({ 257: 1 }),
      template_errors: counts({ '258 template too large': 1, '300 template unknown': 1 }),
    });
    // Templates that were not used or announced since are not reported again.
    send(netflowV9({ sequence: 67 }, dataSet(256, [encodeU32(1)])), atMs + 8_000);
    expect(stats()[0]).toMatchObject({
      template_records: counts({ 256: 1 }),
      template_fields: counts({ 256: 1 }),
      template_errors: new Map(),
    });
  });

  it('list at most 64 unknown elements of a forged template', () => {
    const { send, stats } = watched();
    const fields = Array.from({ length: 200 }, (_, at) => ({ id: 20_000 + at, length: 1 }));
    send(ipfix({}, templateIpfix(300, fields), dataSet(300, [Buffer.alloc(200)])));
    expect(stats()[0]?.unknown_elements.size).toBe(64);
  });

  it('report sFlow samples that were lost, dropped or not IP', () => {
    const { send, stats } = watched();
    const sample = (sequence: number, drops: number, frame: Buffer): Buffer => {
      const bytes = flowSample({}, rawHeader(frame));
      bytes.writeUInt32BE(sequence, 8);
      bytes.writeUInt32BE(drops, 24);
      return bytes;
    };
    send(sflow({ sequence: 1 }, sample(1, 0, frames.v4(packetV4({})))));
    send(sflow({ sequence: 2 }, sample(5, 7, frames.v4(packetV4({})))));
    send(sflow({ sequence: 3 }, sample(6, 7, frames.arp())));
    expect(stats()[0]).toMatchObject({
      packets: 3n,
      lost: 0n,
      samples_lost: 3n,
      samples_dropped: 7n,
      samples_not_ip: 1n,
      correction: 0n,
    });
  });

  it('report the skew and correction of a wrong clock', () => {
    const { send, rows, stats } = watched();
    const receivedMs = EXPORT_S * 1000 + 2 * 60 * MINUTE_MS;
    const times = [
      { id: 152, length: 8 },
      { id: 153, length: 8 },
    ];
    const lastMs = EXPORT_S * 1000 - 1_000;
    send(
      ipfix({}, templateIpfix(300, times), dataSet(300, [encodeU64(lastMs - 5_000), encodeU64(lastMs)])),
      receivedMs,
    );
    expect(stats()[0]).toMatchObject({ skew: -7_200_000n, correction: 7_200_000n, times_replaced: 0n });
    expect(rows()[0]).toMatchObject({ first: receivedMs - 6_000, last: receivedMs - 1_000 });
  });

  it('count flows with implausible times', () => {
    const { send, stats } = watched();
    const times = [{ id: 153, length: 8 }];
    send(ipfix({}, templateIpfix(300, times), dataSet(300, [encodeU64(1)], [encodeU64(EXPORT_S * 1000)])));
    expect(stats()[0]?.times_replaced).toBe(1n);
    const record = { source: '10.11.0.1', destination: '10.12.0.1', packets: 1, bytes: 60 };
    send(netflowV5({ uptimeMs: 2_000_000_000 }, { ...record, firstMs: 1_000, lastMs: 2_000 }));
    expect(stats()[0]?.times_replaced).toBe(1n);
  });

  it('have no row for idle domains', () => {
    const { send, stats } = watched();
    send(netflowV9({}, bytesOnly, dataSet(256, [encodeU32(7)])));
    expect(stats()).toHaveLength(1);
    expect(stats()).toEqual([]);
  });
});

describe('the clock of an exporter', () => {
  it.each([
    [0, 0, 0],
    [299_000, 0, 0],
    [-299_000, 0, 0],
    [301_000, 0, -301_000],
    [-301_000, 0, 301_000],
    // A corrected clock is trusted again below four minutes: the hysteresis prevents flapping.
    [299_000, -301_000, -299_000],
    [-299_000, 301_000, 299_000],
    [239_000, -301_000, 0],
  ])('that is %i ms ahead, after a correction of %i, is corrected by %i ms', (skewMs, before, correction) => {
    expect(clockCorrection(skewMs, before)).toBe(correction);
  });
});

describe('a kernel drop', () => {
  it('is reported once, as a row of the collector itself with the port', async () => {
    let total: number | undefined = 5;
    const drops = new KernelDrops([
      { port: 2055, drops: () => Promise.resolve(total) },
      { port: 4739, drops: () => Promise.resolve(undefined) },
    ]);
    expect(await drops.collect()).toEqual([{ port: 2055, dropped: 5, total: 5 }]);
    expect(await drops.collect()).toEqual([{ port: 2055, dropped: 0, total: 5 }]);
    total = 12;
    const [row] = dropRows(await drops.collect(), 'c1', 60_000);
    expect(row).toMatchObject({
      customer: 0,
      exporter: 0,
      domain: 2055,
      collector: 'c1',
      at: 60,
      errors: 7n,
    });
    expect(row?.errors_by_reason).toEqual(new Map([['receive buffer full', 7n]]));
    expect(codecOf(collectorStats).decode(codecOf(collectorStats).encode([row!]))).toMatchObject([
      { errors: 7n },
    ]);
  });
});
