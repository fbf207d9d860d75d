import { describe, expect, it } from 'vitest';
import { deviceCounters, shownTotals } from './counters.ts';
import { buildFleet } from './fleet.ts';
import { incidentScript } from './incidents.ts';
import { classTotals, qosClasses } from './qos-classes.ts';

const fleet = buildFleet({ customers: 2, sites: 8, seed: 5 });
const script = incidentScript(fleet);

describe('the classes of an access port', () => {
  it('share what goes out, less than a byte a class apart', () => {
    expect(qosClasses.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(qosClasses.reduce((sum, { dropShare }) => sum + dropShare, 0)).toBeCloseTo(1, 12);
    for (const octets of [0, 1, 999, 123_456_789]) {
      const sum = classTotals({ octets, packets: 10, errors: 0, discards: 0 }).reduce(
        (total, { sentOctets }) => total + sentOctets,
        0,
      );
      expect(octets - sum).toBeGreaterThanOrEqual(0);
      expect(octets - sum).toBeLessThan(qosClasses.length);
    }
  });

  it('never count backwards', () => {
    const device = fleet.devices[0]!;
    const counters = deviceCounters(device, script[0]!, fleet.seed);
    const totals = shownTotals(counters, counters.ports.get(1)!);
    let before = classTotals(totals('out', 90_000_000));
    const falls: string[] = [];
    for (let t = 90_000_001; t < 90_003_000; t += 7) {
      const now = classTotals(totals('out', t));
      for (const [at, one] of now.entries())
        for (const key of Object.keys(one) as (keyof typeof one)[])
          if (one[key] < before[at]![key] && counters.startedAt(t) === counters.startedAt(t - 7))
            falls.push(`${key} at ${String(t)}`);
      before = now;
    }
    expect(falls).toEqual([]);
  });
});
