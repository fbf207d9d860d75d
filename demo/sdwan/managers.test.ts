import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { withDeadline } from '#platform/sdwan/sdwan-http.ts';
import {
  MANAGERS_NOW_MS,
  keepingManagers,
  managerClient,
  managerFaultOf,
  overlay,
  simulated,
} from '#tests/fixtures/sdwan/managers.ts';
import { deviceValues, type Overlay } from './overlay.ts';
import type { SimulatedFault } from './simulated-server.ts';
import { atNight } from '#tests/gate/at-night.ts';

const period = { startMs: MANAGERS_NOW_MS - 600_000, endMs: MANAGERS_NOW_MS };
const signal = new AbortController().signal;

const { opened, closing, closeAll } = keepingManagers();
afterEach(closeAll);

const [, second] = overlay.devices;
/** The second device is down. */
const halfDown: Overlay = { ...overlay, isUp: (device) => device !== second };
/** A self-signed certificate for two days. */
function ownCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-sdwan-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=127.0.0.1',
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

const kinds = ['vmanage', 'nuage', 'fortinet'] as const;

describe.each(kinds)('a manager of kind %s', (kind) => {
  it('shows its devices and tunnels', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    await client.check(signal);
    const { devices, tunnels } = await client.readNetwork(signal);
    expect(devices.map(({ name, address }) => ({ name, address }))).toEqual(
      overlay.devices.map(({ name, systemIp }) => ({ name, address: systemIp })),
    );
    expect(
      devices.every(({ serial, model, software }) => serial !== '' && model !== '' && software !== ''),
    ).toBe(true);
    expect(tunnels).toHaveLength(overlay.tunnels.length);
    expect(new Set(tunnels.map(({ device, key }) => `${device} ${key}`)).size).toBe(tunnels.length);
  });

  it('measures the tunnels that it lists, and a tunnel of a device that is down has its state only', async () => {
    const manager = await {
      vmanage: () => simulated.vmanage({ tenants: [{ id: 't1', name: 'acme', overlay: halfDown }] }),
      nuage: () => simulated.nuage({ enterprises: [{ id: 'e1', name: 'ACME', overlay: halfDown }] }),
      fortinet: () => simulated.fortinet({ adoms: [{ name: 'acme', overlay: halfDown }] }),
    }[kind]();
    closing.push(manager.close);
    const client = managerClient({ kind, url: manager.url });
    const { tunnels } = await client.readNetwork(signal);
    const samples = await client.readSamples(period, signal);
    const named = new Set(tunnels.map(({ device, key }) => `${device} ${key}`));
    expect(samples.every(({ device, key }) => named.has(`${device} ${key}`))).toBe(true);
    const up = { vmanage: 'cv_tunnel_up', nuage: 'nu_session_up', fortinet: 'fo_up' } as const;
    const latency = { vmanage: 'cv_latency', nuage: 'nu_avg_delay', fortinet: 'fo_latency' } as const;
    for (const { values } of samples)
      expect(values[latency[kind]] === undefined).toBe(values[up[kind]] === 0);
    expect(samples.some(({ values }) => values[up[kind]] === 1)).toBe(true);
    // A FortiGate that is down does not respond at all, so that its tunnels to the hub are unknown.
    expect(samples.some(({ values }) => values[up[kind]] === 0)).toBe(true);
  });

  it('measures its devices and their lines when that is enabled', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    const of = await client.readSamples({ ...period, withDevices: true }, signal);
    const { name, uplinks } = overlay.devices[2]!;
    const values = (expected: string, key = '') =>
      Object.assign(
        {},
        ...of.flatMap((one) =>
          one.kind === expected && one.device === name && one.key === key ? one.values : [],
        ),
      ) as Record<string, number>;
    const device = {
      vmanage: ['cv_reachable', 'cv_cpu_idle', 'cv_mem_util'],
      nuage: ['nu_active', 'nu_cpu', 'nu_memory'],
      fortinet: ['fo_connected', 'fo_cpu', 'fo_mem'],
    }[kind] as [string, string, string];
    const measured = values('device');
    expect(measured[device[0]]).toBe(1);
    const { cpuPercent, memoryPercent } = deviceValues(overlay.devices[2]!, period.endMs);
    const cpu = kind === 'vmanage' ? 100 - measured[device[1]]! : measured[device[1]]!;
    const memory = measured[device[2]]! * (kind === 'vmanage' ? 100 : 1);
    // The noise of the simulated processor is ten percent.
    expect(Math.abs(cpu - cpuPercent)).toBeLessThan(11);
    expect(Math.abs(memory - memoryPercent)).toBeLessThan(1);
    const rate = { vmanage: 'cv_rx_kbps', nuage: 'nu_bytes_in', fortinet: 'fo_rx_bandwidth' }[kind];
    for (const line of uplinks) expect(values('interface', line)[rate]).toBeGreaterThan(100);
    if (kind === 'vmanage') expect(values('site')).toEqual({ cv_control_connections: 2 });
  });

  it('whose session has ended is signed in to again', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    await client.readSamples(period, signal);
    manager.endSessions();
    expect((await client.readSamples(period, signal)).length).toBeGreaterThan(0);
  });

  it('that rejects the password is an authentication that failed', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url, password: 'wrong' });
    expect(await managerFaultOf(client.check(signal))).toBe('SDWAN_AUTHENTICATION_FAILED');
  });

  it.each(kinds.filter((other) => other !== kind))(
    'that is configured as %s is of another type',
    async (other) => {
      const manager = await opened(simulated[kind]());
      expect(await managerFaultOf(managerClient({ kind: other, url: manager.url }).check(signal))).toBe(
        'SDWAN_TYPES_DIFFER',
      );
    },
  );

  it.each<[SimulatedFault, string]>([
    ['rate limit', 'SDWAN_BUSY'],
    ['overload', 'SDWAN_BUSY'],
    ['server error', 'SDWAN_MANAGER_FAILED'],
    ['forbidden', 'SDWAN_INSUFFICIENT_RIGHTS'],
    ['not JSON', 'SDWAN_RESPONSE_NOT_JSON'],
    ['endless', 'SDWAN_RESPONSE_TOO_LARGE'],
    ['cut', 'SDWAN_UNREACHABLE'],
    ['redirect', 'SDWAN_REDIRECTED'],
  ])('that fails with %s is reported as %s', async (fault, code) => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    await client.check(signal);
    manager.fail({ fault });
    expect(await managerFaultOf(client.readNetwork(signal))).toBe(code);
    manager.fail();
    expect((await client.readNetwork(signal)).devices).toHaveLength(overlay.devices.length);
  });

  it.each<[SimulatedFault, string]>([
    ['not JSON', 'SDWAN_RESPONSE_NOT_JSON'],
    ['endless', 'SDWAN_RESPONSE_TOO_LARGE'],
    ['server error', 'SDWAN_MANAGER_FAILED'],
  ])(
    'that already fails with %s at the sign-in is reported as %s, not as another type',
    async (fault, code) => {
      const manager = await opened(simulated[kind]());
      manager.fail({ fault });
      expect(await managerFaultOf(managerClient({ kind, url: manager.url }).check(signal))).toBe(code);
    },
  );

  it('that limits its requests for a moment is queried again', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    manager.fail({ fault: 'rate limit', times: 2 });
    expect((await client.readNetwork(signal)).devices).toHaveLength(overlay.devices.length);
  });

  it('that never responds is too slow after the deadline', async () => {
    const manager = await opened(simulated[kind]());
    manager.fail({ fault: 'hang' });
    const client = managerClient({ kind, url: manager.url });
    expect(
      await managerFaultOf(withDeadline(systemClock, { timeoutMs: 50 }, (late) => client.check(late))),
    ).toBe('SDWAN_SLOW');
  });

  it('on this machine is called only in a network that the setting names', async () => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url }, []);
    expect(await managerFaultOf(client.check(signal))).toBe('SDWAN_ADDRESS_NOT_ALLOWED');
    expect(manager.requests).toEqual([]);
  });

  it('with a certificate of its own is called only without verification, and only as long as it keeps it', async () => {
    const manager = await opened(simulated[kind]({ tls: ownCertificate() }));
    expect(manager.url).toMatch(/^https:/);
    expect(await managerFaultOf(managerClient({ kind, url: manager.url }).check(signal))).toBe(
      'SDWAN_CERTIFICATE_INVALID',
    );
    const client = managerClient({ kind, url: manager.url, verifyTls: false });
    await client.check(signal);
    const { certificate } = client.credentials();
    expect(certificate).toMatchObject({ subject: '127.0.0.1' });
    const lastsMs = certificate!.expiresMs - systemClock.now().getTime();
    expect([lastsMs > 86_400_000, lastsMs < 3 * 86_400_000]).toEqual([true, true]);
    manager.close();

    const port = Number(new URL(manager.url).port);
    const other = await opened(simulated[kind]({ tls: ownCertificate(), port }));
    const { fingerprint } = certificate!;
    const pinned = managerClient({ kind, url: other.url, verifyTls: false, pinned: fingerprint });
    for (const one of [client, pinned])
      expect(await managerFaultOf(one.readNetwork(signal))).toBe('SDWAN_CERTIFICATE_CHANGED');
    // Neither the session nor the password was sent to it.
    expect(other.requests).toEqual([]);
    await managerClient({ kind, url: other.url, verifyTls: false }).check(signal);
  });
});

