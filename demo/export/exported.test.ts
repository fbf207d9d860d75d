import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import { afterOrigin, deviceCounters } from '../counters.ts';
import { fleetExporter } from './export-packets.ts';
import { buildFleet } from '../fleet.ts';
import { flowsOf, neighboursOf } from '../flows.ts';
import { incidentOf, incidentScript } from '../incidents.ts';
import { WEEK_S } from '../traffic.ts';

const FLOWS = 120;
/** Ids that the inventory of the collector gives the ports 1 (access) and 2. */
const ACCESS = 31;
const fleet = buildFleet({ customers: 4, sites: 40, seed: 5 });
const script = incidentScript(fleet);
const nowMs = Date.UTC(2026, 10, 20, 10);
const toS = Math.floor(afterOrigin(nowMs));
const calm = fleet.devices.filter(
  ({ index }) => incidentOf(script[index]!, toS % WEEK_S) === undefined && index < 30,
);

describe.each(['netflow-v9', 'ipfix'])('what a collector decodes of %s exported by the fleet', (protocol) => {
  const devices = calm.filter(({ flows }) => flows.protocol === protocol);

  it.each(devices.map((device) => [device.name, device] as const))(
    'is what the counters of %s say',
    (_, device) => {
      const counters = deviceCounters(device, script[device.index]!, fleet.seed);
      const place = { seed: fleet.seed, device, neighbours: neighboursOf(fleet)(device) };
      const records = flowsOf(place, counters, { fromS: toS - 10, toS, count: FLOWS });
      const collector = aCollector();
      const moment = { nowMs, bootMs: nowMs - 5_000_000, announce: true };
      for (const datagram of fleetExporter(device).datagrams(records, moment))
        collector.send(datagram, nowMs);
      const rows = collector.rows();
      expect(rows).toHaveLength(records.length);
      const access = counters.ports.get(1)!;
      for (const [direction, interfaceOf] of [
        ['in', 'in_interface'],
        ['out', 'out_interface'],
      ] as const) {
        const counted = access.totals(direction, toS).octets - access.totals(direction, toS - 10).octets;
        const decoded = rows
          .filter((row) => row[interfaceOf] === ACCESS)
          .reduce((sum, { bytes }) => sum + Number(bytes), 0);
        // The collector scales by the announced sampling. Of a sampled count, whole bytes of one packet in N are left, flow by flow.
        expect(Math.abs(decoded - counted)).toBeLessThanOrEqual(20 + (FLOWS * device.flows.sampling) / 2);
      }
    },
  );
});
