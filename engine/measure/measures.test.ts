import { runSync } from '#platform/clock/steps.ts';
import { describe, expect, it } from 'vitest';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  addressedDevice,
  sampleCodec,
  type TestSampleRow,
} from '#tests/fixtures/engine/engine-network.ts';
import {
  emptyLog,
  partitionInto,
  run,
  type EngineLog,
  type Setting,
} from '#tests/fixtures/engine/engine-run.ts';

const setting: Setting = {
  windowSeconds: 300,
  allowedLatenessMs: 60_000,
  inventory: anInventory(1, 1),
  alarms: [],
};
const MINUTE = 60_000;

const measured = (rows: readonly TestSampleRow[], change: Partial<Setting> = {}): EngineLog =>
  run({
    setting: { ...setting, ...change },
    messages: [sampleCodec.encode([...rows].sort((a, b) => a.at - b.at))],
    end: START_MS + 60 * MINUTE,
  });

/** Values of a KPI by number of window. */
const valuesOf = ({ measures }: EngineLog, kpi: KpiKey) =>
  Object.fromEntries(
    measures
      .filter((row) => row.kpi === kpis[kpi].id)
      .map(({ at, value }) => [(at - START_MS / 1_000) / 300, value]),
  );

const octets = (at: number, value: number, change: Partial<TestSampleRow> = {}) =>
  aSample('in_octets', { at, value: BigInt(value), ...change });

describe('throughput', () => {
  it('is the growth between two polls by the agent’s clock', () => {
    const polls = [octets(0, 0, { uptime: 5_000n }), octets(5 * MINUTE, 3_000_000, { uptime: 325_000n })];
    // 24 Mbit in 300 s by the poller, in 320 s by the agent.
    expect(valuesOf(measured(polls), 'itf_in_bps')).toEqual({ 0: 75_000 });
  });

  it('is split by time between the windows that a pair of polls touches', () => {
    const polls = [octets(4 * MINUTE, 0), octets(5.4 * MINUTE, 8_400)];
    const log = measured(polls);
    expect(valuesOf(log, 'itf_in_bytes')[0]).toBeCloseTo(6_000, 6);
    expect(valuesOf(log, 'itf_in_bytes')[1]).toBeCloseTo(2_400, 6);
    expect(valuesOf(log, 'itf_in_bps')[0]).toBeCloseTo(800, 9);
    expect(valuesOf(log, 'itf_in_bps')[1]).toBeCloseTo(800, 9);
  });

  it('has a value in every window when polls once per window come some seconds early or late', () => {
    const jitter = [1, -2, 12, -9, 3, 20, -1, 8].map((seconds) => seconds * 1_000);
    const times = jitter.map((late, window) => window * 5 * MINUTE + 20_000 + late);
    const log = measured(times.map((at) => octets(at, at)));
    expect(Object.keys(valuesOf(log, 'itf_in_bps')).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const value of Object.values(valuesOf(log, 'itf_in_bps'))) expect(value).toBeCloseTo(8_000, 6);
  });

  it('adds up over the windows to exactly what was counted, however the polls fall', () => {
    const times = [0, 7, 140, 290, 331, 702, 1_300, 1_301, 1_900].map((seconds) => seconds * 1_000 + 1);
    const log = measured(times.map((at, index) => octets(at, index * index * 1_000)));
    const total = Object.values(valuesOf(log, 'itf_in_bytes')).reduce((sum, value) => sum + value, 0);
    expect(total).toBeCloseTo(64_000, 6);
  });

  it.each([
    { title: 'was reset', second: octets(5 * MINUTE, 10) },
    { title: 'has another discontinuity time', second: octets(5 * MINUTE, 90_000, { discontinuity: 7 }) },
    { title: 'comes from an agent that restarted', second: octets(5 * MINUTE, 90_000, { uptime: 4_000n }) },
    { title: 'was not polled for longer than 15 minutes', second: octets(20 * MINUTE, 90_000) },
  ])('is unknown when the counter $title, and known again from then on', ({ second }) => {
    const at = second.at - START_MS + 5 * MINUTE;
    const third = octets(at, 200_000, {
      discontinuity: second.discontinuity,
      uptime: second.uptime + BigInt(5 * MINUTE),
    });
    const log = measured([octets(0, 80_000), second, third]);
    expect(Object.keys(valuesOf(log, 'itf_in_bps')).map(Number)).toEqual([at / (5 * MINUTE) - 1]);
  });

  it('keeps every bit of a 64-bit counter', () => {
    const huge = 2n ** 63n + 12_345n;
    const log = measured([
      aSample('in_octets', { at: 0, value: huge }),
      aSample('in_octets', { at: 5 * MINUTE, value: huge + 300n }),
    ]);
    expect(valuesOf(log, 'itf_in_bytes')).toEqual({ 0: 300 });
  });
});

