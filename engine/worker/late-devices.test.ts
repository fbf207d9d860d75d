import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { runSync } from '#platform/clock/steps.ts';
import { LATE_SHOWN_MS } from '#schemas/collector/late-device.ts';
import {
  START_MS,
  aSample,
  addressedDevice,
  anInventory,
  portOf,
  sampleCodec,
} from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, partitionInto } from '#tests/fixtures/engine/engine-run.ts';
import { lineLog } from '#platform/log/log.ts';
import { LateDevices } from './late-devices.ts';

const inventory = anInventory(2, 2);
const ALLOWED_MS = 60_000;

describe('samples that arrive too late', () => {
  let clock: ManualClock;
  let lines: unknown[];
  let late: LateDevices;
  beforeEach(() => {
    clock = new ManualClock(START_MS);
    lines = [];
    late = new LateDevices({
      inventory: { current: inventory },
      clock,
      log: lineLog((line) => lines.push(JSON.parse(line))),
      allowedLatenessMs: ALLOWED_MS,
    });
  });

  it('are shown for their device: how many, since when, and how late', async () => {
    late.observe(new Map([[portOf(1, 0), { rows: 3, delayMs: 75_000 }]]));
    await clock.advance(1_000);
    late.observe(new Map([[addressedDevice(1), { rows: 1, delayMs: 70_000 }]]));
    expect(late.list()).toEqual([
      { device: addressedDevice(1), samples: 4, since: START_MS, until: START_MS + 1_000, delayMs: 75_000 },
    ]);
  });

  it('are forgotten when their device was on time for a quarter of an hour', async () => {
    late.observe(new Map([[portOf(1, 0), { rows: 3, delayMs: 75_000 }]]));
    await clock.advance(LATE_SHOWN_MS + 1);
    expect(late.list()).toEqual([]);
  });

  it('are logged once a minute for all devices together', async () => {
    for (let second = 0; second < 90; second += 1) {
      late.observe(new Map([[portOf(1 + (second % 2), 0), { rows: 1, delayMs: 61_000 + second }]]));
      await clock.advance(1_000);
    }
    expect(lines).toEqual([
      expect.objectContaining({ rows: 1, devices: 1, allowedLatenessMs: ALLOWED_MS }),
      expect.objectContaining({ rows: 60, devices: 2, delayMs: 61_060 }),
    ]);
  });

  it('are counted by element, and not again in a replay', () => {
    const partition = partitionInto(emptyLog(), {
      windowSeconds: 10,
      allowedLatenessMs: 1_000,
      alarms: [],
      inventory,
    });
    const push = (sequence: number, element: number, atMs: number): void => {
      const rows = [aSample('in_octets', { element, at: atMs })];
      const origin = { sequence, receivedAt: START_MS + 60_000 };
      runSync(partition.pushSteps(sampleCodec.encode(rows), origin));
    };
    push(1, portOf(1, 0), 60_000);
    push(2, portOf(1, 1), 0);
    expect([...partition.takeLate()]).toEqual([[portOf(1, 1), { rows: 1, delayMs: 60_000 }]]);
    expect(partition.takeLate().size).toBe(0);
    push(2, portOf(1, 1), 0);
    expect(partition.takeLate().size).toBe(0);
  });
});
