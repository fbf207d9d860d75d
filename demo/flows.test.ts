import { describe, expect, it } from 'vitest';
import { afterOrigin, deviceCounters } from './counters.ts';
import { fleetExporter } from './export/export-packets.ts';
import { buildFleet } from './fleet.ts';
import { applicationTable, flowsOf, neighboursOf } from './flows.ts';
import { incidentOf, incidentScript } from './incidents.ts';
import { WEEK_S } from './traffic.ts';

const fleet = buildFleet({ customers: 3, sites: 30, seed: 11 });
const script = incidentScript(fleet);
const nowMs = Date.UTC(2026, 10, 20, 10);
const toS = Math.floor(afterOrigin(nowMs));
const countersOf = (index: number) => deviceCounters(fleet.devices[index]!, script[index]!, fleet.seed);
const flowsAt = (index: number, count: number) => {
  const device = fleet.devices[index]!;
  const place = { seed: fleet.seed, device, neighbours: neighboursOf(fleet)(device) };
  return flowsOf(place, countersOf(index), { fromS: toS - 10, toS, count });
};
const calm = fleet.devices.findIndex(({ index }) => incidentOf(script[index]!, toS % WEEK_S) === undefined);

describe('the flows of a device', () => {
  it('carry what the counters of its access port say', () => {
    const access = countersOf(calm).ports.get(1)!;
    for (const [direction, number] of [
      ['in', 0],
      ['out', 1],
    ] as const) {
      const sum = flowsAt(calm, 40)
        .filter((flow) => flow.direction === number)
        .reduce((total, { octets }) => total + octets, 0);
      const counted = access.totals(direction, toS).octets - access.totals(direction, toS - 10).octets;
      expect(Math.abs(sum - counted)).toBeLessThanOrEqual(20);
    }
  });

  it('are the same whenever they are requested', () => {
    expect(flowsAt(calm, 12)).toEqual(flowsAt(calm, 12));
  });

  it('lie within their interval', () => {
    for (const { firstS, lastS } of flowsAt(calm, 40)) {
      expect(firstS).toBeGreaterThanOrEqual(toS - 10);
      expect(lastS).toBeGreaterThanOrEqual(firstS);
      expect(lastS).toBeLessThanOrEqual(toS);
    }
  });
});

describe('a datagram of the fleet', () => {
  const deviceFor = (protocol: string, sampled: boolean) =>
    fleet.devices.find(({ flows }) => flows.protocol === protocol && flows.sampling > 1 === sampled)!;
  const moment = { nowMs, bootMs: nowMs - 5_000_000, announce: true };

  it('of NetFlow v9 numbers datagrams and counts every record', () => {
    const device = deviceFor('netflow-v9', false);
    const datagrams = fleetExporter(device).datagrams(flowsAt(calm, 30), moment);
    const views = datagrams.map((bytes) => new DataView(bytes.buffer));
    expect(views.map((view) => view.getUint16(0))).toEqual([9, 9, 9, 9]);
    expect(views.map((view) => view.getUint32(12))).toEqual([0, 1, 2, 3]);
    expect(views[1]!.getUint16(2)).toBe(applicationTable.length + 1);
    expect(views[0]!.getUint16(2)).toBe(device.ports.length + 2);
    expect(views[0]!.getUint32(4)).toBe(5_000_000);
  });

  it('of IPFIX carries its length and numbers data records', () => {
    const device = deviceFor('ipfix', true);
    const datagrams = fleetExporter(device).datagrams(flowsAt(calm, 30), moment);
    const views = datagrams.map((bytes) => new DataView(bytes.buffer));
    expect(views.map((view) => view.getUint16(2))).toEqual(datagrams.map(({ length }) => length));
    const options = device.ports.length + 1;
    expect(views.map((view) => view.getUint32(8))).toEqual([
      0,
      options,
      options + applicationTable.length,
      options + applicationTable.length + 18,
    ]);
  });

  it('fits the MTU', () => {
    for (const device of fleet.devices)
      for (const { length } of fleetExporter(device).datagrams(flowsAt(calm, 60), moment))
        expect(length).toBeLessThan(1_472);
  });
});
