import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  netflowV9,
  optionsTemplateV9,
  templateV9,
  encodeU32,
} from '#tests/fixtures/flow/packet-builder.ts';
import { DAY_S } from '#schemas/time/duration.ts';

const bytesOnly = [{ id: 1, length: 4 }];
const flood = (collector: ReturnType<typeof aCollector>): void => {
  for (let domain = 1_000; domain < 1_064; domain += 1)
    collector.send(netflowV9({ domain }, templateV9(256, bytesOnly)));
};

describe('an exporter whose address is forged', () => {
  it('gets a new domain in place of an idle one', () => {
    const collector = aCollector();
    flood(collector);
    const seconds = EXPORT_S + DAY_S;
    const datagram = netflowV9(
      { domain: 1, seconds },
      templateV9(256, bytesOnly),
      dataSet(256, [encodeU32(7)]),
    );
    collector.send(datagram, seconds * 1000);
    expect(collector.rows()).toHaveLength(1);
    expect(collector.collector.exporters.get('127.1.0.1')?.domains.size).toBe(64);
  });

  it('gets no further domain while all of them are active', () => {
    const collector = aCollector();
    flood(collector);
    collector.send(netflowV9({ domain: 1 }, templateV9(256, bytesOnly)));
    expect(collector.collector.rejected.get('too many domains')).toBe(1);
  });

  it('cannot exhaust memory with pending data', () => {
    const { send, entry } = aCollector();
    for (let id = 300; id < 364; id += 1) send(netflowV9({}, dataSet(id, [Buffer.alloc(60_000)])));
    const domain = entry('9.7')?.domain;
    const waiting = domain?.pending.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0;
    expect(waiting).toBeLessThanOrEqual(256 * 1024);
    expect((domain?.pending.length ?? 0) + (domain?.unknownTemplate ?? 0)).toBe(64);
  });

  it('cannot exhaust memory with templates of many fields', () => {
    const { send, entry } = aCollector();
    const fields = Array.from({ length: 512 }, (_, at) => ({ id: 1_000 + at, length: 4 }));
    for (let id = 300; id < 400; id += 1)
      send(netflowV9({}, templateV9(id, fields)), EXPORT_S * 1000 + (id - 300) * 1000);
    expect([...(entry('9.7')?.domain.templates.keys() ?? [])]).toEqual(
      Array.from({ length: 16 }, (_, at) => 384 + at),
    );
  });

  it('cannot exhaust memory with samplers', () => {
    const { send, entry } = aCollector();
    const sampler = [
      { id: 48, length: 4 },
      { id: 50, length: 4 },
    ];
    send(netflowV9({}, optionsTemplateV9(300, [{ id: 1, length: 4 }], sampler)));
    for (let id = 0; id < 2_000; id += 1)
      send(netflowV9({}, dataSet(300, [encodeU32(0), encodeU32(id), encodeU32(10)])));
    expect(entry('9.7')?.domain.samplers.size).toBe(1_024);
    expect(entry('9.7')?.domain.samplers.get(1_999)).toBe(10);
  });
});
