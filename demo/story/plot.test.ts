import { describe, expect, it } from 'vitest';
import { afterOrigin } from '../counters.ts';
import { buildFleet } from '../fleet.ts';
import { flowsOf, neighboursOf } from '../flows.ts';
import { defaultFleet } from '../model.ts';
import { fleetCounters } from './fleet-counters.ts';
import { BACKUP_PORT, COLD_CHAIN_PORT, plotOf, storyDevice, withStranger } from './plot.ts';

const started = new Date(2026, 10, 20, 9, 30).getTime();
const fleet = buildFleet({ ...defaultFleet, startedMs: started });
const countersOf = fleetCounters(fleet);
const now = Math.floor(afterOrigin(started));
const deviceAt = (customer: string) => storyDevice(fleet.devices, customer)!;
const kindAt = (customer: string, t: number) => countersOf(deviceAt(customer)).incidentAt(t)?.kind;

describe('the story of the demonstration', () => {
  it.each([
    ['ostline', 'device down'],
    ['boreval', 'saturation'],
    ['nordhaven', 'flapping'],
    ['tessandre', 'errors'],
    ['kelmar', 'slow application'],
    ['veridane', 'errors'],
    ['arvenis', 'saturation'],
    ['quillridge', 'saturation'],
    ['brightwell', 'discards'],
  ])('%s has %s from the first start on, and not the day before', (customer, kind) => {
    expect([now, now + 86_400 * 40].map((t) => kindAt(customer, t))).toEqual([kind, kind]);
    expect(kindAt(customer, now - 86_400)).toBeUndefined();
  });

  it.each(['arvenis', 'brightwell'])('%s eases once it is acknowledged until worse', (customer) => {
    const level = (t: number) => countersOf(deviceAt(customer)).incidentAt(t)?.level ?? 0;
    expect(level(now + 600)).toBeLessThan(level(now + 60));
  });

  it('solenne has a saturated line, whose router stops responding four minutes after the start', () => {
    expect([60, 300, 3_000].map((t) => kindAt('solenne', now + t))).toEqual([
      'saturation',
      'device down',
      'device down',
    ]);
  });

  it('includes a router that is in no network file', () => {
    const addresses = new Set(fleet.devices.map(({ address }) => address));
    expect(withStranger(fleet.devices).filter(({ address }) => !addresses.has(address))).toHaveLength(1);
  });

  it('has forty lines of one carrier down last night, none after 04:00', () => {
    const four = Math.floor(afterOrigin(new Date(2026, 10, 20, 4).getTime()));
    const plot = plotOf(fleet, started);
    const ended = (index: number) => (plot.get(index)?.[0]?.endS ?? Infinity) <= four;
    const down = (t: number) =>
      fleet.devices.filter(
        (device) => ended(device.index) && countersOf(device).ports.get(1)?.operUp(t) === false,
      );
    expect(down(four - 20 * 60).map(({ carrier }) => carrier)).toEqual(
      Array.from({ length: 40 }, () => 'Norlink'),
    );
    expect(down(four)).toEqual([]);
  });

  it('keeps counters that never fall through the story', () => {
    for (const { index } of fleet.devices.filter((each) => plotOf(fleet, started).has(each.index))) {
      const access = countersOf(fleet.devices[index]!).ports.get(1)!;
      let before = access.totals('in', now - 90_000).octets;
      for (let t = now - 86_400; t < now + 86_400; t += 3_000) {
        const after = access.totals('in', t).octets;
        expect(after).toBeGreaterThanOrEqual(before);
        before = after;
      }
    }
  });

  it('shows the application that fills the line in its flows', () => {
    const device = deviceAt('boreval');
    const vantage = { seed: fleet.seed, device, neighbours: neighboursOf(fleet)(device) };
    const flows = flowsOf(vantage, countersOf(device), { fromS: now, toS: now + 10, count: 400 });
    const inwards = flows.filter(({ direction }) => direction === 0);
    const octetsOf = (some: typeof flows) => some.reduce((sum, { octets }) => sum + octets, 0);
    const backup = octetsOf(inwards.filter(({ sourcePort }) => sourcePort === BACKUP_PORT));
    expect(backup / octetsOf(inwards)).toBeGreaterThan(0.7);
  });

  it('has the backup from three servers of another warehouse to one host', () => {
    const device = deviceAt('boreval');
    const vantage = { seed: fleet.seed, device, neighbours: neighboursOf(fleet)(device) };
    const flows = flowsOf(vantage, countersOf(device), { fromS: now, toS: now + 10, count: 400 });
    const octets = new Map<string, number>();
    for (const { source, destination, sourcePort, octets: own, direction } of flows)
      if (direction === 0 && sourcePort === BACKUP_PORT) {
        const pair = `${String(source)} ${String(destination)}`;
        octets.set(pair, (octets.get(pair) ?? 0) + own);
      }
    const [first = 0, second = 0, third = 0, ...others] = [...octets.values()].sort((a, b) => b - a);
    const all = [...octets.values()].reduce((sum, each) => sum + each, 0);
    expect((first + second + third) / all).toBeGreaterThan(0.95);
    expect(others.every((each) => each < third)).toBe(true);
    const sites = new Set(
      [...octets.keys()]
        .map((pair) => (Number(pair.split(' ')[0]) >>> 8) & 0xffff)
        .map((index) => fleet.devices[index]?.site),
    );
    expect(sites).toContain('Lorient warehouse');
  });

  it('shows slow responses of one application only', () => {
    const device = deviceAt('kelmar');
    expect(device.flows.isMeasured).toBe(true);
    const vantage = { seed: fleet.seed, device, neighbours: neighboursOf(fleet)(device) };
    const flows = flowsOf(vantage, countersOf(device), { fromS: now, toS: now + 10, count: 400 });
    const delays = (isSlow: boolean) =>
      flows
        .filter(({ responses }) => responses > 0)
        .filter((flow) => isSlow === [flow.sourcePort, flow.destinationPort].includes(COLD_CHAIN_PORT))
        .map(({ responses, responseMs }) => responseMs / responses);
    expect(Math.min(...delays(true))).toBeGreaterThan(1_500);
    expect(Math.max(...delays(false))).toBeLessThan(100);
  });

  it('is left out where there is no first start, and where customers are missing', () => {
    expect(plotOf(buildFleet({ customers: 1, sites: 1, seed: 1 }), started).size).toBeLessThanOrEqual(1);
    const plain = buildFleet(defaultFleet);
    expect(fleetCounters(plain)(plain.devices[0]!).incidentAt(now + 4e8)).toEqual(
      fleetCounters(plain)(plain.devices[0]!).incidentAt(now + 4e8 - 604_800),
    );
  });
});