describe('utilisation', () => {
  const polls = [
    aSample('speed', { at: 0, value: 1_000_000n }),
    octets(0, 0),
    octets(5 * MINUTE, 18_750_000),
  ];

  it('is relative to the line speed', () => {
    expect(valuesOf(measured(polls), 'itf_in_util')).toEqual({ 0: 50 });
  });

  it('is relative to the contracted bandwidth where there is one, and may exceed 100 %', () => {
    const inventory = anInventory(1, 1, { port: { bandwidthInBps: 400_000 } });
    const log = measured(polls, { inventory });
    expect(valuesOf(log, 'itf_in_util')).toEqual({ 0: 125 });
    expect(log.measures.find(({ kpi }) => kpi === kpis.itf_in_util.id)).toMatchObject({
      numerator: 150_000_000,
      denominator: 120_000_000,
    });
  });

  it('has no value without either', () => {
    expect(valuesOf(measured(polls.slice(1)), 'itf_in_util')).toEqual({});
  });

  it.each([
    ['contracted', { bandwidthInBps: 400_000 }, 400_000],
    ['of the line', {}, 1_000_000],
  ])('has a bandwidth %s while the interface is polled, not in a silence', (_, port, bandwidth) => {
    const inventory = anInventory(1, 1, { port });
    const later = [octets(40 * MINUTE, 0), octets(45 * MINUTE, 1_000)];
    expect(valuesOf(measured([...polls, ...later], { inventory }), 'itf_in_capacity')).toEqual({
      0: bandwidth,
      8: bandwidth,
    });
  });
});

describe('errors and packets', () => {
  const poll = (at: number, [unicast, multicast, errors]: readonly [number, number, number]) => [
    aSample('in_unicast', { at, value: BigInt(unicast) }),
    aSample('in_multicast', { at, value: BigInt(multicast) }),
    aSample('in_broadcast', { at, value: 0n }),
    aSample('in_errors', { at, value: BigInt(errors) }),
    aSample('speed', { at, value: 10_000_000n }),
  ];

  it('are of packets and errors together', () => {
    const log = measured([...poll(0, [0, 0, 0]), ...poll(5 * MINUTE, [600, 300, 100])]);
    expect(valuesOf(log, 'itf_in_err')).toEqual({ 0: 10 });
    expect(valuesOf(log, 'itf_in_pps')).toEqual({ 0: 3 });
  });

  it('have no value where nothing passed, rather than 0 %', () => {
    const log = measured([...poll(0, [5, 5, 5]), ...poll(5 * MINUTE, [5, 5, 5])]);
    expect(valuesOf(log, 'itf_in_err')).toEqual({});
    expect(valuesOf(log, 'itf_in_pps')).toEqual({ 0: 0 });
  });

  it('go once round a 32-bit counter', () => {
    const log = measured([...poll(0, [0, 0, 4_294_967_246]), ...poll(5 * MINUTE, [900, 0, 50])]);
    expect(valuesOf(log, 'itf_in_err')).toEqual({ 0: 10 });
  });
});

