import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentResponse } from '#ingest/snmp/agent/agent.ts';
import { openAgent, type EngineMemory } from '#ingest/snmp/agent/open-agent.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import {
  authProtocols,
  privProtocols,
  type AuthProtocol,
  type PrivProtocol,
  type SnmpAccess,
  type UserAccess,
} from '#schemas/inventory/snmp-access.ts';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import type { PollFault } from '#ingest/snmp/poll.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { startSnmpd, type Snmpd } from '../../fixtures/snmp/snmpd-agent.ts';
import { startUdpBetween } from '../flow/udp-between.ts';

const plan = planOf(builtInPolling);

const SYS_NAME = '1.3.6.1.2.1.1.5.0';
const IF_DESCR = '1.3.6.1.2.1.2.2.1.2';
const AUTH_PASSWORD = 'to be authentic';
const PRIV_PASSWORD = 'to be private';

const userName = (auth?: AuthProtocol, priv?: PrivProtocol): string => `user-${auth ?? ''}-${priv ?? ''}`;
/** Net-SNMP's names. */
const privName: Readonly<Record<PrivProtocol, string>> = {
  DES: 'DES',
  'AES-128': 'AES',
  'AES-256': 'AES-256',
  'AES-256-C': 'AES-256-C',
};
/** What Debian's snmpd does: it has no Cisco keys. */
const privTried = privProtocols.filter((protocol) => protocol !== 'AES-256-C');

const users = [
  `createUser ${userName()}`,
  `rouser ${userName()} noauth`,
  ...authProtocols.flatMap((auth) => [
    `createUser ${userName(auth)} ${auth} "${AUTH_PASSWORD}"`,
    `rouser ${userName(auth)} auth`,
    ...privTried.flatMap((priv) => [
      `createUser ${userName(auth, priv)} ${auth} "${AUTH_PASSWORD}" ${privName[priv]} "${PRIV_PASSWORD}"`,
      `rouser ${userName(auth, priv)} priv`,
    ]),
  ]),
];

