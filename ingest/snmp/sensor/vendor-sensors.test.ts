import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { getObjects, type RequestContext } from '#ingest/snmp/request/get-objects.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { readNamed } from '../component/read-named.ts';
import { readSensors } from './read-sensors.ts';
import type { SensorValues } from './device-sensor.ts';

type Cell = number | string;
type Rows = Readonly<Record<string, Readonly<Record<string, Cell>>>>;

const gauge = (value: number): AgentValue => ({ type: 'gauge32', value });

/** Columns with their cells by index: numbers are integers, below the gauges. */
function tableOf(columns: Rows, gauges: Readonly<Record<string, number>> = {}): Map<string, AgentValue> {
  const table = new Map<string, AgentValue>(portTable(['Gi0/0']));
  for (const [oid, cells] of Object.entries(columns))
    for (const [index, cell] of Object.entries(cells))
      table.set(
        `${oid}.${index}`,
        typeof cell === 'number' ? { type: 'integer', value: cell } : { type: 'octets', value: cell },
      );
  for (const [oid, value] of Object.entries(gauges)) table.set(oid, gauge(value));
  return table;
}

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

/** Sensors of an agent and their values, by MIB, kind and name. */
async function sensorsOf(table: Map<string, AgentValue>): Promise<Record<string, SensorValues>> {
  const response = honest(table);
  agent.behaviour.response = ({ datagram, reply }) => {
    reply(response(datagram)!);
  };
  const memory = newMemory();
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 3_000, retries: 0 }, memory))!;
  const context: RequestContext = {
    agent: open,
    memory,
    count: (fault) => {
      throw new Error(fault);
    },
    hasTime: () => true,
    nowMs: () => systemClock.now().getTime(),
  };
  try {
    const sensors = (await readSensors(context))!;
    const { values } = await getObjects(
      context,
      sensors.flatMap(({ objects }) => Object.values(objects)),
    );
    return Object.fromEntries(
      sensors.map(({ mib, kind, name, objects, read }) => [
        `${mib} ${kind} ${name}`,
        read(readNamed(objects, values).values),
      ]),
    );
  } finally {
    open.close();
  }
}

const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const ENVMON = '1.3.6.1.4.1.9.9.13.1';
const JUNIPER = '1.3.6.1.4.1.2636.3.1.13.1';
const CISCO_SENSOR = '1.3.6.1.4.1.9.9.91.1.1.1.1';

it('a Cisco without ENTITY-SENSOR-MIB is read by its own table, in the same way', async () => {
  const table = tableOf({
    [`${ENTITY}.5`]: { 1: 3, 20: 8, 21: 8, 30: 9, 31: 8 },
    [`${ENTITY}.4`]: { 1: 0, 20: 1, 21: 1, 30: 1, 31: 30 },
    [`${ENTITY}.2`]: { 20: 'Outlet Temperature', 21: 'Input Power', 30: 'SFP-10G-LR', 31: 'Temperature' },
    [`${CISCO_SENSOR}.1`]: { 20: 8, 21: 6, 22: 4, 31: 8 },
    [`${CISCO_SENSOR}.2`]: { 20: 8, 21: 10, 22: 9, 31: 9 },
    [`${CISCO_SENSOR}.3`]: { 20: 0, 21: 2, 22: 0, 31: 0 },
    [`${CISCO_SENSOR}.4`]: { 20: 41_250, 21: 35, 22: 12, 31: 50 },
    [`${CISCO_SENSOR}.5`]: { 20: 1, 21: 1, 22: 1, 31: 1 },
  });
  expect(await sensorsOf(table)).toEqual({
    'CISCO-ENTITY-SENSOR-MIB temperature Outlet Temperature': { sensor_celsius: 41_250, sensor_ok: 1 },
    'CISCO-ENTITY-SENSOR-MIB power Input Power': { sensor_watts: 350_000, sensor_ok: 1 },
  });
});