describe('availability', () => {
  it('of an interface is time up of time meant to be up', () => {
    const poll = (minute: number, admin: bigint, oper: bigint) => [
      aSample('admin_up', { at: minute * MINUTE, value: admin }),
      aSample('oper_up', { at: minute * MINUTE, value: oper }),
    ];
    const log = measured([
      ...poll(0, 1n, 1n),
      ...poll(1, 1n, 1n),
      ...poll(2, 1n, 0n),
      ...poll(3, 0n, 0n),
      ...poll(5, 1n, 1n),
    ]);
    // Up in minutes 1, 4 and 5, down in minute 2, switched off in minute 3.
    expect(valuesOf(log, 'itf_avail')).toEqual({ 0: 75 });
  });

  it('of a device is successful polls out of polls due', () => {
    const responses = [1, 1, 0, 0, 1].map((response, minute) =>
      aSample('poll', { at: (minute + 0.5) * MINUTE, value: BigInt(response) }),
    );
    expect(valuesOf(measured(responses), 'cpe_avail')).toEqual({ 0: 60 });
  });

  it('of a device continues while it does not respond', () => {
    const silent = [0, 1, 2].map((window) => aSample('poll', { at: (window * 5 + 1) * MINUTE, value: 0n }));
    expect(valuesOf(measured(silent), 'cpe_avail')).toEqual({ 0: 0, 1: 0, 2: 0 });
  });
});

it('uptime is the newest of the window, in seconds', () => {
  const polls = [1, 2, 6].map((minute) =>
    aSample('uptime', {
      at: minute * MINUTE,
      element: addressedDevice(1),
      value: BigInt(43_000_000_000 + minute * MINUTE),
    }),
  );
  expect(valuesOf(measured(polls), 'cpe_uptime')).toEqual({ 0: 43_000_120, 1: 43_000_360 });
});

describe('a sample', () => {
  const origin = (sequence: number, atMs: number) => ({ sequence, receivedAt: START_MS + atMs });
  const push = (rows: TestSampleRow[]) => sampleCodec.encode(rows);

  it('later than the allowed lateness is counted and has no effect', () => {
    const log = emptyLog();
    const partition = partitionInto(log, setting);
    runSync(partition.pushSteps(push([octets(0, 0)]), origin(1, 0)));
    runSync(partition.pushSteps(push([octets(10 * MINUTE, 600)]), origin(2, 10 * MINUTE)));
    runSync(partition.pushSteps(push([octets(5 * MINUTE, 999)]), origin(3, 10 * MINUTE)));
    runSync(partition.closeUntilSteps(START_MS + 20 * MINUTE));
    expect(partition.counts).toEqual({ late: 1, ahead: 0, unknown: 0 });
    expect(Object.values(valuesOf(log, 'itf_in_bytes')).reduce((a, b) => a + b, 0)).toBe(600);
  });

  it('dated ahead of the broker’s clock does not close windows for others', () => {
    const log = emptyLog();
    const partition = partitionInto(log, setting);
    runSync(partition.pushSteps(push([octets(0, 0)]), origin(1, 0)));
    runSync(partition.pushSteps(push([aSample('poll', { at: 4 * MINUTE, value: 1n })]), origin(2, MINUTE)));
    runSync(partition.pushSteps(push([aSample('poll', { at: 90 * MINUTE, value: 1n })]), origin(3, MINUTE)));
    expect(partition.watermark).toBe(START_MS + MINUTE);
    runSync(partition.pushSteps(push([octets(2 * MINUTE, 240)]), origin(4, 2 * MINUTE)));
    runSync(partition.closeUntilSteps(START_MS + 5 * MINUTE));
    expect(partition.counts).toEqual({ late: 0, ahead: 1, unknown: 0 });
    expect(valuesOf(log, 'itf_in_bytes')).toEqual({ 0: 240 });
    expect(valuesOf(log, 'cpe_avail')).toEqual({ 0: 100 });
  });

  it('of an unknown element or counter is counted and left out', () => {
    const partition = partitionInto(emptyLog(), setting);
    runSync(
      partition.pushSteps(
        push([octets(0, 0, { element: 77 }), octets(0, 0, { counter: 10_000 }), octets(0, 0)]),
      ),
    );
    runSync(partition.closeUntilSteps(START_MS + 5 * MINUTE));
    expect(partition.counts.unknown).toBe(2);
  });

  it('with more than any line can carry is counted and left out, and what is above the speed counts', () => {
    const log = emptyLog();
    const partition = partitionInto(log, setting);
    const jump = 2 ** 52;
    runSync(
      partition.pushSteps(
        push([
          aSample('speed', { at: 0, value: 1_000_000n }),
          octets(0, 0),
          octets(5 * MINUTE, jump),
          octets(10 * MINUTE, jump + 75_000_000),
          octets(15 * MINUTE, jump + 150_000_000),
        ]),
      ),
    );
    runSync(partition.closeUntilSteps(START_MS + 15 * MINUTE));
    expect(partition.counts).toEqual({ late: 0, ahead: 0, unknown: 0, fault: 1 });
    expect(valuesOf(log, 'itf_in_util')).toEqual({ 1: 200, 2: 200 });
  });

  it('cut short is rejected with its whole message', () => {
    const partition = partitionInto(emptyLog(), setting);
    expect(() => {
      runSync(partition.pushSteps(push([octets(0, 0)]).subarray(0, 30)));
    }).toThrow(RangeError);
    expect(partition.watermark).toBe(0);
  });
});

