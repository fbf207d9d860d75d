import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeAddress, type AddressResult } from '#ingest/discovery/run/probe-address.ts';
import { PacketRateLimit } from '#ingest/discovery/run/packet-rate-limit.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import {
  COMMUNITY,
  honest,
  oidOf,
  portTable,
  response,
  startUdpAgent,
  textOf,
  type Responder,
} from '../../fixtures/snmp/snmp-udp-agent.ts';
import { startSnmpd, type Snmpd } from '../../fixtures/snmp/snmpd-agent.ts';
import { atNight } from '#tests/gate/at-night.ts';

const LOOPBACK = '127.0.0.1';

/** Probes one address with these credentials, over real UDP. */
function query(
  credentials: readonly unknown[],
  { packetsPerSecond = 5_000, signal = new AbortController().signal } = {},
): Promise<AddressResult> {
  return probeAddress(
    {
      openAgent: (address, access) =>
        openAgent({ address, access }, { timeoutMs: 500, retries: 0 }, { engine: undefined }),
      credentials: credentials.map((one) => accessOf(accessCells(SnmpSettings.parse(one)))!),
      budget: new PacketRateLimit(systemClock, packetsPerSecond),
      retries: 0,
      clock: systemClock,
      signal,
    },
    LOOPBACK,
  );
}

function foundIn(requested: AddressResult): FoundDevice {
  if (!requested.ok) throw new Error(`nothing was found: ${requested.reason}`);
  return requested.found;
}

describe('a real snmpd', () => {
  let agent: Snmpd;
  const user = { version: 'v3', user: 'sealed', auth: { protocol: 'SHA-256', password: 'to be authentic' } };
  const sealed = { ...user, priv: { protocol: 'AES-256', password: 'to be private' } };

  beforeAll(async () => {
    agent = await startSnmpd([
      'createUser sealed SHA-256 "to be authentic" AES-256 "to be private"',
      'rouser sealed priv',
    ]);
  });
  afterAll(() => agent.close());
  const on = (settings: object): object => ({ ...settings, port: agent.port });

  it('is found with the credential that fits, tried after others that do not', async () => {
    const credentials = [{ community: 'wrong' }, { version: 'v1', community: 'wrong' }, sealed].map(on);
    const found = foundIn(await query(credentials));
    expect(found).toMatchObject({ credential: 2, sysName: 'edge-1', vendor: 'Net-SNMP', model: 'Linux' });
    const [objectId, index] = await agent.get('1.3.6.1.2.1.1.2.0', '1.3.6.1.2.1.2.2.1.1.1');
    expect(found.objectId.replace(/^1\./, 'iso.')).toBe(objectId!.replace(/^\.1\./, 'iso.'));
    const lo = found.interfaces.find(({ name }) => name === 'lo')!;
    expect(lo).toMatchObject({ index: Number(index), type: 24, speedBps: 10_000_000 });
    expect(found.complete).toEqual(['interface', 'address', 'probe', 'policy', 'tunnel', 'sensor', 'peer']);
  });

  it('is found the same with v1, v2c and v3', async () => {
    const identity = async (settings: object) => {
      const { credential: _credential, ...found } = foundIn(await query([on(settings)]));
      return found;
    };
    const v2c = await identity({ community: agent.community });
    expect(await identity({ version: 'v1', community: agent.community })).toEqual(v2c);
    expect(await identity(sealed)).toEqual(v2c);
  });

  it.each([
    ['a community that is not the right one', [{ community: 'wrong' }], 'timeout'],
    [
      'a wrong password',
      [{ ...sealed, auth: { protocol: 'SHA-256', password: 'is wrong here' } }],
      'wrong digest',
    ],
    ['a user that it does not know', [{ ...sealed, user: 'unknown' }], 'unknown user'],
    [
      'a wrong key of privacy',
      [{ ...sealed, priv: { protocol: 'AES-256', password: 'is wrong here' } }],
      'decryption',
    ],
    [
      'a wrong password among silence',
      [{ community: 'wrong' }, { ...sealed, user: 'unknown' }],
      'unknown user',
    ],
  ])('that is probed with %s is not found, and the reason is named', async (_, credentials, reason) => {
    expect(await query(credentials.map(on))).toEqual({ ok: false, reason });
  });
});

