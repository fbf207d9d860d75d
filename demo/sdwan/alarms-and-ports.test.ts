import { afterEach, describe, expect, it } from 'vitest';
import {
  MANAGERS_NOW_MS,
  keepingManagers,
  managerClient,
  managerFaultOf,
  otherOverlay,
  overlay,
  simulated,
} from '#tests/fixtures/sdwan/managers.ts';
import { VOLUME_STEP_MS } from '#platform/sdwan/managed-volume.ts';
import type { SimulatedAlarm } from './overlay-alarms.ts';
import { volumesOf } from './overlay-volumes.ts';
import { lineAddress } from './overlay.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

const signal = new AbortController().signal;
const { opened, closeAll } = keepingManagers();
afterEach(closeAll);

const [hub, second] = overlay.devices;
const alarmAt = (
  key: string,
  raisedMs: number,
  clearedMs?: number,
  severity: SimulatedAlarm['severity'] = 'Critical',
): SimulatedAlarm => ({
  key,
  device: second!,
  type: 'System_Down',
  severity,
  message: `${key} is down`,
  raisedMs,
  clearedMs,
});
const since = MANAGERS_NOW_MS - HOUR_MS;
const hourOf = { sinceMs: since, endMs: MANAGERS_NOW_MS };

describe('the interfaces of a device', () => {
  it.each(['vmanage', 'nuage', 'fortinet'] as const)(
    'are those that %s knows, with speed, address and what its vendor calls a line',
    async (kind) => {
      const manager = await opened(simulated[kind]());
      const { interfaces } = await managerClient({ kind, url: manager.url }).readNetwork(signal);
      const of = interfaces.find(({ device, name }) => device === hub!.name && name === hub!.uplinks[0]);
      const extra = { vmanage: { color: 'mpls' }, nuage: { role: 'primary' }, fortinet: {} }[kind];
      expect(of).toEqual({
        tenant: '',
        device: hub!.name,
        name: hub!.uplinks[0],
        description: 'WAN access',
        speedBps: 1_000_000_000,
        fields: { address: `${lineAddress(hub!, 0)}/31`, ...extra },
      });
      expect(interfaces.filter(({ fields }) => fields['address']?.startsWith('0.'))).toEqual([]);
    },
  );
});

describe('the alarms of vManage', () => {
  it('are read in pages, the oldest first, each once, and those that are raised as such', async () => {
    // More than a page, many at the same second.
    const many = Array.from({ length: 2_500 }, (_, index) =>
      alarmAt(`a${String(index)}`, since + Math.floor(index / 7) * 1_000, since + HOUR_MS),
    );
    const old = alarmAt('old', since - 24 * HOUR_MS);
    const manager = await opened(simulated.vmanage({ alarms: () => [old, ...many] }));
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    const { alarms, raised, untilMs } = await client.readAlarms(hourOf, signal);
    expect(new Set(alarms.map(({ key }) => key)).size).toBe(2_501);
    expect([...raised!]).toEqual(['\nold']);
    expect(untilMs).toBe(MANAGERS_NOW_MS);
    expect(alarms.find(({ key }) => key === 'a7')).toEqual({
      tenant: '',
      key: 'a7',
      type: 'System_Down',
      severity: 'critical',
      message: 'a7 is down',
      address: second!.systemIp,
      device: second!.name,
      raisedMs: since + 1_000,
      clearedMs: since + HOUR_MS,
      isEvent: false,
    });
  });

  it('continue with the next reading where one has more than twenty pages', async () => {
    const many = Array.from({ length: 25_000 }, (_, index) =>
      alarmAt(`a${String(index)}`, since + index * 100, since + HOUR_MS),
    );
    const manager = await opened(simulated.vmanage({ alarms: () => many }));
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    const keys = new Set<string>();
    let sinceMs = since;
    for (let readings = 0; readings < 3 && sinceMs < MANAGERS_NOW_MS; readings += 1) {
      const { alarms, untilMs } = await client.readAlarms({ sinceMs, endMs: MANAGERS_NOW_MS }, signal);
      for (const { key } of alarms) keys.add(key);
      expect(untilMs).toBeGreaterThan(sinceMs);
      sinceMs = untilMs;
    }
    expect(keys.size).toBe(25_000);
  });
});

