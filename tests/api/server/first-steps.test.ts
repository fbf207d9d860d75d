import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import {
  FIRST_STEPS_SETTING,
  firstStepNames,
  newFirstSteps,
  type FirstStep,
  type FirstStepName,
} from '#schemas/first-steps/first-steps.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { writeLastBackup } from '#platform/embedded/last-backup.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { PollerReport } from '#schemas/collector/polled-device.ts';
import { someone, uniqueName } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

const PATH = '/api/v1/mt/first-steps';

let server: ServerUnderTest;
let admin: Browser;
const stopped = new AbortController();
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(async () => {
  stopped.abort();
  await server.close();
});

interface Checklist {
  readonly isFirst: boolean;
  readonly steps: readonly FirstStep[];
}
const read = async (page: Browser = admin): Promise<Checklist> => (await page.get(PATH)).json();
const stepOf = async <Step extends FirstStepName>(step: Step) =>
  (await read()).steps.find((one) => one.step === step) as FirstStep & { step: Step };
const mark = (steps: readonly FirstStepName[], how: string | null) =>
  admin.send('PUT', PATH, { body: { steps, mark: how } });
const isFirstPage = async (page: Browser): Promise<boolean> =>
  (await page.get('/api/v1/session')).json().firstSteps === true;

async function begin(): Promise<void> {
  const value = JSON.stringify(newFirstSteps);
  await server.stack.db
    .insertInto('setting')
    .values({ name: FIRST_STEPS_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

describe('the checklist of a new installation', () => {
  it('is not the first page of an installation that was set up without it', async () => {
    expect((await read()).isFirst).toBe(false);
    expect(await isFirstPage(admin)).toBe(false);
  });

  it('is the first page of those who set it up, until each step is done or not needed', async () => {
    await begin();
    expect(await isFirstPage(admin)).toBe(true);
    const operator = await someone(server, ['ALERT.read', 'NETWORK.PROVISIONING.read']);
    const ofAcme = await someone(server, permissionKeys, ['acme']);
    expect(await Promise.all([operator, ofAcme].map(({ page }) => isFirstPage(page)))).toEqual([
      false,
      false,
    ]);
    const open = (await read()).steps.flatMap(({ step, state }) => (state === 'open' ? [step] : []));
    expect(open).toContain('backup');
    expect((await mark(open.slice(1), 'not-needed')).statusCode).toBe(200);
    expect((await read()).isFirst).toBe(true);
    expect((await mark(open.slice(0, 1), 'done')).statusCode).toBe(200);
    expect((await read()).isFirst).toBe(false);
    expect(await isFirstPage(admin)).toBe(false);
    // Taking a mark away does not bring it back.
    await mark(open, null);
    expect((await stepOf('backup')).state).toBe('open');
    expect(await isFirstPage(admin)).toBe(false);
  });

  it('shows the steps that the user may see, and does not end for one who sees a part', async () => {
    await begin();
    const rights: readonly Permission[] = ['NETWORK.PROVISIONING.write', 'USER.read'];
    const { page } = await someone(server, rights);
    const { steps } = await read(page);
    expect(steps.map(({ step }) => step)).toEqual(['network', 'users', 'backup']);
    await page.send('PUT', PATH, { body: { steps: ['network', 'users', 'backup'], mark: 'not-needed' } });
    expect((await read(page)).isFirst).toBe(true);
  });

  it('is closed to those who see some customers or may not import', async () => {
    const some = await someone(server, permissionKeys, ['acme']);
    const reader = await someone(server, ['NETWORK.PROVISIONING.read', 'USER.read']);
    expect(statusAndCode(await some.page.get(PATH))).toEqual([403, 'EVERY_CUSTOMER_REQUIRED']);
    expect(statusAndCode(await reader.page.get(PATH))).toEqual([403, 'FORBIDDEN']);
  });

  it('counts alarm definitions, targets and accounts that are in force', async () => {
    const { db } = server.stack;
    expect((await stepOf('alarms')).facts.definitions).toBe(2);
    await db.updateTable('cockpit_alarm').set({ enabled: false }).execute();
    expect(await stepOf('alarms')).toMatchObject({ facts: { definitions: 0 } });
    await db.updateTable('cockpit_alarm').set({ enabled: true }).execute();
    expect((await stepOf('notifications')).facts.targets).toBe(0);
    const target = { payload_kind: 'json', template: '{}', trigger: 'both', allow_insecure: false };
    await db
      .insertInto('webhook')
      .values([
        { ...target, name: uniqueName('on'), url: 'https://example.net', headers: [], enabled: true },
        { ...target, name: uniqueName('off'), url: 'https://example.net', headers: [], enabled: false },
      ])
      .execute();
    expect(await stepOf('notifications')).toMatchObject({ state: 'done', facts: { targets: 1 } });
    expect(await stepOf('users')).toMatchObject({ state: 'done', facts: { providers: 0 } });
  });

  it('says how many polled devices respond, and why the first one does not', async () => {
    expect((await stepOf('polling')).facts).toBeNull();
    const added = await admin.send('POST', '/api/v1/mt/inventory/device', {
      body: {
        customer: { is: 'new', clientId: uniqueName('polled'), name: 'Polled' },
        site: { is: 'new', name: 'Lab', city: '', country: '', latitude: 1, longitude: 2 },
        device: { name: 'lab', address: '127.0.0.1', exportsFlows: false, interfaces: ['eth0'] },
        access: { version: 'v2c', community: 'public', port: 161 },
      },
    });
    const acme = added.json() as { device: number; customer: number };
    const { device } = acme;
    await server.followInventory();
    const report: PollerReport = {
      poller: 'one',
      pollers: 1,
      devices: [
        {
          device,
          polls: 3,
          polledAt: 1,
          respondedAt: 0,
          durationMs: 5,
          silentPolls: 3,
          silentSince: 1,
          rejection: 'loopback address',
          faults: {},
          lastFault: '',
          customer: acme.customer,
        },
      ],
    };
    server.stack.bus.subscribe(
      subjects.polledDevices,
      ({ respond }) => {
        respond(packJson(report));
      },
      { signal: stopped.signal },
    );
    await server.stack.bus.flush();
    expect(await stepOf('polling')).toMatchObject({
      state: 'open',
      facts: {
        polled: 1,
        responding: 0,
        waiting: 0,
        failure: { device, name: 'lab', address: '127.0.0.1', reason: 'loopback address' },
      },
    });
  });

  it('names exporters that send flows and are missing from the inventory', async () => {
    const exporter = (address: string, records: number) => ({
      address,
      records,
      protocol: 'NetFlow v9',
      domain: 0,
      packets: 1,
      firstSeen: 1,
      lastSeen: 2,
    });
    server.stack.bus.subscribe(
      subjects.unknownExporters,
      ({ respond }) => {
        respond(packJson([exporter('192.0.2.7', 5), exporter('192.0.2.8', 50)]));
      },
      { signal: stopped.signal },
    );
    await server.stack.bus.flush();
    expect((await stepOf('flows')).facts).toEqual({
      exporters: 0,
      unknown: ['192.0.2.8', '192.0.2.7'],
      unknownCount: 2,
    });
  });

  it('says when the last backup of the embedded stores was taken and how large it is, and is open again after 31 days', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'telltale-first-steps-'));
    const embedded = await openServer({ adjacent: server, engine: 'none', dataFolder });
    try {
      await mark(['backup'], null);
      const { page } = await someone(embedded);
      const backup = async () => (await read(page)).steps.find(({ step }) => step === 'backup');
      expect(await backup()).toEqual({ step: 'backup', state: 'open', facts: { last: null } });
      // A mark is for those whose backups are not seen.
      await page.send('PUT', PATH, { body: { steps: ['backup'], mark: 'done' } });
      expect(await backup()).toMatchObject({ state: 'open' });
      expect(await stepOf('backup')).toEqual({ step: 'backup', state: 'done', facts: null });
      const at = embedded.clock.now().getTime() - 31 * DAY_MS;
      writeLastBackup(dataFolder, { at, bytes: 53e6, seconds: 6, heldSeconds: 2, folder: '/backup/one' });
      expect(await backup()).toEqual({
        step: 'backup',
        state: 'done',
        facts: { last: { at, bytes: 53e6, isRecent: true } },
      });
      await embedded.clock.advance(1);
      expect(await backup()).toEqual({
        step: 'backup',
        state: 'open',
        facts: { last: { at, bytes: 53e6, isRecent: false } },
      });
      expect((await page.get(PATH)).body).not.toContain('/backup/one');
    } finally {
      await embedded.close();
      rmSync(dataFolder, { recursive: true });
    }
  });

  it('has every step', async () => {
    expect((await read()).steps.map(({ step }) => step)).toEqual([...firstStepNames]);
  });
});
