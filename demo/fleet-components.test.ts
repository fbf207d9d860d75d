import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceCounters } from '#demo/counters.ts';
import { buildFleet } from '#demo/fleet.ts';
import { incidentScript } from '#demo/incidents.ts';
import { networkOf } from '#demo/network.ts';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import { edgeDevice } from '#tests/fixtures/snmp/edge-device.ts';
import { COMMUNITY, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { mibOf } from './snmp/mib.ts';
import { snmpAgent } from './snmp/snmp-agent.ts';

const fleet = buildFleet({ customers: 3, sites: 40, seed: 11 });
const script = incidentScript(fleet);
const T = 90_000_000;

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

const shown = networkOf(fleet, 161)
  .customers.flatMap(({ sites }) => sites.flatMap(({ devices }) => devices))
  // What SD-WAN managers and the collector measure no agent shows.
  .map((device) => ({
    ...device,
    components: device.components.filter(
      ({ source }) => source !== 'flow' && !sdwanKinds.some((kind) => kind === source),
    ),
  }))
  .filter(({ components }) => components.length > 0);

it.each([
  [
    'Cisco',
    ['Inlet', 'BGP', 'IP', 'VOICE', 'VIDEO', 'BUSINESS', 'class-default'],
    [
      'class_bandwidth',
      'class_queue_depth',
      'class_dropped_octets',
      'class_dropped_packets',
      'class_offered_octets',
      'class_offered_packets',
      'class_sent_octets',
      'peer_in_updates',
      'peer_out_updates',
      'peer_transitions',
      'peer_up',
      'peer_uptime',
      'probe_rtt_count',
      'probe_lost',
      'probe_ok',
      'probe_operations',
      'probe_rtt',
      'sensor_celsius',
      'sensor_ok',
    ],
  ],
  ['Fortinet', ['Internet'], ['tunnel_jitter', 'tunnel_latency', 'tunnel_loss', 'tunnel_up']],
])(
  'sensors, sessions, classes and health checks of a %s in the demonstration network are polled',
  async (vendor, names, keys) => {
    const entry = shown.find((one) => one.vendor === vendor && one.components.length >= names.length)!;
    expect(entry.components.map(({ kind, name }) => name.split(' ')[kind === 'class' ? 1 : 0])).toEqual(
      names,
    );
    const device = fleet.devices.find(({ address }) => address === entry.address)!;
    const response = snmpAgent(
      mibOf(device, deviceCounters(device, script[device.index] ?? [], fleet.seed)),
      COMMUNITY,
    );
    agent.behaviour.response = ({ datagram, reply }) => {
      const message = response(datagram, T);
      if (message !== undefined) reply(message);
    };
    const memory = newMemory();
    const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
    const opened = (await openAgent(
      { address: '127.0.0.1', access },
      { timeoutMs: 1_000, retries: 0 },
      memory,
    ))!;
    const result = await pollDevice({
      agent: opened,
      plan: planOf(builtInPolling),
      memory,
      device: edgeDevice(),
      interfaces: [],
      components: entry.components.map(({ kind, name, key }, index) => ({
        id: 10 + index,
        customer: 1,
        site: 2,
        device: 3,
        active: true,
        scope: 'snmp',
        fields: {},
        kind,
        name,
        key,
      })),
      clock: systemClock,
      deadlineMs: systemClock.elapsed() + 10_000,
      count: () => undefined,
    });
    opened.close();
    const known = new Map(Object.entries(counters).map(([key, { id }]) => [id, key]));
    const cells = result.components.flatMap((one) => one.cells);
    expect(new Set(cells.map(({ counter }) => known.get(counter)))).toEqual(new Set(keys));
  },
);