describe('a real snmpd', () => {
  let agent: Snmpd;
  beforeAll(async () => {
    agent = await startSnmpd(users);
  });
  afterAll(() => agent.close());

  const access = (auth?: AuthProtocol, priv?: PrivProtocol): UserAccess => ({
    version: 'v3',
    port: agent.port,
    user: userName(auth, priv),
    context: '',
    auth: auth === undefined ? undefined : { protocol: auth, password: AUTH_PASSWORD },
    priv: priv === undefined ? undefined : { protocol: priv, password: PRIV_PASSWORD },
  });

  async function request(
    how: SnmpAccess,
    { memory = { engine: undefined }, oids = [SYS_NAME] }: { memory?: EngineMemory; oids?: string[] } = {},
  ): Promise<{ readonly get: AgentResponse; readonly bulk: AgentResponse }> {
    const open = (await openAgent(
      { address: '127.0.0.1', access: how },
      { timeoutMs: 1_000, retries: 0 },
      memory,
    ))!;
    try {
      return { get: await open.get(oids), bulk: await open.getBulk(IF_DESCR, 3) };
    } finally {
      open.close();
    }
  }
  const named = {
    ok: true,
    bindings: [{ oid: SYS_NAME, value: { type: 'octets', value: 'edge-1' } }],
  };
  const reasonOf = async (how: SnmpAccess, memory?: EngineMemory): Promise<unknown> => {
    const { get } = await request(how, memory === undefined ? {} : { memory });
    return get.ok ? 'responded' : get.reason;
  };

  for (const version of ['v1', 'v2c'] as const)
    it(`is polled with ${version}`, async () => {
      const { get, bulk } = await request({ version, port: agent.port, community: agent.community });
      expect(get).toEqual(named);
      expect(bulk.ok && bulk.bindings[0]).toEqual({
        oid: `${IF_DESCR}.1`,
        value: { type: 'octets', value: 'lo' },
      });
    });

  it('reports missing objects with v1, and returns the others', async () => {
    const missing = ['1.3.6.1.2.1.1.99.0', '1.3.6.1.2.1.31.1.1.1.6.999'];
    const { get } = await request(
      { version: 'v1', port: agent.port, community: agent.community },
      { oids: [missing[0]!, SYS_NAME, missing[1]!] },
    );
    expect(get.ok && get.bindings.map(({ oid, value }) => [oid, value.type])).toEqual([
      [missing[0], 'absent'],
      [SYS_NAME, 'octets'],
      [missing[1], 'absent'],
    ]);
  });

  it('is polled with v3 without authentication', async () => {
    const { get, bulk } = await request(access());
    expect(get).toEqual(named);
    expect(bulk.ok).toBe(true);
  });
  for (const auth of authProtocols) {
    it(`is polled with v3 and ${auth}`, async () => {
      expect((await request(access(auth))).get).toEqual(named);
    });
    for (const priv of privTried)
      it(`is polled with v3, ${auth} and ${priv}`, async () => {
        const { get, bulk } = await request(access(auth, priv));
        expect(get).toEqual(named);
        expect(bulk.ok).toBe(true);
      });
  }

  it('reports the reason for rejection: the user', async () => {
    expect(await reasonOf({ ...access('SHA'), user: 'unknown' })).toBe('unknown user');
  });
  it('reports the reason for rejection: the digest', async () => {
    const how = access('SHA-256');
    expect(await reasonOf({ ...how, auth: { protocol: 'SHA-256', password: 'is wrong here' } })).toBe(
      'wrong digest',
    );
    expect(await reasonOf({ ...how, auth: { protocol: 'SHA-512', password: AUTH_PASSWORD } })).toBe(
      'wrong digest',
    );
  });
  it('reports the reason for rejection: the security level', async () => {
    expect(await reasonOf({ ...access('SHA'), priv: { protocol: 'AES-128', password: PRIV_PASSWORD } })).toBe(
      'unsupported security level',
    );
    // The user is known, but may see nothing so openly.
    expect(await reasonOf({ ...access('SHA', 'AES-128'), priv: undefined })).toBe('error status');
  });
  for (const priv of privTried)
    it(`reports the reason for rejection: the key of ${priv}`, async () => {
      const how = access('SHA', priv);
      expect(await reasonOf({ ...how, priv: { protocol: priv, password: 'is wrong here' } })).toBe(
        'decryption',
      );
    });

  it('is queried for its engine id once, and again when another agent responds at its address', async () => {
    const memory: EngineMemory = { engine: undefined };
    const how = access('SHA-256', 'AES-128');
    expect((await request(how, { memory })).get).toEqual(named);
    const { engine } = memory;
    expect(engine?.boots).toBeGreaterThan(0);
    expect((await request(how, { memory })).get).toEqual(named);
    expect(memory.engine?.parameters.msgAuthoritativeEngineID).toEqual(
      engine?.parameters.msgAuthoritativeEngineID,
    );
    // Another engine, with more boots than this one.
    memory.engine = {
      ...engine!,
      boots: 1_000,
      parameters: { ...engine!.parameters, msgAuthoritativeEngineID: Buffer.from('8000000001020304', 'hex') },
    };
    expect((await request(how, { memory })).get).toEqual(named);
    expect(memory.engine.boots).toBe(engine?.boots);
  });

  it('with a clock that we remember wrongly is polled again at once', async () => {
    const memory: EngineMemory = { engine: undefined };
    const how = access('SHA-256');
    await request(how, { memory });
    memory.engine = {
      ...memory.engine!,
      base: memory.engine!.base! + 10_000,
      latest: memory.engine!.latest! + 10_000,
    };
    expect((await request(how, { memory })).get).toEqual(named);
    memory.engine = { ...memory.engine, boots: memory.engine.boots! + 5 };
    expect((await request(how, { memory })).get).toEqual(named);
  });

  it('of v1 is queried for fewer objects at once if a response does not fit', async () => {
    const between = await startUdpBetween(agent.port);
    let rejected = 0;
    between.meddle = (response, send) => {
      // Error status and index 0 behind the request id: a response of more than 300 bytes becomes tooBig (RFC 1157 §4.1.2).
      const status = response.indexOf(Buffer.from([0x02, 0x01, 0x00, 0x02, 0x01, 0x00]));
      const changed = Buffer.from(response);
      if (response.length > 300 && status > 0) {
        changed[status + 2] = 1;
        rejected += 1;
      }
      send(changed);
    };
    const access = { version: 'v1', port: between.port, community: agent.community } as const;
    const memory = newMemory();
    const faults: PollFault[] = [];
    const element = { customer: 1, active: true, site: 2 };
    const device: DeviceEntry = {
      ...element,
      id: 3,
      name: 'old',
      address: '127.0.0.1',
      vendor: '',
      model: '',
      snmp: { version: access.version, sealed: access },
      exporters: [],
      interfaces: [10],
    };
    const lo = { ...element, id: 10, device: 3, name: 'lo', alias: '', index: null };
    const open = (await openAgent(
      { address: '127.0.0.1', access },
      { timeoutMs: 1_000, retries: 0 },
      memory,
    ))!;
    const result = await pollDevice({
      components: [],
      plan,
      agent: open,
      device,
      interfaces: [{ ...lo, bandwidthInBps: null, bandwidthOutBps: null }],
      memory,
      clock: systemClock,
      deadlineMs: systemClock.elapsed() + 5_000,
      count: (fault) => void faults.push(fault),
    });
    open.close();
    between.close();
    expect(rejected).toBeGreaterThan(0);
    expect(faults.filter((fault) => fault === 'too big').length).toBe(rejected);
    expect(memory.bindings).toBeLessThan(20);
    const read = new Set(result.interfaces[0]?.cells.map(({ counter }) => counter));
    for (const key of ['in_octets', 'out_octets', 'in_errors', 'oper_up', 'speed'] as const)
      expect(read).toContain(counters[key].id);
  });
});
