import { describe, expect, it } from 'vitest';
import type { InventoryDevice } from './inventory-devices.ts';
import { judgeUnresponsive, type AddressEvidence } from './unresponsive-devices.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

const device = (runs: number, since: Date, discovered = true): InventoryDevice => ({
  id: 5,
  site: 2,
  name: 'edge-1',
  active: true,
  lost: false,
  address: '10.0.0.1',
  vendor: '',
  model: '',
  sysName: '',
  serial: '',
  software: '',
  interfaces: [],
  parts: [],
  discovered,
  access: undefined,
  miss: runs === 0 ? undefined : { runs, since },
});

describe('a device of the inventory that a run does not find', () => {
  it.each<[AddressEvidence, number, number, boolean, string, number, boolean]>([
    // evidence, earlier misses, minutes since the first, discovered → reason, misses, vanished
    ['silent', 0, 0, true, 'silent', 1, false],
    ['silent', 1, 14, true, 'silent', 2, false],
    ['silent', 1, 15, true, 'silent', 2, true],
    ['silent', 7, 600, true, 'silent', 8, true],
    ['silent', 1, 600, false, 'never answered', 0, false],
    ['another device', 0, 0, true, 'another device', 1, false],
    ['another device', 1, 600, true, 'another device', 2, true],
    ['another device', 1, 600, false, 'another device', 0, false],
    ['responds', 5, 600, true, 'responds', 0, false],
    ['rejected', 5, 600, true, 'rejected', 0, false],
    ['not asked', 5, 600, true, 'not asked', 0, false],
  ])(
    'with %s, after %d misses within %d minutes (discovered: %s) is %s, %d misses, vanished: %s',
    (evidence, runs, minutes, discovered, reason, misses, isVanished) => {
      const judged = judgeUnresponsive(device(runs, minutesAgo(minutes), discovered), evidence, NOW);
      expect([judged.reason, judged.miss?.runs ?? 0, judged.isVanished]).toEqual([
        reason,
        misses,
        isVanished,
      ]);
    },
  );
});