describe('the alarms of Nuage', () => {
  it('are those that are raised, with the gateway that they are of', async () => {
    const shown = [alarmAt('n1', since, undefined, 'Major'), alarmAt('over', since, since + 1)];
    const alarms = (name: string) => (name === 'ACME' ? shown : [alarmAt('other', since)]);
    const manager = await opened(simulated.nuage({ alarms }));
    const read = await managerClient({ kind: 'nuage', url: manager.url }).readAlarms(hourOf, signal);
    expect(read.alarms).toEqual([
      {
        tenant: '',
        key: 'n1',
        type: 'System_Down',
        severity: 'major',
        message: 'n1 is down',
        device: second!.name,
        raisedMs: since,
        clearedMs: undefined,
        isEvent: false,
      },
    ]);
    expect([...read.raised!]).toEqual(['\nn1']);
  });
});

describe('the alerts of a FortiManager', () => {
  it('are events, all of a period, however many there are', async () => {
    const many = Array.from({ length: 2_300 }, (_, index) => alarmAt(`e${String(index)}`, since + index));
    const manager = await opened(
      simulated.fortinet({ alarms: () => [alarmAt('before', since - 60_000), ...many] }),
    );
    const read = await managerClient({ kind: 'fortinet', url: manager.url }).readAlarms(hourOf, signal);
    expect(new Set(read.alarms.map(({ key }) => key)).size).toBe(2_300);
    expect(read.raised).toBeUndefined();
    expect(read.alarms.find(({ key }) => key === 'e0')).toMatchObject({
      severity: 'critical',
      device: second!.name,
      isEvent: true,
    });
  });

  it('of very many are read in shorter periods, without losing any', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) =>
      alarmAt(`e${String(index)}`, since + index * 110),
    );
    const manager = await opened(simulated.fortinet({ alarms: () => many }));
    const client = managerClient({ kind: 'fortinet', url: manager.url });
    const first = await client.readAlarms(hourOf, signal);
    expect(first.untilMs).toBeLessThan(MANAGERS_NOW_MS);
    const remaining = await client.readAlarms({ sinceMs: first.untilMs, endMs: MANAGERS_NOW_MS }, signal);
    expect(remaining.untilMs).toBe(MANAGERS_NOW_MS);
    expect(new Set([...first.alarms, ...remaining.alarms].map(({ key }) => key)).size).toBe(30_000);
  });

  it('are none where it has no event management', async () => {
    const manager = await opened(simulated.fortinet({ alarms: 'none' }));
    const client = managerClient({ kind: 'fortinet', url: manager.url });
    expect((await client.readAlarms(hourOf, signal)).alarms).toEqual([]);
  });
});

describe('the volumes of applications', () => {
  const hour = { startMs: since, endMs: MANAGERS_NOW_MS };
  const expected = volumesOf(overlay, { ...hour, stepMs: VOLUME_STEP_MS });
  const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

  it.each(['vmanage', 'nuage'] as const)(
    'of %s are its sums by device, application and interval',
    async (kind) => {
      const manager = await opened(simulated[kind]());
      const volumes = await managerClient({ kind, url: manager.url }).readVolumes(hour, signal);
      expect(volumes).toHaveLength(expected.length);
      expect(sum(volumes.map(({ bytes }) => bytes))).toBe(sum(expected.map(({ octets }) => octets)));
      const label = kind === 'vmanage' ? hub!.systemIp : hub!.name;
      const own = volumes.find(({ device, application }) => device === label && application === 'sap');
      const of = expected.find(({ device, application }) => device === hub && application === 'sap')!;
      expect(own).toMatchObject({ atMs: of.atMs, bytes: of.octets, packets: of.packets, tenant: '' });
    },
  );

  it('of a FortiManager are none', async () => {
    const manager = await opened(simulated.fortinet());
    const client = managerClient({ kind: 'fortinet', url: manager.url });
    expect(await client.readVolumes(hour, signal)).toEqual([]);
  });
});

