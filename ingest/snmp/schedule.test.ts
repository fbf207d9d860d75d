import { describe, expect, it } from 'vitest';
import { nextDueMs, phaseMs, pollShardOf, POLL_SHARDS } from './schedule.ts';

const INTERVAL_MS = 300_000;

describe('the polls of a device', () => {
  it('have the same phase in every interval', () => {
    for (let device = 1; device < 500; device += 1) {
      const first = nextDueMs(device, INTERVAL_MS, 1_800_000_000_123);
      expect(nextDueMs(device, INTERVAL_MS, first)).toBe(first + INTERVAL_MS);
      expect(nextDueMs(device, INTERVAL_MS, first - 1)).toBe(first);
      expect(first % INTERVAL_MS).toBe(phaseMs(device, INTERVAL_MS));
    }
  });

  it('are distributed so that no second gets more than three times its share', () => {
    const devices = 30_000;
    const perSecond = new Map<number, number>();
    for (let device = 1; device <= devices; device += 1) {
      const second = Math.floor(phaseMs(device, INTERVAL_MS) / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    expect(perSecond.size).toBe(INTERVAL_MS / 1_000);
    expect(Math.max(...perSecond.values())).toBeLessThan((3 * devices) / (INTERVAL_MS / 1_000));
  });
});

describe('the devices of pollers', () => {
  // Their ids are numbers of elements: between two of them are those of their ports.
  it.each([1, 2, 3, 5, 7, 8])(
    'are shared evenly by %i of them, however far their ids are apart',
    (pollers) => {
      const devices = 20_000;
      for (const distance of [1, 7, 25, 49, 256]) {
        const perPoller = Array.from({ length: pollers }, () => 0);
        for (let at = 0; at < devices; at += 1) {
          const poller = Math.floor((pollShardOf(1_000 + at * distance) * pollers) / POLL_SHARDS);
          perPoller[poller] = (perPoller[poller] ?? 0) + 1;
        }
        for (const count of perPoller) expect(Math.abs(count / (devices / pollers) - 1)).toBeLessThan(0.05);
      }
    },
  );
});
