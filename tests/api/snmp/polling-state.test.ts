import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { LateReport } from '#schemas/collector/late-device.ts';
import type { PollerReport } from '#schemas/collector/polled-device.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { DeviceReports } from '#ingest/snmp/device/device-reports.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const POLLED_MS = Date.UTC(2026, 0, 5, 7, 55);

const devices = [
  'answers',
  'is late',
  'is silent',
  'is dead',
  'waits',
  'is not polled',
  'is refused',
  'is off',
];
const network = NetworkFile.parse({
  customers: ['acme', 'initech'].map((clientId) => ({
    clientId,
    name: `Customer ${clientId}`,
    sites: [
      {
        name: `${clientId} one`,
        city: 'Lyon',
        latitude: 45.76,
        longitude: 4.84,
        devices: devices.map((name, at) => ({
          name,
          address: `192.0.2.${String(at + 1)}`,
          ...(name === 'is not polled' ? {} : { snmp: { community: 'public' } }),
        })),
      },
    ],
  })),
});

let server: ServerUnderTest;
let page: Browser;
const listening = new AbortController();
beforeAll(async () => {
  server = await openServer();
  const { db, bus } = server.stack;
  await importNetwork({ db, secrets: testSecrets }, network);
  await db.updateTable('network_element').set({ active: false }).where('name', '=', 'is off').execute();
  const loaded = await loadInventory(db);
  // The server holds the inventory of its start.
  Object.assign(server.inventory(), loaded);
  await server.account({
    username: 'net',
    permissions: ['NETWORK.read', 'POLLING.read'],
    customers: ['acme'],
  });
  page = await server.signedIn('net');
  const reports = new DeviceReports();
  const report = (device: DeviceEntry, responses: readonly boolean[]): void => {
    for (const [at, responded] of responses.entries()) {
      const startedMs = POLLED_MS + at * MINUTE_MS;
      if (!responded) reports.recordFault(device, 'wrong digest');
      else reports.recordFault(device, 'interface missing');
      reports.recordPoll(device, { responded, startedMs, endedMs: startedMs + 20 });
    }
  };
  for (const device of loaded.devices.values()) {
    if (device.name === 'answers') report(device, [false, true]);
    if (device.name === 'is late') report(device, [true]);
    if (device.name === 'is silent') report(device, [true, false]);
    if (device.name === 'is dead') report(device, [true, false, false, false]);
    if (device.name === 'is refused')
      for (const startedMs of [POLLED_MS, POLLED_MS + MINUTE_MS, POLLED_MS + 2 * MINUTE_MS]) {
        reports.recordFault(device, 'loopback address');
        reports.recordPoll(device, { responded: false, startedMs, endedMs: startedMs });
      }
  }
  bus.subscribe(
    subjects.polledDevices,
    ({ respond }) => {
      respond(
        packJson({ poller: 'poller', pollers: 1, devices: [...reports.list()] } satisfies PollerReport),
      );
    },
    { signal: listening.signal },
  );
  // Two engines, since a partition moved.
  const late = [...loaded.devices.values()].find(
    ({ name, customer }) => name === 'is late' && customer === server.customers.get('acme'),
  )!;
  for (const [samples, delayMs] of [
    [40, 75_000],
    [2, 62_000],
  ] as const)
    bus.subscribe(
      subjects.lateDevices,
      ({ respond }) => {
        const since = POLLED_MS + delayMs;
        const devices = [{ device: late.id, samples, since, until: since + MINUTE_MS, delayMs }];
        respond(packJson({ engines: 2, allowedLatenessMs: MINUTE_MS, devices } satisfies LateReport));
      },
      { signal: listening.signal },
    );
  await bus.flush();
});
afterAll(async () => {
  listening.abort();
  await server.close();
});

const statesAt = async (path: string): Promise<readonly DevicePollingState[]> =>
  ((await page.get(`/api/v1/${path}`)).json() as { devices: DevicePollingState[] }).devices;
const ofAcme = (): string => `customers/${String(server.customers.get('acme')!)}/polled-devices`;

describe('the polling state of the devices', () => {
  it('shows the last response, the cause of the last failed poll, and since when a device is dead', async () => {
    const states = await statesAt(ofAcme());
    expect(states.map(({ name, state, rejection }) => [name, state, rejection])).toEqual([
      ['answers', 'responding', null],
      ['is late', 'late', null],
      ['is silent', 'silent', 'wrong digest'],
      ['is dead', 'dead', 'wrong digest'],
      ['waits', 'waiting', null],
      ['is not polled', 'not polled', null],
      ['is refused', 'refused', 'loopback address'],
      ['is off', 'deactivated', null],
    ]);
    expect(states[3]).toMatchObject({
      respondedAt: new Date(POLLED_MS + 20).toISOString(),
      deadSince: new Date(POLLED_MS + MINUTE_MS).toISOString(),
      polls: 4,
      silentPolls: 3,
      faults: { 'wrong digest': 3, 'interface missing': 1 },
      version: 'v2c',
    });
    expect(states[2]).toMatchObject({ deadSince: null });
  });

  it('shows devices whose samples are too late to be measured: how many, since when, and how late', async () => {
    const states = await statesAt(ofAcme());
    expect(states.filter(({ late }) => late !== null).map(({ name, late }) => [name, late])).toEqual([
      [
        'is late',
        {
          samples: 42,
          since: new Date(POLLED_MS + 62_000).toISOString(),
          until: new Date(POLLED_MS + 75_000 + MINUTE_MS).toISOString(),
          delayMs: 75_000,
        },
      ],
    ]);
    const late = await statesAt('mt/polled-devices?state=late');
    expect(late.map(({ name }) => name)).toEqual(['is late']);
  });

  it('is limited to one’s own customers', async () => {
    const acme = server.customers.get('acme')!;
    const all = await statesAt('mt/polled-devices');
    expect(all.length).toBe(devices.length);
    expect(all.every(({ customer }) => customer === acme)).toBe(true);
    expect((await statesAt('mt/polled-devices?state=dead')).map(({ name }) => name)).toEqual(['is dead']);
    const foreign = String(server.customers.get('initech')!);
    expect((await page.get(`/api/v1/customers/${foreign}/polled-devices`)).statusCode).toBe(404);
  });

  it('reports that the poller is unavailable when it does not respond', async () => {
    listening.abort();
    await server.stack.bus.flush();
    const response = await page.get(`/api/v1/${ofAcme()}`);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'UNAVAILABLE', params: { tier: 'poller' } });
  });
});