describe('a device', () => {
  const gauge = (
    counter: 'cpu' | 'memory_used' | 'memory_total' | 'disk_used' | 'disk_total',
    value: bigint,
  ) => aSample(counter, { at: MINUTE, value });

  it('has the mean CPU load of the polls of a window, and the parts of memory and disk that are used', () => {
    const log = measured([
      aSample('cpu', { at: 0, value: 2_250n }),
      gauge('cpu', 6_250n),
      gauge('memory_used', 3_000n),
      gauge('memory_total', 4_000n),
      gauge('disk_used', 1n),
      gauge('disk_total', 8n),
    ]);
    expect(valuesOf(log, 'cpe_cpu')).toEqual({ 0: 42.5 });
    expect(valuesOf(log, 'cpe_mem')).toEqual({ 0: 75 });
    expect(valuesOf(log, 'cpe_disk')).toEqual({ 0: 12.5 });
  });

  it('has the uptime of the newest poll of a window, and its boot time', () => {
    const log = measured([
      aSample('uptime', { at: MINUTE, value: 60_500n }),
      aSample('uptime', { at: 2 * MINUTE, value: 120_500n }),
      aSample('uptime', { at: 6 * MINUTE, value: 30_000n }),
    ]);
    expect(valuesOf(log, 'cpe_uptime')).toEqual({ 0: 120.5, 1: 30 });
    expect(valuesOf(log, 'cpe_last_boot')).toEqual({
      0: START_MS / 1_000 - 0.5,
      1: START_MS / 1_000 + 330,
    });
  });

  it('has no memory usage when one gauge is missing or the total is 0', () => {
    const log = measured([gauge('memory_used', 3_000n), gauge('disk_used', 0n), gauge('disk_total', 0n)]);
    expect(valuesOf(log, 'cpe_mem')).toEqual({});
    expect(valuesOf(log, 'cpe_disk')).toEqual({});
  });

  it('that responds to every poll is available exactly 100 %', () => {
    for (const period of [7, 11, 13, 29]) {
      const polls = Array.from({ length: 40 }, (_, number) =>
        aSample('poll', { at: number * period * 1_000 + number, value: 1n }),
      );
      for (const value of Object.values(valuesOf(measured(polls), 'cpe_avail'))) expect(value).toBe(100);
    }
  });
});

it('messages hold at most 64 KiB and their numbers grow', () => {
  const inventory = anInventory(60, 90);
  const rows = [0, 5].flatMap((minute) =>
    [...inventory.interfaces.values()].map(({ id, customer }) =>
      octets(minute * MINUTE, minute * 1_000, { element: id, customer }),
    ),
  );
  const log = measured(rows, { inventory, alarms: [anAlarm({ operator: '>=', threshold: 0 })] });
  expect(log.events.filter(({ edge }) => edge === 'raise')).toHaveLength(5_400);
  for (const kind of ['measures', 'events']) {
    const own = log.messages.filter((message) => message.startsWith(kind));
    const numbers = own.map((message) => Number(message.split(' ')[1]));
    expect(own.length).toBeGreaterThan(3);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    for (const message of own) expect(Number(message.split(' ')[2])).toBeLessThanOrEqual(65_536);
  }
});
