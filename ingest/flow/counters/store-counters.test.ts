import { describe, expect, it } from 'vitest';
import type { Attribution } from '#ingest/flow/attribution/attribution.ts';
import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { EXPORT_S } from '#tests/fixtures/flow/packet-builder.ts';
import {
  counterSample,
  expandedSample,
  portName,
  processorSample,
  sampledV4,
  sflow,
  type SflowPortCounters,
} from '#tests/fixtures/flow/sflow-builder.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';

const START_MS = EXPORT_S * 1_000;
const keyOf = (id: number): string =>
  Object.entries(counters).find(([, counter]) => counter.id === id)?.[0] ?? String(id);

/** Values of interface 31 (ifIndex 1) after successive samples, half a minute apart. */
function afterSamples(...ports: readonly (SflowPortCounters & { readonly uptimeMs?: number })[]) {
  const decoding = sflowDecoding();
  for (const [at, { uptimeMs = 60_000 + at * 30_000, ...port }] of ports.entries())
    decoding.send(sflow({ sequence: at + 1, uptimeMs }, counterSample(port)), START_MS + at * 30_000);
  return (expected: CounterKey) =>
    decoding
      .samples()
      .filter(({ counter }) => counter === counters[expected].id)
      .map(({ value, discontinuity }) => ({ value, discontinuity }));
}

describe('the counters that an sFlow agent sends of an interface', () => {
  it('become samples of that interface with reception time and agent uptime', () => {
    const decoding = sflowDecoding();
    const port = { inOctets: 5_000_000_000n, outOctets: 7n, inUnicast: 40, inErrors: 3, status: 1 };
    decoding.send(sflow({ uptimeMs: 90_000 }, counterSample(port)));
    const rows = decoding.samples();
    for (const row of rows)
      expect(row).toMatchObject({ customer: 3, site: 11, element: 31, at: START_MS, uptime: 90_000n });
    expect(Object.fromEntries(rows.map(({ counter, value }) => [keyOf(counter), value]))).toEqual({
      in_octets: 5_000_000_000n,
      out_octets: 7n,
      in_unicast: 40n,
      out_unicast: 0n,
      in_multicast: 0n,
      out_multicast: 0n,
      in_broadcast: 0n,
      out_broadcast: 0n,
      in_discards: 0n,
      out_discards: 0n,
      in_errors: 3n,
      out_errors: 0n,
      speed: 1_000_000_000n,
      admin_up: 1n,
      oper_up: 0n,
    });
  });

  it('continue across the wrap of a 32-bit counter', () => {
    const of = afterSamples({ inUnicast: 4_294_967_290 }, { inUnicast: 10 }, { inUnicast: 20 });
    expect(of('in_unicast').map(({ value }) => value)).toEqual([
      4_294_967_290n,
      4_294_967_306n,
      4_294_967_316n,
    ]);
    expect(new Set(of('in_unicast').map(({ discontinuity }) => discontinuity)).size).toBe(1);
  });

  it('get a new discontinuity after a restart of the agent', () => {
    const of = afterSamples({ inOctets: 900n, uptimeMs: 400_000 }, { inOctets: 100n, uptimeMs: 5_000 });
    const [before, after] = of('in_octets');
    expect(after?.value).toBe(100n);
    expect(after?.discontinuity).not.toBe(before?.discontinuity);
  });

  it('keep their discontinuity when the agent uptime wraps after 49.7 days', () => {
    const of = afterSamples(
      { inOctets: 900n, uptimeMs: 2 ** 32 - 10_000 },
      { inOctets: 1_900n, uptimeMs: 20_000 },
    );
    const [before, after] = of('in_octets');
    expect(after?.discontinuity).toBe(before?.discontinuity);
  });

  it('are omitted if the agent does not support them', () => {
    const of = afterSamples({
      inUnicast: 0xff_ff_ff_ff,
      outOctets: 0xff_ff_ff_ff_ff_ff_ff_ffn,
      inOctets: 1n,
    });
    expect([of('in_unicast'), of('out_octets'), of('in_octets')].map(({ length }) => length)).toEqual([
      0, 0, 1,
    ]);
  });

  it('are not stored for a device that is polled by SNMP', () => {
    const decoding = sflowDecoding();
    const polled: Attribution = { ...decoding.exporter.attribution, polled: true };
    decoding.exporter.setAttribution(polled);
    decoding.send(sflow({}, counterSample({ inOctets: 9n })));
    expect(decoding.samples()).toEqual([]);
  });

  it('are not stored for an interface that is not in the inventory', () => {
    const decoding = sflowDecoding();
    decoding.send(sflow({}, counterSample({ index: 9, inOctets: 9n })));
    expect(decoding.samples()).toEqual([]);
  });
});

describe('the name that an sFlow agent gives to a port', () => {
  it('resolves an interface without a known ifIndex, for counters and flows', () => {
    const decoding = sflowDecoding();
    const { attribution } = decoding.exporter;
    const byName = new Map([['Gi0/0', 31]]);
    decoding.exporter.setAttribution({ ...attribution, interfaces: { byIndex: new Map([[2, 32]]), byName } });
    decoding.send(sflow({}, counterSample({ index: 7 }, portName('Gi0/0')), counterSample({ index: 7 })));
    expect(new Set(decoding.samples().map(({ element }) => element))).toEqual(new Set([31]));
    decoding.send(sflow({ sequence: 2 }, expandedSample({ input: 7 }, sampledV4())));
    expect(decoding.rows()).toMatchObject([{ in_interface: 31, out_interface: 32 }]);
  });
});

describe('a port name of an sFlow agent', () => {
  it.each(['utf8', 'latin1'] as const)('is read in %s', (encoding) => {
    const decoding = sflowDecoding();
    const { attribution } = decoding.exporter;
    const byName = new Map([['Réseau été', 31]]);
    decoding.exporter.setAttribution({ ...attribution, interfaces: { byIndex: new Map(), byName } });
    const name = portName('Réseau été', encoding);
    decoding.send(sflow({}, counterSample({ index: 7 }, name), counterSample({ index: 7 })));
    expect(new Set(decoding.samples().map(({ element }) => element))).toEqual(new Set([31]));
  });
});

describe('the processor record of an sFlow agent', () => {
  it('becomes the load of the last minute and the memory of the device', () => {
    const decoding = sflowDecoding();
    decoding.send(sflow({}, processorSample([0xff_ff_ff_ff, 1_250, 900], 1_000n, 400n)));
    expect(decoding.samples().map(({ element, counter, value }) => [element, keyOf(counter), value])).toEqual(
      [
        [21, 'cpu', 1_250n],
        [21, 'memory_total', 1_000n],
        [21, 'memory_used', 600n],
      ],
    );
  });

  it('has no load if the agent does not report it', () => {
    const decoding = sflowDecoding();
    const unknown = 0xff_ff_ff_ff;
    decoding.send(sflow({}, processorSample([unknown, unknown, unknown], 0n, 0n)));
    expect(decoding.samples()).toEqual([]);
  });
});
