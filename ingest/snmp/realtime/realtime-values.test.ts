import { describe, expect, it } from 'vitest';
import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { SampleRow } from '../sample-rows.ts';
import { RealtimeValues } from './realtime-values.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

const START_MS = 1_800_000_000_000;

/** Rows of a reading `ms` after the first one. */
const rows = (
  ms: number,
  values: Partial<Record<CounterKey, number>>,
  { discontinuity = 0, uptime = HOUR_MS + ms } = {},
): SampleRow[] =>
  Object.entries(values).map(([key, value]) => ({
    customer: 1,
    site: 2,
    element: 3,
    discontinuity,
    counter: counters[key as CounterKey].id,
    value: BigInt(value),
    at: START_MS + ms,
    uptime: BigInt(uptime),
  }));

const port = (contract?: number) =>
  new RealtimeValues('interface', { contract_in: contract, contract_out: undefined }, noDefinitions);

describe('values of an element that is read every second', () => {
  it('are unknown after the first reading of a counter', () => {
    expect(port().read(rows(0, { in_octets: 1_000, speed: 1_000_000 }))).toMatchObject({
      itf_in_bps: null,
      itf_in_util: null,
    });
  });

  it('are rates by the clock of the agent, not by the delay of its responses', () => {
    const values = port();
    values.read(rows(0, { in_octets: 1_000, out_octets: 0, speed: 100_000 }));
    const next = rows(
      1_400,
      { in_octets: 6_000, out_octets: 1_250, speed: 100_000 },
      { uptime: HOUR_MS + 1_000 },
    );
    expect(values.read(next)).toMatchObject({
      itf_in_bps: 40_000,
      itf_out_bps: 10_000,
      itf_in_util: 40,
      itf_out_util: 10,
    });
  });

  it('relate to the contracted bandwidth where there is one', () => {
    const values = port(80_000);
    values.read(rows(0, { in_octets: 0, speed: 1_000_000 }));
    expect(values.read(rows(1_000, { in_octets: 5_000, speed: 1_000_000 }))).toMatchObject({
      itf_in_util: 50,
    });
  });

  it.each([
    ['was reset', { in_octets: 5 }, {}],
    ['is not comparable, as the port was replaced', { in_octets: 9_000 }, { discontinuity: 7 }],
    ['starts over with its agent', { in_octets: 9_000 }, { uptime: 500 }],
    ['was not read', {}, {}],
  ])('are unknown when the counter %s', (_, next, options) => {
    const values = port();
    values.read(rows(0, { in_octets: 1_000 }));
    expect(values.read(rows(20_000, next, options))['itf_in_bps']).toBeNull();
  });

  it('are known again with the second reading after a gap', () => {
    const values = port();
    values.read(rows(0, { in_octets: 1_000 }));
    values.read([]);
    expect(values.read(rows(2_000, { in_octets: 9_000 }))['itf_in_bps']).toBeNull();
    expect(values.read(rows(3_000, { in_octets: 10_000 }))['itf_in_bps']).toBe(8_000);
  });

  it('of errors follow a 32-bit counter over its wrap', () => {
    const values = port();
    const around = { in_unicast: 0, speed: 1_000_000_000 };
    values.read(rows(0, { ...around, in_errors: 2 ** 32 - 10 }));
    expect(values.read(rows(1_000, { ...around, in_unicast: 80, in_errors: 10 }))['itf_in_err']).toBe(20);
  });

  it('of a device are its gauges as they are', () => {
    const values = new RealtimeValues(
      'device',
      { contract_in: undefined, contract_out: undefined },
      noDefinitions,
    );
    const read = values.read(rows(0, { cpu: 4_250, memory_used: 1, memory_total: 4 }));
    expect(read).toEqual({ cpe_cpu: 42.5, cpe_mem: 25, cpe_disk: null });
  });

  it('of a class are its rate, its share of the bandwidth and its drops', () => {
    const values = new RealtimeValues(
      'class',
      { contract_in: undefined, contract_out: undefined },
      noDefinitions,
    );
    const start = { class_sent_octets: 0, class_offered_packets: 0, class_dropped_packets: 0 };
    values.read(rows(0, { ...start, class_bandwidth: 16_000 }));
    const next = { class_sent_octets: 1_000, class_offered_packets: 20, class_dropped_packets: 5 };
    expect(values.read(rows(1_000, { ...next, class_bandwidth: 16_000, class_queue_depth: 3 }))).toEqual({
      cos_in_bps: null,
      cos_out_bps: 8_000,
      cos_util: 50,
      cos_drop: 25,
      cos_qdepth: 3,
    });
  });
});
