import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import type { Agent, AgentResponse } from '../../snmp/agent/agent.ts';
import type { InventoryDevice } from '../proposal/inventory-devices.ts';
import { lastPatience } from './probe-again.ts';
import { lookForAbsent } from './look-for-absent.ts';
import { PacketRateLimit } from './packet-rate-limit.ts';
import type { ProbeNeeds } from './probe-address.ts';

const community = (name: string, port = 161): SnmpAccess => ({ version: 'v2c', port, community: name });
const sealed = (access: SnmpAccess): InventoryDevice['access'] => ({
  version: access.version,
  sealed: {
    ...access,
    ...('community' in access ? { community: testSecrets.seal(access.community, 'snmp community') } : {}),
  } as SnmpAccess,
});

const device = (id: number, access: SnmpAccess | undefined): InventoryDevice => ({
  id,
  site: 2,
  name: `edge-${String(id)}`,
  active: true,
  lost: false,
  address: `10.0.0.${String(id)}`,
  vendor: '',
  model: '',
  sysName: '',
  serial: '',
  software: '',
  interfaces: [],
  parts: [],
  discovered: true,
  access: access && sealed(access),
  miss: undefined,
});

const ok: AgentResponse = { ok: true, bindings: [] };
const silence: AgentResponse = { ok: false, reason: 'timeout' };

/** Looks for a device with the credential `wrong` of the run. Returns the reason, and the communities that were sent. */
async function look(
  known: InventoryDevice,
  reply: (access: SnmpAccess) => AgentResponse | undefined,
  taken = false,
) {
  const sent: string[] = [];
  const clock = new ManualClock(Date.UTC(2026, 0, 5));
  const { signal } = new AbortController();
  const probes: ProbeNeeds = {
    openAgent(_address, access) {
      const response = reply(access);
      if (response === undefined) return Promise.resolve(undefined);
      sent.push('community' in access ? `${access.community}:${String(access.port)}` : access.user);
      const get = () => Promise.resolve(response);
      const agent: Agent = { get, getBulk: get, strays: 0, forged: 0, close: () => undefined };
      return Promise.resolve(agent);
    },
    credentials: [community('wrong')],
    budget: new PacketRateLimit(clock, 1_000),
    retries: 0,
    clock,
    signal,
  };
  const [judged] = await lookForAbsent(
    { patient: probes, usual: probes, concurrency: 4, clock, signal, secrets: testSecrets },
    [known],
    () => taken,
  );
  return [judged!.reason, sent, judged!.miss?.runs];
}

describe('a device of the inventory that a run did not find', () => {
  const isPrivate = (access: SnmpAccess): boolean => 'community' in access && access.community === 'private';

  it('and that responds to its own community lives: the community of the run is wrong', async () => {
    const reply = (access: SnmpAccess) => (isPrivate(access) ? ok : silence);
    expect(await look(device(1, community('private')), reply)).toEqual([
      'responds',
      ['private:161'],
      undefined,
    ]);
  });

  it('and that responds at its own port lives: the port of the run is wrong', async () => {
    const reply = ({ port }: SnmpAccess) => (port === 1_161 ? ok : silence);
    expect(await look(device(1, community('wrong', 1_161)), reply)).toEqual([
      'responds',
      ['wrong:1161'],
      undefined,
    ]);
  });

  it('and that responds to the run when probed again lives: a packet was lost', async () => {
    const reply = (access: SnmpAccess) => (isPrivate(access) ? silence : ok);
    expect(await look(device(1, community('private')), reply)).toEqual([
      'responds',
      ['private:161', 'wrong:161'],
      undefined,
    ]);
  });

  it('and that rejects a credential lives', async () => {
    const reply = (): AgentResponse => ({ ok: false, reason: 'unknown user' });
    expect(await look(device(1, community('private')), reply)).toEqual([
      'rejected',
      ['private:161'],
      undefined,
    ]);
    expect((await look(device(1, community('private')), () => undefined))[0]).toBe('rejected');
  });

  it('and that is silent to every credential is missed', async () => {
    expect(await look(device(1, community('private')), () => silence)).toEqual([
      'silent',
      ['private:161', 'wrong:161'],
      1,
    ]);
  });

  it('and of which no credential is known is not probed, and not missed', async () => {
    expect(await look(device(1, undefined), () => silence)).toEqual(['not asked', [], undefined]);
  });

  it('and at whose address another one was found is missed without being probed', async () => {
    expect(await look(device(1, community('private')), () => ok, true)).toEqual(['another device', [], 1]);
  });

  it('is probed more patiently than an address', () => {
    expect(lastPatience({ timeoutMs: 300, retries: 0 })).toEqual({ timeoutMs: 2_000, retries: 2 });
    expect(lastPatience({ timeoutMs: 5_000, retries: 5 })).toEqual({ timeoutMs: 5_000, retries: 5 });
  });
});