it('fans and supplies have the state of their part', async () => {
  const table = tableOf({
    [`${ENTITY}.5`]: { 1: 3, 2: 7, 3: 7, 4: 6, 5: 6, 6: 6, 7: 10 },
    [`${ENTITY}.7`]: { 1: 'Chassis', 2: 'Fan A', 3: 'Fan B', 4: 'PSU 1', 5: 'PSU 2', 6: '', 7: 'Eth1' },
    '1.3.6.1.2.1.131.1.1.1.3': { 1: 3, 2: 3, 3: 2, 4: 3, 5: 1, 6: 3, 7: 2 },
    '1.3.6.1.4.1.9.9.117.1.4.1.1.1': { 2: 4 },
  });
  expect(await sensorsOf(table)).toEqual({
    'CISCO-ENTITY-FRU-CONTROL-MIB fan Fan A': { sensor_ok: 0 },
    'ENTITY-STATE-MIB fan Fan B': { sensor_ok: 0 },
    'ENTITY-STATE-MIB power PSU 1': { sensor_ok: 1 },
    // Unknown.
    'ENTITY-STATE-MIB power PSU 2': {},
    'ENTITY-STATE-MIB power Power supply 6': { sensor_ok: 1 },
  });
});

it('an old Cisco is read by CISCO-ENVMON-MIB', async () => {
  const table = tableOf(
    {
      [`${ENVMON}.3.1.2`]: { 1: 'chassis inlet', 2: 'chassis core' },
      [`${ENVMON}.3.1.6`]: { 1: 1, 2: 3 },
      [`${ENVMON}.4.1.2`]: { 1: 'Fan 1' },
      [`${ENVMON}.4.1.3`]: { 1: 6 },
      [`${ENVMON}.5.1.2`]: { 1: 'Power supply 1', 2: 'Power supply 2' },
      [`${ENVMON}.5.1.3`]: { 1: 1, 2: 5 },
    },
    { [`${ENVMON}.3.1.3.1`]: 24, [`${ENVMON}.3.1.3.2`]: 81 },
  );
  expect(await sensorsOf(table)).toEqual({
    'CISCO-ENVMON-MIB temperature chassis inlet': { sensor_celsius: 24_000, sensor_ok: 1 },
    'CISCO-ENVMON-MIB temperature chassis core': { sensor_celsius: 81_000, sensor_ok: 0 },
    'CISCO-ENVMON-MIB fan Fan 1': { sensor_ok: 0 },
    'CISCO-ENVMON-MIB power Power supply 1': { sensor_ok: 1 },
    // Not present.
    'CISCO-ENVMON-MIB power Power supply 2': {},
  });
});

it('a Juniper is read by jnxOperatingTable', async () => {
  const names = {
    '1.1.0.0': 'midplane',
    '2.1.0.0': 'Power Supply 0',
    '2.2.0.0': 'PEM 1',
    '4.1.1.0': 'Fan Tray 0 Fan 1',
    '9.1.0.0': 'Routing Engine',
  };
  const table = tableOf(
    {
      [`${JUNIPER}.5`]: names,
      [`${JUNIPER}.6`]: { '1.1.0.0': 2, '2.1.0.0': 2, '2.2.0.0': 6, '4.1.1.0': 5, '9.1.0.0': 2 },
    },
    {
      [`${JUNIPER}.7.1.1.0.0`]: 0,
      [`${JUNIPER}.7.2.1.0.0`]: 31,
      [`${JUNIPER}.7.2.2.0.0`]: 0,
      [`${JUNIPER}.7.4.1.1.0`]: 0,
      [`${JUNIPER}.7.9.1.0.0`]: 44,
    },
  );
  expect(await sensorsOf(table)).toEqual({
    'JUNIPER-MIB power Power Supply 0': { sensor_celsius: 31_000, sensor_ok: 1 },
    'JUNIPER-MIB power PEM 1': { sensor_ok: 0 },
    'JUNIPER-MIB fan Fan Tray 0 Fan 1': { sensor_ok: 1 },
    'JUNIPER-MIB temperature Routing Engine': { sensor_celsius: 44_000, sensor_ok: 1 },
  });
});

it.each([
  ['HUAWEI-ENTITY-EXTENT-MIB', '1.3.6.1.4.1.2011.5.25.31.1.1.1.1.11', 2_147_483_647],
  ['HH3C-ENTITY-EXT-MIB', '1.3.6.1.4.1.25506.2.6.1.1.1.1.12', 65_535],
])('%s has temperatures of parts, and none where there is no sensor', async (mib, oid, none) => {
  const table = tableOf({
    [`${ENTITY}.5`]: { 3: 3, 9: 9, 14: 10 },
    [`${ENTITY}.7`]: { 3: 'Chassis', 9: 'Board 0', 14: 'GE0/0/0' },
    [oid]: { 3: 0, 9: 44, 14: none },
  });
  expect(await sensorsOf(table)).toEqual({ [`${mib} temperature Board 0`]: { sensor_celsius: 44_000 } });
});
