import { describe, expect, it } from 'vitest';
import { Collector } from './collector.ts';
import { RowSink } from './row-sink.ts';
import { aCollector, aDictionary, knownTo } from '#tests/fixtures/flow/a-collector.ts';
import { fuzzSeeds } from '#tests/fixtures/flow/fuzz-seeds.ts';
import { generator, mutate } from '#tests/fixtures/flow/mutate.ts';
import { EXPORT_S } from '#tests/fixtures/flow/packet-builder.ts';

/** `FUZZ_MUTATIONS=1000000` for the long run. */
const MUTATIONS = Number(process.env['FUZZ_MUTATIONS'] ?? 60_000);

describe.each(Object.entries(fuzzSeeds))('%s', (_, datagrams) => {
  it('cut off at every byte is counted and never thrown', () => {
    for (const datagram of datagrams)
      for (let length = 0; length < datagram.length; length += 1) {
        const { send } = aCollector();
        expect(() => {
          send(datagram.subarray(0, length));
        }).not.toThrow();
      }
  });

  it('mutated in any way neither throws nor fills the memory', () => {
    const next = generator(datagrams.length);
    const collector = new Collector(knownTo('127.1.0.1', aDictionary), [new RowSink(() => undefined)]);
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < MUTATIONS; count += 1)
      collector.receive(mutate(datagrams[next() % datagrams.length]!, next), '127.1.0.1', EXPORT_S * 1000);
    const exporter = collector.exporters.get('127.1.0.1');
    expect(exporter?.domains.size ?? 0).toBeLessThanOrEqual(64);
    for (const { domain } of exporter?.domains.values() ?? []) {
      expect(domain.templates.size).toBeLessThanOrEqual(256);
      expect(domain.pending.length).toBeLessThanOrEqual(64);
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 ** 2);
  }, 600_000);
});