describe('an agent that', () => {
  let agent: Awaited<ReturnType<typeof startUdpAgent>>;
  beforeAll(async () => {
    agent = await startUdpAgent(() => undefined);
  });
  afterAll(() => {
    agent.close();
  });
  const requested = (result: (responding: Responder) => void): Promise<AddressResult> => {
    agent.behaviour.response = result;
    return query([{ community: COMMUNITY, port: agent.port }]);
  };
  const router = (change: Readonly<Record<string, AgentValue>> = {}): Map<string, AgentValue> => {
    const table = new Map(portTable(['Gi0/0', 'Gi0/1']));
    table.set('1.3.6.1.2.1.1.1.0', { type: 'octets', value: 'Cisco IOS Software, Version 17.9.4' });
    table.set('1.3.6.1.2.1.1.2.0', { type: 'oid', value: oidOf('1.3.6.1.4.1.9.1.2068') });
    table.set('1.3.6.1.2.1.1.5.0', { type: 'octets', value: 'edge-9' });
    for (const index of [1, 2])
      table.set(`1.3.6.1.2.1.2.2.1.3.${String(index)}`, { type: 'integer', value: 6 });
    for (const [oid, value] of Object.entries(change)) table.set(oid, value);
    return table;
  };
  const responding =
    (table: Map<string, AgentValue>) =>
    ({ datagram, reply }: Responder): void => {
      const message = honest(table)(datagram);
      if (message !== undefined) reply(message);
    };

  it('has no ENTITY-MIB is known by its enterprise number and its description', async () => {
    expect(foundIn(await requested(responding(router())))).toMatchObject({
      vendor: 'Cisco',
      model: 'ISR 4331',
      software: '17.9.4',
      serial: '',
      interfaces: [{ name: 'Gi0/0', index: 1, speedBps: 10_000_000_000 }, { name: 'Gi0/1' }],
    });
  });

  atNight('has probes and addresses is proposed with them', async () => {
    const probe = '1.3.6.1.4.1.9.9.42.1.2';
    const found = foundIn(
      await requested(
        responding(
          router({
            [`${probe}.1.1.4.10`]: { type: 'integer', value: 9 },
            [`${probe}.1.1.3.10`]: { type: 'octets', value: 'voice' },
            [`${probe}.1.1.6.10`]: { type: 'integer', value: 60 },
            [`${probe}.2.1.26.10`]: { type: 'octets', value: 'blue' },
            [`${probe}.2.1.2.10`]: { type: 'octets', value: '\n\u0001\u0002\u0003' },
            '1.3.6.1.2.1.4.34.1.3.1.4.192.0.2.1': { type: 'integer', value: 2 },
            '1.3.6.1.2.1.4.34.1.3.1.4.127.0.0.1': { type: 'integer', value: 1 },
            '1.3.6.1.2.1.4.34.1.3.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1': { type: 'integer', value: 1 },
          }),
        ),
      ),
    );
    expect(found.parts).toEqual([
      { kind: 'address', key: '192.0.2.1', fields: { interface: 'Gi0/1' } },
      { kind: 'address', key: '2001:db8::1', fields: { interface: 'Gi0/0' } },
      {
        kind: 'probe',
        key: '10',
        fields: {
          kind: 'jitter',
          target: '10.1.2.3',
          tag: 'voice',
          owner: '',
          tos: '0',
          source: '',
          vrf: 'blue',
          everySeconds: '60',
        },
      },
    ]);
  });

  atNight('has tunnels is proposed with them and their underlying interfaces', async () => {
    const tunnel = '1.3.6.1.2.1.10.131.1.1.1.1';
    const found = foundIn(
      await requested(
        responding(
          router({
            '1.3.6.1.2.1.2.2.1.3.2': { type: 'integer', value: 131 },
            [`${tunnel}.3.2`]: { type: 'integer', value: 3 },
            [`${tunnel}.5.2`]: { type: 'integer', value: 2 },
          }),
        ),
      ),
    );
    expect(found.parts).toEqual([
      {
        kind: 'tunnel',
        key: 'Gi0/1',
        fields: { encapsulation: 'GRE', security: 'IPsec', local: '', remote: '' },
      },
    ]);
  });

  atNight('has sensors, BGP peers and health checks is proposed with them', async () => {
    const sensor = '1.3.6.1.2.1.99.1.1.1';
    const link = '1.3.6.1.4.1.12356.101.4.9.2.1';
    const found = foundIn(
      await requested(
        responding(
          router({
            '1.3.6.1.2.1.47.1.1.1.1.5.7': { type: 'integer', value: 8 },
            '1.3.6.1.2.1.47.1.1.1.1.7.7': { type: 'octets', value: 'Inlet' },
            [`${sensor}.1.7`]: { type: 'integer', value: 8 },
            [`${sensor}.4.7`]: { type: 'integer', value: 31 },
            [`${sensor}.5.7`]: { type: 'integer', value: 1 },
            '1.3.6.1.2.1.15.3.1.2.192.0.2.7': { type: 'integer', value: 6 },
            '1.3.6.1.2.1.15.3.1.9.192.0.2.7': { type: 'integer', value: 64_500 },
            [`${link}.2.1`]: { type: 'octets', value: 'Voice' },
            [`${link}.10.1`]: { type: 'octets', value: 'root' },
            [`${link}.14.1`]: { type: 'octets', value: 'wan1' },
          }),
        ),
      ),
    );
    expect(found.parts).toEqual([
      {
        kind: 'tunnel',
        key: 'Voice / wan1',
        fields: { healthCheck: 'Voice', interface: 'wan1', vdom: 'root' },
      },
      { kind: 'sensor', key: 'Inlet', fields: { kind: 'temperature', mib: 'ENTITY-SENSOR-MIB' } },
      { kind: 'peer', key: '192.0.2.7', fields: { remoteAs: '64500', mib: 'BGP4-MIB' } },
    ]);
    expect(found.complete).toEqual(expect.arrayContaining(['tunnel', 'sensor', 'peer']));
  });

  it('responds with other types than the MIBs causes no wrong values', async () => {
    const found = foundIn(
      await requested(
        responding(
          router({
            '1.3.6.1.2.1.1.5.0': { type: 'counter32', value: 7 },
            '1.3.6.1.2.1.1.2.0': { type: 'octets', value: 'cisco' },
            '1.3.6.1.2.1.2.2.1.3.1': { type: 'octets', value: 'ethernet' },
            '1.3.6.1.2.1.31.1.1.1.1.2': { type: 'integer', value: 5 },
            '1.3.6.1.2.1.31.1.1.1.18.1': { type: 'gauge32', value: 9 },
            '1.3.6.1.2.1.47.1.1.1.1.5.1': { type: 'octets', value: 'chassis' },
            '1.3.6.1.4.1.9.9.42.1.2.1.1.4.1': { type: 'octets', value: 'echo' },
          }),
        ),
      ),
    );
    expect(found).toMatchObject({ sysName: '', objectId: 'cisco', vendor: '', model: '', serial: '' });
    // The name of the second port is no text.
    expect(found.interfaces).toEqual([
      { name: 'Gi0/0', index: 1, alias: '', type: 0, speedBps: 10_000_000_000 },
      { name: 'ifIndex 2', index: 2, alias: '', type: 6, speedBps: 10_000_000_000 },
    ]);
  });

  atNight(
    'has tables without end is left after a limit of rows, and nothing of them can have vanished',
    async () => {
      const opening = honest(router());
      let rows = 0;
      const found = foundIn(
        await requested(({ request, datagram, reply }) => {
          if (request.kind === 'get') {
            reply(opening(datagram)!);
            return;
          }
          // Each request is sent a response with the next index of the same column.
          const [oid] = request.oids;
          const arcs = textOf(oid!).split('.').map(Number);
          const isRow = arcs.length > 12 || (arcs.length === 12 && arcs[6] !== 31);
          const [last = 0] = isRow ? arcs.slice(-1) : [];
          const base = isRow ? arcs.slice(0, -1) : arcs;
          const bindings = Array.from({ length: 25 }, (_, at) => ({
            oid: [...base, last + at + 1],
            value: { type: 'integer', value: 1 } as const,
          }));
          rows += bindings.length;
          reply(response(request, { bindings }));
        }),
      );
      expect(found.faults['endless table']).toBeGreaterThan(3);
      expect(found.complete).not.toContain('interface');
      expect(rows).toBeLessThan(400_000);
    },
    60_000,
  );

  it('goes backwards in its tables is not walked further', async () => {
    const opening = honest(router());
    const found = foundIn(
      await requested(({ request, datagram, reply }) => {
        if (request.kind === 'get') reply(opening(datagram)!);
        else
          reply(
            response(request, {
              bindings: [2, 1].map((index) => ({
                oid: [...request.oids[0]!.slice(0, 10), index],
                value: { type: 'integer', value: 1 },
              })),
            }),
          );
      }),
    );
    expect(found.faults['not increasing']).toBeGreaterThan(0);
    expect(found.complete).toEqual(expect.not.arrayContaining(['interface']));
  });

  atNight('stops responding midway is proposed with the values it reported', async () => {
    const table = honest(router());
    let requests = 0;
    const found = foundIn(
      await requested(({ datagram, reply }) => {
        requests += 1;
        if (requests < 4) reply(table(datagram)!);
      }),
    );
    expect(found).toMatchObject({ sysName: 'edge-9', interfaces: [], complete: [] });
    expect(found.faults['timeout']).toBeGreaterThan(0);
  });
});
