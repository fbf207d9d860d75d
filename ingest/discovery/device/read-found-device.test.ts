import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { COMMUNITY, honest, oidOf, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { readFoundDevice, systemObjects } from './read-found-device.ts';

const SYSTEM = '1.3.6.1.2.1.1';
const IF = '1.3.6.1.2.1.2.2.1';
const IFX = '1.3.6.1.2.1.31.1.1.1';
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';

const text = (value: string): AgentValue => ({ type: 'octets', value });
const integer = (value: number): AgentValue => ({ type: 'integer', value });

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

/** Discovers an agent with these objects. */
async function read(objectId: string, objects: Readonly<Record<string, AgentValue>>) {
  const response = honest(
    new Map<string, AgentValue>([
      [`${SYSTEM}.2.0`, { type: 'oid', value: oidOf(`1.3.6.1.4.1.${objectId}`) }],
      ...Object.entries(objects),
    ]),
  );
  agent.behaviour.response = ({ datagram, reply }) => {
    reply(response(datagram)!);
  };
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const limits = { timeoutMs: 3_000, retries: 0 };
  const open = (await openAgent({ address: '127.0.0.1', access }, limits, newMemory()))!;
  try {
    const opening = await open.get([...systemObjects]);
    if (!opening.ok) throw new Error(opening.reason);
    const { signal } = new AbortController();
    const needs = { agent: open, clock: systemClock, address: '127.0.0.1', credential: 0, signal };
    return await readFoundDevice(needs, opening);
  } finally {
    open.close();
  }
}

it('ports of an agent that shows ifName or ifDescr only are found', async () => {
  const { interfaces, complete } = await read('8072.3.2.10', {
    [`${IFX}.1.7`]: text('wan0'),
    [`${IFX}.1.300`]: text('lan'),
    [`${IFX}.15.300`]: { type: 'gauge32', value: 1_000 },
  });
  expect(complete).toContain('interface');
  expect(interfaces).toMatchObject([
    { index: 7, name: 'wan0', type: 0, speedBps: 0 },
    { index: 300, name: 'lan', type: 0, speedBps: 1_000_000_000 },
  ]);
  const described = await read('8072.3.2.10', { [`${IF}.2.4`]: text('ppp0') });
  expect(described.interfaces).toMatchObject([{ index: 4, name: 'ppp0' }]);
});

it('ports without ifName and ifDescr are found by alias and index', async () => {
  const { interfaces, complete } = await read('8072.3.2.10', {
    [`${IF}.2.1`]: text('lo'),
    [`${IF}.2.2`]: text(''),
    [`${IF}.3.1`]: integer(24),
    [`${IF}.3.2`]: integer(6),
    [`${IF}.3.3`]: integer(6),
    [`${IF}.3.4`]: integer(6),
    [`${IF}.5.3`]: { type: 'gauge32', value: 1_000_000 },
    [`${IFX}.1.4`]: text('eth4 '),
    [`${IFX}.18.2`]: text('Uplink Paris'),
    [`${IFX}.18.4`]: text('Office'),
  });
  expect(interfaces).toEqual([
    { index: 1, name: 'lo', alias: '', type: 24, speedBps: 0 },
    { index: 2, name: 'Uplink Paris', alias: 'Uplink Paris', type: 6, speedBps: 0 },
    { index: 3, name: 'ifIndex 3', alias: '', type: 6, speedBps: 1_000_000 },
    { index: 4, name: 'eth4', alias: 'Office', type: 6, speedBps: 0 },
  ]);
  expect(complete).toContain('interface');
});

it.each([
  [
    'a chassis by its serial number where the agent leaves out the classes of parts',
    '12356.101.1.644',
    {
      [`${ENTITY}.2.1`]: text('Fortinet'),
      [`${ENTITY}.11.1`]: text('FGT60FTK00000001'),
      [`${ENTITY}.13.1`]: text('FGT_60F'),
      [`${ENTITY}.13.2`]: text('Ethernet'),
      '1.3.6.1.4.1.12356.101.4.1.1.0': text('v7.2.6,build1575,230926 (GA.F)'),
    },
    { vendor: 'Fortinet', model: 'FGT_60F', serial: 'FGT60FTK00000001', software: '7.2.6' },
  ],
  [
    'a vEdge by its product number',
    '41916.3.2.5',
    { [`${SYSTEM}.1.0`]: text('Viptela SNMP agent'), '1.3.6.1.4.1.41916.11.1.2.0': text('20.6.5.2') },
    { vendor: 'Viptela', model: 'vEdge-2000', software: '20.6.5.2' },
  ],
  [
    'a Comware router by the second line of its description',
    '25506.11.2.102',
    {
      [`${SYSTEM}.1.0`]: text(
        'HPE Comware Platform Software, Software Version 7.1.059, Release 0326\r\nHPE VSR1000\r\nCopyright (c)',
      ),
    },
    { vendor: 'H3C', model: 'VSR1000', software: '7.1.059' },
  ],
])('discovery identifies %s', async (_, objectId, objects, expected) => {
  expect(await read(objectId, objects)).toMatchObject(expected);
});
