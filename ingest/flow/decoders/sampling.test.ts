import { describe, expect, it } from 'vitest';
import { aCollector, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  encodeU16,
  encodeU32,
  encodeU8,
  ip,
  ipfix,
  netflowV9,
  optionsTemplateIpfix,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { flowSample, frames, packetV4, rawHeader, sflow } from '#tests/fixtures/flow/sflow-builder.ts';

const float64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** Fields of RFC 5477 §8.2 by number. */
type Announced = Readonly<Record<number, Buffer>>;
const flowFields = [
  { id: 8, length: 4 },
  { id: 302, length: 4 },
  { id: 1, length: 4 },
  { id: 2, length: 4 },
];
const flowOf = (selector: number) =>
  dataSet(256, [ip('10.11.0.1'), encodeU32(selector), encodeU32(1_000), encodeU32(10)]);
const announcing = (announced: Announced, selector: number): readonly Buffer[] => [
  optionsTemplateIpfix(
    300,
    [{ id: 302, length: 4 }],
    Object.entries(announced).map(([id, { length }]) => ({ id: Number(id), length })),
  ),
  dataSet(300, [encodeU32(selector), ...Object.values(announced)]),
];
const volumeOf = ({ sampling, bytes, packets }: DecodedFlow) => [sampling, Number(bytes), Number(packets)];

function volumes(announced: Announced, selector = 3): readonly (readonly number[])[] {
  const { send, rows } = aCollector();
  send(ipfix({}, ...announcing(announced, 3), templateIpfix(256, flowFields), flowOf(selector)));
  return rows().map(volumeOf);
}

describe('a sampler that IPFIX options announce (RFC 5477)', () => {
  it.each<[string, Announced, readonly number[]]>([
    [
      'as IOS XR does: random, 305, 309 and 310 without 306',
      { 305: encodeU32(256), 304: encodeU16(3), 309: encodeU32(1), 310: encodeU32(256) },
      [256, 256_000, 2_560],
    ],
    [
      'as IOS XR does: 1 out of 1',
      { 305: encodeU32(1), 304: encodeU16(3), 309: encodeU32(1), 310: encodeU32(1) },
      [1, 1_000, 10],
    ],
    ['random, without its algorithm', { 309: encodeU32(2), 310: encodeU32(200) }, [100, 100_000, 1_000]],
    ['random, 2 out of 3', { 304: encodeU16(3), 309: encodeU32(2), 310: encodeU32(3) }, [2, 1_500, 15]],
    ['by count', { 304: encodeU16(1), 305: encodeU32(1), 306: encodeU32(999) }, [1_000, 1_000_000, 10_000]],
    ['by count, without its algorithm', { 305: encodeU32(2), 306: encodeU32(98) }, [50, 50_000, 500]],
    ['by time', { 304: encodeU16(2), 307: encodeU32(10), 308: encodeU32(90) }, [10, 10_000, 100]],
    ['by probability', { 304: encodeU16(4), 311: float64(0.01) }, [100, 100_000, 1_000]],
    ['as a filter, which selects everything it matches', { 304: encodeU16(5) }, [1, 1_000, 10]],
    ['by hash, without a rate', { 304: encodeU16(6) }, [0, 1_000, 10]],
    ['with 305 alone, which is no rate', { 305: encodeU32(256) }, [0, 1_000, 10]],
    ['with nothing sampled out of 100', { 309: encodeU32(0), 310: encodeU32(100) }, [0, 1_000, 10]],
    ['with an interval of 0: not sampled', { 34: encodeU32(0) }, [1, 1_000, 10]],
    ['with an interval', { 34: encodeU32(30_000) }, [30_000, 30_000_000, 300_000]],
  ])('%s', (_, announced, expected) => {
    expect(volumes(announced)).toEqual([expected]);
  });

  it('is unknown to flows of another sampler; sampler 0 stands for none', () => {
    const announced = { 309: encodeU32(1), 310: encodeU32(64) };
    expect(volumes(announced, 4)).toEqual([[0, 1_000, 10]]);
    expect(volumes(announced, 0)).toEqual([[1, 1_000, 10]]);
  });
});

describe('the bytes of an exporter by sampling rate', () => {
  const byRate = ({ entry }: ReturnType<typeof aCollector>, key: string) =>
    Object.fromEntries(entry(key)!.domain.volumes.drain().byRate);

  it('show known rates apart from unknown samplers', () => {
    const collector = aCollector();
    const options = announcing({ 309: encodeU32(1), 310: encodeU32(64) }, 3);
    collector.send(ipfix({}, ...options, templateIpfix(256, flowFields), flowOf(3), flowOf(4), flowOf(4)));
    expect(byRate(collector, '10.7')).toEqual({ 64: 64_000, unknown: 2_000 });
    expect(byRate(collector, '10.7')).toEqual({});
  });

  it('show flows apart that count as they are because nothing was announced', () => {
    const collector = aCollector();
    const fields = [
      { id: 8, length: 4 },
      { id: 1, length: 4 },
    ];
    const flow = dataSet(256, [ip('10.11.0.1'), encodeU32(500)]);
    collector.send(netflowV9({}, templateV9(256, fields), flow));
    expect(byRate(collector, '9.7')).toEqual({ 'not announced': 500 });
    const options = optionsTemplateV9(
      300,
      [{ id: 1, length: 4 }],
      [
        { id: 34, length: 4 },
        { id: 35, length: 1 },
      ],
    );
    const interval = (rate: number) => dataSet(300, [encodeU32(0), encodeU32(rate), encodeU8(2)]);
    collector.send(netflowV9({ sequence: 2 }, options, interval(1)));
    collector.send(netflowV9({ sequence: 3 }, flow));
    expect(byRate(collector, '9.7')).toEqual({ 1: 500 });
    collector.send(netflowV9({ sequence: 4 }, interval(100)));
    collector.send(netflowV9({ sequence: 5 }, flow));
    expect(byRate(collector, '9.7')).toEqual({ 100: 50_000 });
    expect(collector.rows().map(volumeOf)).toEqual([
      [1, 500, 0],
      [1, 500, 0],
      [100, 50_000, 0],
    ]);
  });

  it('of an sFlow agent without a rate are those of an unknown sampler', () => {
    const collector = aCollector();
    collector.send(sflow({}, flowSample({ rate: 0 }, rawHeader(frames.v4(packetV4({ length: 600 }))))));
    expect(collector.rows().map(volumeOf)).toEqual([[0, 600, 1]]);
    const [entry] = collector.collector.exporters.get('127.1.0.1')!.domains.values();
    expect(Object.fromEntries(entry!.domain.volumes.drain().byRate)).toEqual({ unknown: 600 });
  });
});
