import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { newMemory } from '../device/device-memory.ts';
import type { InterfaceReading } from '../interface/interface-rows.ts';
import type { PollFault } from '../poll.ts';
import { betweenIntervalMs } from './read-between.ts';
import { lineCells } from './line-cells.ts';
import { lineFindings } from './line-findings.ts';

const MINUTES_5 = 300_000;
const START_MS = 1_800_000_000_000;
const limits = { intervalMs: MINUTES_5, minIntervalMs: 10_000 };
const T1 = { bps: 1_544_000, from: 'ifSpeed' } as const;
const TEN_GIGABIT = { bps: 10_000_000_000, from: 'ifHighSpeed' } as const;
const entry = edgePort(10, 'Se0/0');

describe('a line', () => {
  let memory: ReturnType<typeof newMemory>;
  let clock: ManualClock;
  let faults: PollFault[];
  beforeEach(() => {
    memory = newMemory();
    clock = new ManualClock(START_MS);
    faults = [];
  });

  interface Octets {
    readonly in?: number;
    readonly out?: number;
    readonly speed?: InterfaceReading['speed'];
    readonly narrow?: boolean;
    readonly contract?: number;
  }

  /** Reads the counters of the port once, and again after an interval. */
  async function poll({ speed, narrow = false, contract, ...octets }: Octets, elapsedMs = MINUTES_5) {
    await clock.advance(elapsedMs);
    const cells = (['in', 'out'] as const).map((way) => ({
      counter: counters[`${way}_octets`].id,
      value: BigInt(octets[way] ?? 0),
      read: { ticks: undefined, atMs: clock.now().getTime() },
    }));
    const reading = {
      ...(narrow ? { cells: [], narrow: cells } : { cells, narrow: [] }),
      speed,
      faults: [],
      discontinuity: 0,
    };
    const port = { entry: { ...entry, bandwidthInBps: contract ?? null }, restarted: false };
    return lineCells({ memory, clock, count: (fault) => faults.push(fault) }, reading, port);
  }
  const found = (isV1 = false) => {
    const scope = { ...limits, isV1, nowMs: clock.now().getTime() };
    return lineFindings(memory.lines.get(entry.id)!, scope);
  };
  /** Octets of five minutes at this rate. */
  const at = (bps: number): number => (bps * 300) / 8;

  it.each([
    ['at its speed says nothing', { speed: T1, bps: 1_544_000 }, []],
    [
      'at half a percent more, which delays of responses explain, says nothing',
      { speed: T1, bps: 1_551_000 },
      [],
    ],
    [
      'at 140 % of ifSpeed',
      { speed: T1, bps: 2_161_600 },
      [{ is: 'above speed', way: 'in', percent: 140, of: 'ifSpeed', speedBps: 1_544_000 }],
    ],
    [
      'at 150 % of ifHighSpeed',
      { speed: TEN_GIGABIT, bps: 15e9 },
      [{ is: 'above speed', way: 'in', percent: 150, of: 'ifHighSpeed', speedBps: 10_000_000_000 }],
    ],
    [
      'at 200 % of its contract, though below its speed',
      { speed: TEN_GIGABIT, bps: 200e6, contract: 100e6 },
      [{ is: 'above speed', way: 'in', percent: 200, of: 'contract', speedBps: 100_000_000 }],
    ],
    ['above its speed and below its contract says nothing', { speed: T1, bps: 3e6, contract: 4e6 }, []],
    ['of unknown speed says so', { speed: undefined, bps: 3e6 }, [{ is: 'no speed' }]],
    [
      'of unknown speed with a contract of one way says so, and compares that way',
      { speed: undefined, bps: 3e6, contract: 2e6 },
      [{ is: 'above speed', way: 'in', percent: 150, of: 'contract' }, { is: 'no speed' }],
    ],
  ] as const)('%s', async (_, { bps, ...of }, expected) => {
    await poll({ ...of });
    await poll({ ...of, in: at(bps) });
    expect(found()).toMatchObject(expected);
    expect(faults).toEqual([]);
  });

  it('above its speed for less than a minute says nothing yet', async () => {
    await poll({ speed: T1 });
    await poll({ speed: T1, in: 1e9 }, 50_000);
    expect(found()).toEqual([]);
    await poll({ speed: T1, in: 1e9 }, 20_000);
    expect(found()).toMatchObject([{ is: 'above speed', way: 'in' }]);
  });

  it('is no longer above its speed once it carries less, or is not measured any more', async () => {
    await poll({ speed: T1 });
    await poll({ speed: T1, out: at(3e6) });
    expect(found()).toMatchObject([{ way: 'out', at: clock.now().getTime() }]);
    await clock.advance(3 * MINUTES_5 + 1);
    expect(found()).toEqual([]);
    await poll({ speed: T1, out: at(3e6) + 5 }, 0);
    expect(found()).toEqual([]);
  });

  it('with a value that no line could carry excludes it, and says so for a day', async () => {
    await poll({ speed: T1 });
    expect(await poll({ speed: T1, in: 2 ** 52 })).toMatchObject([{ counter: counters.out_octets.id }]);
    expect(faults).toEqual(['counter fault']);
    const at = clock.now().getTime();
    expect(found()).toEqual([{ is: 'counter fault', values: 1, at }]);
    await poll({ speed: T1, in: 9 });
    expect(found()).toEqual([{ is: 'counter fault', values: 1, at }]);
    await clock.advance(DAY_MS);
    expect(found()).toEqual([]);
  });

  it.each([
    ['with SNMPv1', true],
    ['with SNMPv2c', false],
  ])(
    'of 10 Gbit/s with 32-bit counters says why it has no value and how often to poll, %s',
    async (_, isV1) => {
      const line = { speed: TEN_GIGABIT, narrow: true };
      await poll(line);
      expect(found(isV1)).toMatchObject([
        { is: '32 bits', of: 'octets', speedBps: 10_000_000_000, everyMs: MINUTES_5, isV1 },
      ]);
      const [finding] = found(isV1);
      expect(finding?.is === '32 bits' && Math.floor(finding.wrapMs)).toBe(3_435);
      await poll(line);
      expect(faults).toEqual(['may have wrapped', 'may have wrapped']);
      expect(betweenIntervalMs(memory, limits)).toBeUndefined();
    },
  );

  it('of 1 Gbit/s with 32-bit counters is read between polls', async () => {
    await poll({ speed: { bps: 1e9, from: 'ifSpeed' }, narrow: true });
    expect(found()).toEqual([]);
    expect(betweenIntervalMs(memory, limits)).toBe(27_487);
    expect(betweenIntervalMs(memory, { ...limits, minIntervalMs: 0 })).toBeUndefined();
  });

  it('of 10 Mbit/s with 32-bit counters is read with the polls', async () => {
    await poll({ speed: { bps: 10e6, from: 'ifSpeed' }, narrow: true });
    expect(found()).toEqual([]);
    expect(betweenIntervalMs(memory, limits)).toBeUndefined();
  });
});
