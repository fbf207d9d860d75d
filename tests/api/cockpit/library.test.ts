import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultClearing } from '#schemas/cockpit/clearing.ts';
import type { Alarm, Cockpit, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer } from '../../fixtures/server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const LIBRARY = '/api/v1/mt/cockpit';

let server: ServerUnderTest;
let page: Browser;
let colleague: Browser;
beforeAll(async () => {
  server = await openServer();
  for (const username of ['author', 'colleague'])
    await server.account({ username, permissions: ['TEMPLATE.COCKPIT.write', 'EXTRA.UNSHARED.read'] });
  page = await server.signedIn('author');
  colleague = await server.signedIn('colleague');
});
afterAll(() => server.close());

let made = 0;
async function aCockpit(): Promise<Cockpit> {
  made += 1;
  const response = await page.send('POST', LIBRARY, { body: { name: `Cockpit ${String(made)}` } });
  expect(response.statusCode).toBe(200);
  return response.json();
}
const urlOf = ({ id }: { id: number }, rest = ''): string => `${LIBRARY}/${String(id)}${rest}`;
async function addTo(cockpit: Cockpit, change: Parameters<typeof anAlarmDraft>[0] = {}): Promise<Alarm> {
  const response = await page.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft(change) });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
}
const read = async (cockpit: { id: number }): Promise<Cockpit> => (await page.get(urlOf(cockpit))).json();
const library = async (by = page): Promise<CockpitSummary[]> =>
  ((await by.get(LIBRARY)).json() as { cockpits: CockpitSummary[] }).cockpits;