atNight('a list of 20,000 devices is read, which has no pages and 10 MB', async () => {
  const [pattern] = overlay.devices;
  const devices = Array.from({ length: 20_000 }, (_, index) => ({
    ...pattern!,
    index,
    name: `edge-${String(index)}`,
    systemIp: `10.${String(index >> 16)}.${String((index >> 8) & 255)}.${String(index & 255)}`,
  }));
  const wide: Overlay = { devices, tunnels: [], isUp: () => true };
  const manager = await opened(simulated.vmanage({ tenants: [{ id: 't1', name: 'acme', overlay: wide }] }));
  const client = managerClient({ kind: 'vmanage', url: manager.url });
  const network = await client.readNetwork(signal);
  expect(network.devices).toHaveLength(20_000);
  expect(network.interfaces).toHaveLength(80_000);
});

it('an API key of Nuage is renewed before it expires', async () => {
  let nowMs = MANAGERS_NOW_MS;
  const clock = { ...systemClock, now: () => new Date(nowMs), wait: () => Promise.resolve() };
  const manager = await opened(simulated.nuage({ clock, keyLifetimeS: 600 }));
  const client = managerClient({ kind: 'nuage', url: manager.url }, undefined, clock);
  await client.readNetwork(signal);
  expect(client.credentials().sessionEndsMs).toBe(MANAGERS_NOW_MS + 600_000);
  nowMs += 545_000;
  await client.readNetwork(signal);
  // Signed in again without having been rejected.
  expect(manager.requests.filter((one) => one.endsWith('/me'))).toHaveLength(2);
  expect(client.credentials().sessionEndsMs).toBe(nowMs + 600_000);
});

it('a session of vManage is renewed after an hour', async () => {
  let nowMs = MANAGERS_NOW_MS;
  const clock = { ...systemClock, now: () => new Date(nowMs), wait: () => Promise.resolve() };
  const manager = await opened(simulated.vmanage({ clock }));
  const client = managerClient({ kind: 'vmanage', url: manager.url }, undefined, clock);
  await client.check(signal);
  nowMs += 3_600_000;
  await client.check(signal);
  expect(manager.requests.filter((one) => /j_security_check|logout/.test(one))).toEqual([
    'POST /j_security_check',
    'GET /logout',
    'POST /j_security_check',
  ]);
});
