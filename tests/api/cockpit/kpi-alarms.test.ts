import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let author: Browser;
let reader: Browser;

beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'author', permissions: ['TEMPLATE.COCKPIT.write', 'KPI.read'] });
  await server.account({
    username: 'reader',
    permissions: ['TEMPLATE.COCKPIT.read', 'KPI.read'],
    customers: ['acme', 'globex'],
  });
  author = await server.signedIn('author');
  reader = await server.signedIn('reader');
});
afterAll(() => server.close());

const alarmsOf = async (page: Browser, key: string) =>
  (await page.get(`/api/v1/mt/kpi/${key}/alarms`)).json<{
    alarms: readonly { label: string; cockpitName: string }[];
    others: number;
  }>();

it('the alarms on a KPI are shown with their cockpits, others only as a number', async () => {
  const cockpit: Cockpit = (
    await author.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Processors' } })
  ).json();
  const body = anAlarmDraft({ label: 'Busy processor', kpi: 'cpe_cpu', enabled: false });
  const path = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms`;
  expect((await author.send('POST', path, { body })).statusCode).toBe(200);
  const shown = { label: 'Busy processor', cockpitName: 'Processors', enabled: false, cockpit: cockpit.id };
  expect(await alarmsOf(author, 'cpe_cpu')).toMatchObject({ alarms: [shown], others: 0 });
  expect((await alarmsOf(author, 'cpe_memory')).alarms.map(({ label }) => label)).not.toContain(shown.label);
  // Shared with no customer.
  expect(await alarmsOf(reader, 'cpe_cpu')).toEqual({ alarms: [], others: 1 });
  // May open no cockpit at all.
  await server.account({ username: 'kpi reader', permissions: ['KPI.read'] });
  expect(await alarmsOf(await server.signedIn('kpi reader'), 'cpe_cpu')).toEqual({ alarms: [], others: 1 });
});

it('an update of an alarm without its hold times is rejected and resets nothing', async () => {
  const cockpit: Cockpit = (
    await author.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Held' } })
  ).json();
  const path = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms`;
  const created = await author.send('POST', path, {
    body: anAlarmDraft({ clearAfter: 3, noDataMinutes: 10 }),
  });
  const { id, version } = created.json<{ id: number; version: number }>();
  const { clearAfter: _1, noDataMinutes: _2, acknowledgementMinutes: _3, ...remaining } = anAlarmDraft();
  const reply = await author.send('PUT', `${path}/${String(id)}`, {
    body: { ...remaining, runbook: '', version },
  });
  expect(reply.json<{ errors: readonly { path: string; code: string }[] }>().errors).toMatchObject(
    ['clearAfter', 'noDataMinutes', 'acknowledgementMinutes'].map((field) => ({
      path: `body.${field}`,
      code: 'REQUIRED',
    })),
  );
  const after: Cockpit = (await author.get(`/api/v1/mt/cockpit/${String(cockpit.id)}`)).json();
  expect(after.alarms).toMatchObject([{ clearAfter: 3, noDataMinutes: 10 }]);
});