describe('the cockpit library', () => {
  it('lists name, alarms, last author and last modified', async () => {
    const cockpit = await aCockpit();
    await addTo(cockpit);
    await addTo(cockpit, { threshold: 80, severity: 'major', enabled: false });
    await server.clock.advance(60_000);
    const renamed = await colleague.send('PUT', urlOf(cockpit), {
      body: { name: 'WAN links', description: 'Pages the NOC', version: 3 },
    });
    expect(renamed.statusCode).toBe(200);
    expect((await library()).find(({ id }) => id === cockpit.id)).toEqual({
      id: cockpit.id,
      name: 'WAN links',
      description: 'Pages the NOC',
      version: 4,
      author: 'colleague',
      updatedAt: server.clock.now().getTime(),
      alarms: { total: 2, enabled: 1 },
      openedAt: null,
      owner: cockpit.owner,
      createdAt: cockpit.createdAt,
      visibility: 'multi-client',
      reachesOthers: false,
      share: { everyone: false, profiles: [], clients: [], others: 0 },
      status: { active: true, comment: '', updatedAt: null, updatedBy: null },
    });
    expect(cockpit.owner).toMatchObject({ name: 'author' });
  });

  it('rejects a taken name, and a cockpit without a name', async () => {
    const one = await aCockpit();
    const other = await aCockpit();
    expect(statusAndCode(await page.send('POST', LIBRARY, { body: { name: ` ${one.name} ` } }))).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    const body = { name: one.name, description: '', version: other.version };
    expect(statusAndCode(await page.send('PUT', urlOf(other), { body }))).toEqual([409, 'NAME_TAKEN']);
    expect(statusAndCode(await page.send('POST', LIBRARY, { body: { name: '  ' } }))).toEqual([
      400,
      'REQUIRED',
    ]);
    await addTo(other);
    const unnamed = { name: '', description: '', version: other.version + 1 };
    expect(statusAndCode(await page.send('PUT', urlOf(other), { body: unnamed }))).toEqual([
      409,
      'COCKPIT_UNNAMED',
    ]);
  });

  it('gives a name to one of two concurrent requests', async () => {
    const responses = await Promise.all(
      [page, colleague].map((by) => by.send('POST', LIBRARY, { body: { name: 'Taken by two' } })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });

  it('reports a conflict to a user who changes an older version', async () => {
    const cockpit = await aCockpit();
    const alarm = await addTo(cockpit);
    const at = urlOf(cockpit, `/alarms/${String(alarm.id)}`);
    const body = { ...anAlarmDraft({ threshold: 70 }), version: alarm.version };
    expect((await colleague.send('PUT', at, { body })).statusCode).toBe(200);
    expect(statusAndCode(await page.send('PUT', at, { body: { ...body, threshold: 60 } }))).toEqual([
      409,
      'CONFLICT',
    ]);
    const off = { version: alarm.version, enabled: false };
    expect(statusAndCode(await page.send('PATCH', at, { body: off }))).toEqual([409, 'CONFLICT']);
    expect(statusAndCode(await page.send('DELETE', `${at}?version=1`))).toEqual([409, 'CONFLICT']);
    // Changes of its alarms count as changes of the cockpit: a stale page cannot delete them.
    expect(statusAndCode(await page.send('DELETE', urlOf(cockpit, '?version=2')))).toEqual([409, 'CONFLICT']);
    expect((await read(cockpit)).alarms).toMatchObject([{ threshold: 70, version: 2, author: 'colleague' }]);
  });

  it('copies a cockpit with everything but its activity', async () => {
    const cockpit = await aCockpit();
    const alarm = await addTo(cockpit, { label: 'Copied', topology: { levels: ['device'], filter: 'core' } });
    const at = urlOf(cockpit, `/alarms/${String(alarm.id)}/thresholds`);
    const acme = server.customers.get('acme')!;
    const own = { version: alarm.version, target: { customer: acme }, value: 75 };
    expect((await page.send('PUT', at, { body: own })).statusCode).toBe(200);
    const response = await page.send('POST', urlOf(cockpit, '/duplicate'), { body: { name: 'The copy' } });
    const copy: Cockpit = response.json();
    expect(copy).toMatchObject({ name: 'The copy', version: 1, author: 'author' });
    expect(copy.alarms).toEqual([
      {
        ...alarm,
        id: copy.alarms[0]!.id,
        enabled: false,
        version: 1,
        ownThresholds: { customers: 1, elements: 0 },
        updatedAt: server.clock.now().getTime(),
      },
    ]);
  });

  it('deletes a cockpit with its alarms', async () => {
    const cockpit = await aCockpit();
    await addTo(cockpit);
    expect((await page.send('DELETE', urlOf(cockpit, '?version=2'))).statusCode).toBe(200);
    expect(statusAndCode(await page.get(urlOf(cockpit)))).toEqual([404, 'NOT_FOUND']);
    const left = await server.stack.db
      .selectFrom('cockpit_alarm')
      .select('id')
      .where('cockpit_id', '=', cockpit.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('keeps the last eight that each user opened', async () => {
    const opened: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const cockpit = await aCockpit();
      opened.push(cockpit.id);
      await server.clock.advance(1_000);
      expect((await page.send('POST', urlOf(cockpit, '/open'), { body: {} })).statusCode).toBe(200);
    }
    const recent = (await library())
      .filter(({ openedAt }) => openedAt !== null)
      .sort((one, other) => other.openedAt! - one.openedAt!);
    expect(recent.map(({ id }) => id)).toEqual(opened.toReversed().slice(0, 8));
    expect((await library(colleague)).every(({ openedAt }) => openedAt === null)).toBe(true);
  });
});

describe('an alarm', () => {
  it('is returned and read back as it was written', async () => {
    const cockpit = await aCockpit();
    const draft = anAlarmDraft({
      operator: '<=',
      threshold: -12.5,
      severity: 'minor',
      snmpTrap: true,
      topology: { levels: ['device', 'site'], filter: 'lyon' },
      ...{ clearAfter: 3, noDataMinutes: 15, acknowledgementMinutes: 5 },
      runbook: 'https://wiki.example/{{site.name}}',
    });
    const alarm = await addTo(cockpit, draft);
    expect(alarm).toMatchObject({ ...draft, version: 1, author: 'author' });
    expect((await read(cockpit)).alarms).toEqual([alarm]);
  });

  it('clears as its rule decides unless hold times are given', async () => {
    const cockpit = await aCockpit();
    const { clearAfter: _, noDataMinutes: __, acknowledgementMinutes: ___, ...body } = anAlarmDraft();
    const response = await page.send('POST', urlOf(cockpit, '/alarms'), { body });
    expect([response.statusCode, response.json()]).toMatchObject([200, defaultClearing]);
  });

  it('is rejected by the rules of its cockpit, with the path of the fault', async () => {
    const cockpit = await aCockpit();
    const alarm = await addTo(cockpit);
    const add = async (change: Parameters<typeof anAlarmDraft>[0]) => {
      const response = await page.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft(change) });
      const { errors } = response.json() as { errors: { path: string }[] };
      return [...statusAndCode(response), errors.map(({ path }) => path).join()];
    };
    expect(await add({ label: 'Another name' })).toEqual([409, 'COCKPIT_ALARM_DUPLICATE', 'body.kpi']);
    expect(await add({ kpi: 'app_bps' })).toEqual([422, 'COCKPIT_KPI_ALTERNATIVES', 'body.kpi']);
    await addTo(cockpit, { kpi: 'cpe_uptime' });
    expect(await add({ kpi: 'cpe_sessions' })).toEqual([409, 'COCKPIT_SAME_TARGET', 'body.kpi']);
    expect(await add({ severity: 'major', threshold: 95 })).toEqual([
      400,
      'THRESHOLDS_INVALID',
      'body.threshold',
    ]);
    expect(await add({ threshold: 1e300 })).toEqual([400, 'THRESHOLD_INCORRECT', 'body.threshold']);
    expect(await add({ outliers: 6 })).toEqual([400, 'COCKPIT_OUTLIERS_OVER_MEASURES', 'body.outliers']);
    expect(await add({ outliers: 33, measures: 33 })).toEqual([
      400,
      'VALIDATION',
      'body.outliers,body.measures',
    ]);
    for (const change of [
      { clearAfter: 0 },
      { clearAfter: 33 },
      { noDataMinutes: -1 },
      { noDataMinutes: 721 },
      { noDataMinutes: 1.5 },
      { acknowledgementMinutes: 61 },
    ])
      expect(await add({ threshold: 70, ...change })).toEqual([
        ...[400, 'VALIDATION'],
        `body.${Object.keys(change).join()}`,
      ]);
    for (const [runbook, code] of [
      ['https://{{site.name}}.example', 'RUNBOOK_INVALID'],
      ['Ask {{site.owner}}', 'RUNBOOK_PLACEHOLDER_UNKNOWN'],
    ] as const)
      expect(await add({ threshold: 70, runbook })).toEqual([400, code, 'body.runbook']);
    expect(await add({ threshold: 70, visibility: 'RESTRICTED' })).toEqual([
      400,
      'COCKPIT_GROUPS_REQUIRED',
      'body.groups',
    ]);
    expect(await add({ threshold: 70, visibility: 'RESTRICTED', groups: [999_999] })).toEqual([
      422,
      'COCKPIT_GROUP_UNKNOWN',
      'body.groups',
    ]);
    expect((await read(cockpit)).alarms.map(({ id }) => id)).toContain(alarm.id);
    expect((await read(cockpit)).alarms).toHaveLength(2);
  });

  it('is added once where two add it at the same moment', async () => {
    const cockpit = await aCockpit();
    const responses = await Promise.all(
      [page, colleague].map((by) => by.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft() })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });

  it('does not exist under another cockpit than its own', async () => {
    const alarm = await addTo(await aCockpit());
    const elsewhere = urlOf(await aCockpit(), `/alarms/${String(alarm.id)}`);
    const body = { ...anAlarmDraft(), version: 1 };
    expect(statusAndCode(await page.send('PUT', elsewhere, { body }))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await page.send('DELETE', `${elsewhere}?version=1`))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await page.get(`${elsewhere}/thresholds`))).toEqual([404, 'NOT_FOUND']);
  });

  it('with a NUL character in its name is rejected without a server error', async () => {
    const cockpit = await aCockpit();
    const body = anAlarmDraft({ label: 'a\u0000b' });
    expect(statusAndCode(await page.send('POST', urlOf(cockpit, '/alarms'), { body }))).toEqual([
      400,
      'VALIDATION',
    ]);
  });
});
