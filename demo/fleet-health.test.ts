import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCounters } from '#demo/counters.ts';
import { buildFleet } from '#demo/fleet.ts';
import { deviceHealth } from '#demo/health.ts';
import { incidentScript } from '#demo/incidents.ts';
import { mibOf } from './snmp/mib.ts';
import { snmpAgent } from './snmp/snmp-agent.ts';
import { sessionsPoller } from './story/story-pollers.ts';
import { planOf, type PollingPlan } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { builtInPolling, FIRST_DEFINED_COUNTER } from '#schemas/polling/poller.ts';
import { COMMUNITY, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const fleet = buildFleet({ customers: 3, sites: 40, seed: 11 });
const script = incidentScript(fleet);
const T = 90_000_000;
const plan = planOf(builtInPolling);

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

/** A poll of a device of this vendor, and what the device does at that time. */
async function pollOf(vendor: string, by: PollingPlan) {
  const device = fleet.devices.find((one) => one.vendor === vendor)!;
  const own = deviceCounters(device, script[device.index] ?? [], fleet.seed);
  const health = deviceHealth(device, own);
  const response = snmpAgent(mibOf(device, own), COMMUNITY);
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
    components: [],
    agent: opened,
    plan: by,
    memory,
    interfaces: [],
    clock: systemClock,
    deadlineMs: systemClock.elapsed() + 10_000,
    count: () => undefined,
    device: {
      id: 1,
      customer: 1,
      site: 1,
      name: '',
      active: true,
      address: '127.0.0.1',
      vendor: '',
      model: '',
      snmp: { version: access.version, sealed: access },
      exporters: [],
      interfaces: [],
    },
  });
  opened.close();
  return { health, result };
}

describe('processor and memory of the demonstration network', () => {
  it.each(['Cisco', 'Juniper', 'Fortinet', 'Nokia'])('are polled from a device of %s', async (vendor) => {
    const { health, result } = await pollOf(vendor, plan);
    const value = (key: 'cpu' | 'memory_used' | 'memory_total'): number =>
      Number(result.own.find(({ counter }) => counter === counters[key].id)?.value);
    expect(value('cpu')).toBe(100 * health.cpuPercent(T));
    // Devices whose MIB has 32 bit can report no more.
    expect(value('memory_used') / value('memory_total')).toBeCloseTo(
      health.memoryUsedBytes(T) / health.memoryBytes,
      vendor === 'Nokia' && health.memoryBytes > 2 ** 33 ? 0 : 1,
    );
  });

  it('stay within what a processor can do, and memory falls back when the device restarts', () => {
    for (const device of fleet.devices) {
      const own = deviceCounters(device, script[device.index] ?? [], fleet.seed);
      const health = deviceHealth(device, own);
      for (let t = T; t < T + 604_800; t += 7_000) {
        expect(health.cpuPercent(t)).toBeGreaterThanOrEqual(1);
        expect(health.cpuPercent(t)).toBeLessThanOrEqual(99);
        expect(health.memoryUsedBytes(t)).toBeLessThan(health.memoryBytes);
      }
    }
    const restarted = fleet.devices.find(({ index }) => script[index]?.some(({ reboots }) => reboots))!;
    const { endS } = script[restarted.index]!.find(({ reboots }) => reboots)!;
    const own = deviceCounters(restarted, script[restarted.index]!, fleet.seed);
    const { memoryUsedBytes } = deviceHealth(restarted, own);
    const week = Math.floor(T / 604_800) * 604_800;
    expect(memoryUsedBytes(week + endS + 1)).toBeLessThan(memoryUsedBytes(week + endS - 1));
  });
});

describe('the poller of the demonstration', () => {
  it('reads the sessions of a FortiGate, and nothing of other devices', async () => {
    const { level, oid, valueType, defaultValue, incremental, name } = sessionsPoller;
    const counter = FIRST_DEFINED_COUNTER;
    const defined = { id: 1, procedure: undefined, counter };
    const own = planOf({
      pollers: [{ ...defined, level, oid, valueType, defaultValue, incremental, name }],
      deactivated: [],
    });
    const { health, result } = await pollOf('Fortinet', own);
    const read = result.own.find((cell) => cell.counter === counter);
    expect(read?.value).toBe(BigInt(health.sessions(T)));
    expect(health.sessions(T)).toBeGreaterThan(0);
    const cisco = await pollOf('Cisco', own);
    expect(cisco.result.own.some((cell) => cell.counter === counter)).toBe(false);
  });
});
