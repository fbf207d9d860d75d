import { describe, expect, it } from 'vitest';
import { afterOrigin, deviceCounters, shownTotals } from './counters.ts';
import { buildFleet } from './fleet.ts';
import { incidentOf, incidentScript } from './incidents.ts';
import { defaultFleet } from './model.ts';
import { WEEK_S } from './traffic.ts';

const fleet = buildFleet(defaultFleet);
const script = incidentScript(fleet);
const now = Math.floor(afterOrigin(Date.UTC(2026, 10, 20, 9)));

/** Part of the contract in use between two seconds of the week. */
const accessUse = (index: number) => {
  const device = fleet.devices[index]!;
  const access = deviceCounters(device, script[index]!, fleet.seed).ports.get(1)!;
  return (from: number, to: number): number =>
    (8 * (access.totals('in', to).octets - access.totals('in', from).octets)) /
    (to - from) /
    device.ports[0]!.contractBps!;
};

describe('the script of incidents', () => {
  it('keeps 3 to 8 % of the sites in trouble at any moment', () => {
    const shares = Array.from({ length: 2_000 }, (_, step) => {
      const weekS = 9_000 + step * 290;
      return script.filter((incidents) => incidentOf(incidents, weekS) !== undefined).length / script.length;
    });
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.03);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.08);
  });

  it('changes something every 15 seconds', () => {
    const borders = script.flatMap((incidents) => incidents.flatMap(({ startS, endS }) => [startS, endS]));
    expect(WEEK_S / borders.length).toBeLessThan(15);
  });

  it('has every kind of incident, never two at once on a device', () => {
    expect(new Set(script.flat().map(({ kind }) => kind)).size).toBe(6);
    for (const incidents of script)
      for (const [at, incident] of incidents.entries())
        expect(incident.startS).toBeGreaterThanOrEqual(incidents[at - 1]?.endS ?? 0);
  });
});

describe('the counters of a port', () => {
  it('never fall, whatever happens to the port', () => {
    for (const device of fleet.devices.slice(0, 12)) {
      const counters = deviceCounters(device, script[device.index] ?? [], fleet.seed);
      for (const port of counters.ports.values())
        for (const direction of ['in', 'out'] as const) {
          let before = port.totals(direction, now - WEEK_S);
          for (let t = now - WEEK_S + 37; t < now + 1_000; t += 997) {
            const after = port.totals(direction, t);
            for (const key of ['octets', 'packets', 'errors', 'discards'] as const)
              expect(after[key]).toBeGreaterThanOrEqual(before[key]);
            before = after;
          }
        }
    }
  });

  it('stay under 80 % of the contract without an incident', () => {
    const highest = fleet.devices.slice(0, 40).map((device) => {
      const incidents = script[device.index]!;
      const use = accessUse(device.index);
      const calm = (weekS: number) => incidentOf(incidents, weekS) === undefined;
      const moments = Array.from({ length: 350 }, (_, step) => step * 1_711);
      return Math.max(...moments.filter((at) => calm(at) && calm(at + 10)).map((at) => use(at, at + 10)));
    });
    expect(Math.max(...highest)).toBeLessThan(0.8);
    expect(Math.max(...highest)).toBeGreaterThan(0.4);
  });

  it('pass 80 % of the contract under saturation', () => {
    const jams = script.flatMap((incidents, index) => {
      const jammed = incidents.filter(({ kind, direction }) => kind === 'saturation' && direction === 'in');
      if (jammed.length === 0) return [];
      const use = accessUse(index);
      return jammed.map(({ startS }) => use(startS + 10, startS + 40));
    });
    expect(Math.min(...jams)).toBeGreaterThan(0.8);
    expect(Math.max(...jams)).toBeGreaterThan(0.95);
  });

  it('are those of another process with the same seed', () => {
    const again = buildFleet(defaultFleet);
    expect(again).toEqual(fleet);
    const one = deviceCounters(fleet.devices[7]!, script[7]!, fleet.seed);
    const other = deviceCounters(again.devices[7]!, incidentScript(again)[7]!, again.seed);
    expect(other.ports.get(1)!.totals('out', now)).toEqual(one.ports.get(1)!.totals('out', now));
  });

  it('reset to zero when the device restarts', () => {
    const [index, incident] = [...script.entries()]
      .flatMap(([at, incidents]) => incidents.map((each) => [at, each] as const))
      .find(([, { reboots }]) => reboots)!;
    const counters = deviceCounters(fleet.devices[index]!, script[index]!, fleet.seed);
    const week = Math.floor(now / WEEK_S) * WEEK_S;
    const shown = shownTotals(counters, counters.ports.get(1)!);
    expect(counters.responds(week + incident.startS + 1)).toBe(false);
    expect(shown('in', week + incident.endS).octets).toBe(0);
    expect(shown('in', week + incident.endS + 60).octets).toBeGreaterThan(0);
  });
});