describe('a token', () => {
  it.each(['vmanage', 'fortinet'] as const)('lets %s answer without a session', async (kind) => {
    const manager = await opened(simulated[kind]({ token: 'secret-token' }));
    const as = (password: string) =>
      managerClient({ kind, url: manager.url, signsInWith: 'token', password });
    await as('secret-token').check(signal);
    expect((await as('secret-token').readNetwork(signal)).devices).toHaveLength(overlay.devices.length);
    expect((await as('secret-token').readAlarms(hourOf, signal)).untilMs).toBe(MANAGERS_NOW_MS);
    expect(manager.requests.filter((one) => /j_security_check|client\/token|logout/.test(one))).toEqual([]);
    expect(await managerFaultOf(as('expired').check(signal))).toMatch(
      /SDWAN_(AUTHENTICATION_FAILED|INSUFFICIENT_RIGHTS)/,
    );
  });
});

describe('a password', () => {
  it('that vManage wants to be changed is reported as such', async () => {
    const manager = await opened(simulated.vmanage());
    manager.fail({ fault: 'password reset', on: /j_security_check/ });
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    expect(await managerFaultOf(client.check(signal))).toBe('SDWAN_PASSWORD_EXPIRED');
  });
});

describe('the part of a manager that belongs to the only customer', () => {
  const tenants = [
    { id: 't1', name: 'ACME', overlay },
    { id: 't2', name: 'other', overlay: otherOverlay },
  ] as const;

  it('is the tenant of vManage that the customer’s id names, where the user is a provider’s', async () => {
    const manager = await opened(simulated.vmanage({ isMultiTenant: true, tenants }));
    const as = (clientId: string) => managerClient({ kind: 'vmanage', url: manager.url, clientId });
    const { devices } = await as('other').readNetwork(signal);
    expect(devices.map(({ name, tenant }) => [name, tenant])).toEqual(
      otherOverlay.devices.map(({ name }) => [name, '']),
    );
    expect(await managerFaultOf(as('stranger').check(signal))).toBe('SDWAN_TENANT_NOT_FOUND');
  });

  it('is limited to the organization of the tenants, where one is given', async () => {
    const manager = await opened(simulated.vmanage({ isMultiTenant: true, tenants }));
    const as = (organization: string) =>
      managerClient({ kind: 'vmanage', url: manager.url, isMultiTenant: true, organization });
    const { devices } = await as('OTHER').readNetwork(signal);
    expect(new Set(devices.map(({ tenant }) => tenant))).toEqual(new Set(['other']));
    expect((await as('').readNetwork(signal)).devices).toHaveLength(
      overlay.devices.length + otherOverlay.devices.length,
    );
  });

  it('is the enterprise of Nuage that the customer’s id names, where no enterprise is given', async () => {
    const manager = await opened(simulated.nuage());
    const as = (clientId: string) =>
      managerClient({ kind: 'nuage', url: manager.url, vsdName: '', clientId });
    const { devices } = await as('other').readNetwork(signal);
    expect(devices.map(({ name }) => name)).toEqual(otherOverlay.devices.map(({ name }) => name));
    expect(await managerFaultOf(as('stranger').check(signal))).toBe('SDWAN_TENANT_NOT_FOUND');
    expect((await as('').readNetwork(signal)).devices).toHaveLength(
      overlay.devices.length + otherOverlay.devices.length,
    );
  });

  it('is the VDOM of the FortiGates that is given, of all of them else', async () => {
    const manager = await opened(simulated.fortinet({ vdoms: ['root', 'wan'] }));
    const of = async (vdom: string) => {
      const network = await managerClient({ kind: 'fortinet', url: manager.url, vdom }).readNetwork(signal);
      return [network.devices.length, network.tunnels.length];
    };
    const all = [overlay.devices.length, overlay.tunnels.length];
    expect(await of('wan')).toEqual(all);
    expect(await of('')).toEqual(all);
    expect(await of('dmz')).toEqual([0, 0]);
  });
});
