import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultClearing } from '#schemas/cockpit/clearing.ts';
import type { Alarm, Cockpit, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import {
  MAX_COCKPIT_VERSIONS,
  type CockpitDifference,
  type CockpitVersion,
} from '#schemas/cockpit/version.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

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
const urlOf = ({ id }: { id: number }, remaining = ''): string => `${LIBRARY}/${String(id)}${remaining}`;
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
    await server.clock.leap(60_000);
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
      createdBy: 'author',
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
    const body = { ...anAlarmDraft({ threshold: 70 }), runbook: '', version: alarm.version };
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

  it('that is deleted never existed for who could not read it', async () => {
    await server.account({ username: 'outsider', permissions: ['TEMPLATE.COCKPIT.write'] });
    const outsider = await server.signedIn('outsider');
    const cockpit = await aCockpit();
    const unseen = await outsider.get(urlOf(cockpit));
    expect(statusAndCode(unseen)).toEqual([404, 'NOT_FOUND']);
    expect((await page.send('DELETE', urlOf(cockpit, '?version=1'))).statusCode).toBe(200);
    expect(statusAndCode(await outsider.get(urlOf(cockpit)))).toEqual([404, 'NOT_FOUND']);
    const never = { id: cockpit.id + 10_000 };
    for (const by of [page, outsider])
      expect(statusAndCode(await by.get(urlOf(never)))).toEqual([404, 'NOT_FOUND']);
  });

  it('deletes a cockpit with its alarms', async () => {
    const cockpit = await aCockpit();
    await addTo(cockpit);
    expect((await page.send('DELETE', urlOf(cockpit, '?version=2'))).statusCode).toBe(200);
    const params = {
      author: 'author',
      name: cockpit.name,
      at: `${server.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    };
    // Its owner could read it, and a colleague with the right to what is not shared.
    for (const by of [page, colleague])
      for (const remaining of ['', '/versions']) {
        const response = await by.get(urlOf(cockpit, remaining));
        expect([...statusAndCode(response), response.json().params]).toEqual([
          410,
          'RESOURCE_DELETED',
          params,
        ]);
      }
    const body = { name: 'Late', description: '', version: 2 };
    expect(statusAndCode(await page.send('PUT', urlOf(cockpit), { body }))).toEqual([
      410,
      'RESOURCE_DELETED',
    ]);
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
      await server.clock.leap(1_000);
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
      clearAfter: 3,
      noDataMinutes: 15,
      acknowledgementMinutes: 5,
      runbook: 'https://wiki.example/{{site.name}}',
    });
    const alarm = await addTo(cockpit, draft);
    expect(alarm).toMatchObject({ ...draft, version: 1, author: 'author' });
    expect((await read(cockpit)).alarms).toEqual([alarm]);
  });

  it('has levels above the severity with which it is raised, in the engine too, and none once they are removed', async () => {
    const cockpit = await aCockpit();
    const draft = anAlarmDraft({ operator: '>=', threshold: 80, severity: 'minor' });
    const levels = { major: 90, critical: 95 };
    const alarm = await addTo(cockpit, { ...draft, levels });
    expect(alarm).toMatchObject({ severity: 'minor', levels });
    const inEngine = async () =>
      (await loadAlarms(server.stack.db)).find(({ id }) => id === alarm.id)?.levels;
    expect(await inEngine()).toEqual(levels);
    const at = urlOf(cockpit, `/alarms/${String(alarm.id)}`);
    const change = async (version: number, changed: object) =>
      page.send('PUT', at, { body: { ...draft, ...changed, runbook: '', version } });
    for (const [changed, code] of [
      [{ levels: { critical: 70 } }, 'COCKPIT_LEVELS_ORDER'],
      [{ severity: 'major', levels: { major: 90 } }, 'COCKPIT_LEVELS_SEVERITY'],
      [{ operator: '=', levels: { critical: 95 } }, 'COCKPIT_LEVELS_OPERATOR'],
      [{ levels: { minor: 70 } }, 'VALIDATION'],
    ] as const)
      expect(statusAndCode(await change(alarm.version, changed))).toEqual([400, code]);
    expect((await change(alarm.version, {})).json()).not.toHaveProperty('levels');
    expect(await inEngine()).toBeUndefined();
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
        400,
        'VALIDATION',
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
    const body = { ...anAlarmDraft(), runbook: '', version: 1 };
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

describe('versions of a cockpit', () => {
  const versions = async (cockpit: Cockpit, by = page): Promise<CockpitVersion[]> =>
    ((await by.get(urlOf(cockpit, '/versions'))).json() as { versions: CockpitVersion[] }).versions;
  const since = async (cockpit: Cockpit, number: number, by = page): Promise<CockpitDifference> =>
    (
      (await by.get(urlOf(cockpit, `/versions/${String(number)}/difference`))).json() as {
        difference: CockpitDifference;
      }
    ).difference;
  const restore = (cockpit: Cockpit, number: number, { version }: { version: number }, by = page) =>
    by.send('POST', urlOf(cockpit, `/versions/${String(number)}/restore`), { body: { version } });
  const thresholdOf = async (cockpit: Cockpit, alarm: Alarm, clientId: string, by = page): Promise<Alarm> => {
    const url = urlOf(cockpit, `/alarms/${String(alarm.id)}/thresholds`);
    const target = { customer: server.customers.get(clientId)! };
    return (await by.send('PUT', url, { body: { version: alarm.version, target, value: 80 } })).json();
  };

  it('are retained for each change with author and time, and a restored alarm has its former id, rule and thresholds', async () => {
    const cockpit = await aCockpit();
    const saturated = await addTo(cockpit);
    const busy = await addTo(cockpit, { label: 'Busy', threshold: 70, severity: 'major' });
    await thresholdOf(cockpit, busy, 'acme');
    const [newest] = await versions(cockpit);
    expect(newest).toEqual({
      number: 4,
      author: 'author',
      restored: null,
      at: server.clock.now().getTime(),
    });
    const before = await read(cockpit);

    // Two alarms exchange their rules; then one is deleted.
    const put = ({ id, version }: Alarm, change: Parameters<typeof anAlarmDraft>[0]) =>
      page.send('PUT', urlOf(cockpit, `/alarms/${String(id)}`), {
        body: { ...anAlarmDraft(change), runbook: '', version },
      });
    const deleted = before.alarms.find(({ id }) => id === busy.id)!;
    const url = urlOf(cockpit, `/alarms/${String(busy.id)}?version=${String(deleted.version)}`);
    expect((await page.send('DELETE', url)).statusCode).toBe(200);
    const changed: Alarm = (await put(saturated, { threshold: 70, severity: 'major' })).json();
    expect(await since(cockpit, 4)).toMatchObject({
      alarms: [
        { before: { threshold: 90 }, after: { threshold: 70 }, parts: ['condition', 'severity'] },
        { before: { label: 'Busy' }, after: null, thresholds: [{ of: 'customer', before: 80, after: null }] },
      ],
    });

    expect(statusAndCode(await restore(cockpit, 4, before))).toEqual([409, 'CONFLICT']);
    const restored = await restore(cockpit, 4, await read(cockpit));
    expect(restored.statusCode).toBe(200);
    const after: Cockpit = restored.json();
    const rules = ({ alarms }: Cockpit) =>
      alarms.map(({ version: _version, updatedAt: _at, ...rule }) => rule);
    expect(rules(after)).toEqual(rules(before));
    // Screens that read the alarms before cannot overwrite them.
    expect(after.alarms.map(({ version }) => version)).toEqual([changed.version + 1, deleted.version + 1]);
    expect((await versions(cockpit))[0]).toMatchObject({ number: 7, restored: 4 });
    expect(await since(cockpit, 4)).toEqual({ alarms: [] });

    // Back again: each version can be restored from each other.
    expect((await restore(cockpit, 6, after)).statusCode).toBe(200);
    expect((await read(cockpit)).alarms).toMatchObject([{ id: saturated.id, threshold: 70 }]);
  });

  it('are not restored while another cockpit has their name, in any case', async () => {
    const cockpit = await aCockpit();
    const { name, description, version } = cockpit;
    const body = { name: `${name} renamed`, description, version };
    const renamed: Cockpit = (await page.send('PUT', urlOf(cockpit), { body })).json();
    await page.send('POST', LIBRARY, { body: { name: cockpit.name.toUpperCase() } });
    expect(statusAndCode(await restore(cockpit, 1, renamed))).toEqual([409, 'NAME_TAKEN']);
  });

  it('hide and keep the thresholds of customers that the caller does not see', async () => {
    await server.account({
      username: 'of-acme',
      permissions: ['TEMPLATE.COCKPIT.write', 'EXTRA.UNSHARED.read'],
      customers: ['acme'],
    });
    const ofAcme = await server.signedIn('of-acme');
    const cockpit: Cockpit = (await ofAcme.send('POST', LIBRARY, { body: { name: 'Of acme' } })).json();
    let alarm = await addTo(cockpit);
    alarm = await thresholdOf(cockpit, alarm, 'acme');
    await thresholdOf(cockpit, alarm, 'globex');
    expect((await since(cockpit, 2)).alarms[0]!.thresholds.map(({ name }) => name)).toHaveLength(2);
    expect((await since(cockpit, 2, ofAcme)).alarms[0]!.thresholds).toHaveLength(1);
    expect((await restore(cockpit, 2, await read(cockpit), ofAcme)).statusCode).toBe(200);
    const [left] = (await read(cockpit)).alarms;
    expect(left!.ownThresholds).toEqual({ customers: 1, elements: 0 });

    // Shared with others, it is read and not restored.
    await server.stack.db
      .updateTable('resource')
      .set({ shared_with_all: true })
      .where('id', '=', cockpit.id)
      .execute();
    expect((await ofAcme.get(urlOf(cockpit, '/versions'))).statusCode).toBe(200);
    const refused = await restore(cockpit, 2, await read(cockpit), ofAcme);
    expect(statusAndCode(refused)).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    expect((await colleague.get(urlOf(cockpit, '/versions/99/difference'))).statusCode).toBe(404);
  });

  it('keep what was changed past the routes, name what cannot be restored, and end at the limit', async () => {
    const cockpit = await aCockpit();
    const alarm = await addTo(cockpit);
    const { db } = server.stack;
    await db.deleteFrom('cockpit_version').where('cockpit_id', '=', cockpit.id).execute();
    const enable = async ({ version }: Alarm, enabled: boolean): Promise<Alarm> =>
      (
        await page.send('PATCH', urlOf(cockpit, `/alarms/${String(alarm.id)}`), {
          body: { version, enabled },
        })
      ).json();
    let current = await enable(alarm, false);
    expect((await versions(cockpit)).map(({ number }) => number)).toEqual([2, 1]);
    current = await enable(current, false);
    expect(await versions(cockpit)).toHaveLength(2);

    await db
      .updateTable('cockpit_version')
      .set({ number: MAX_COCKPIT_VERSIONS + 1 })
      .where('cockpit_id', '=', cockpit.id)
      .where('number', '=', 2)
      .execute();
    await enable(current, true);
    expect((await versions(cockpit)).map(({ number }) => number)).toEqual([
      MAX_COCKPIT_VERSIONS + 2,
      MAX_COCKPIT_VERSIONS + 1,
    ]);

    const { document } = await db
      .selectFrom('cockpit_version')
      .select('document')
      .where('cockpit_id', '=', cockpit.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const [old] = document.alarms;
    const unknown = { ...document, alarms: [{ ...old!, kpi: 'deleted_kpi' }] };
    await db
      .updateTable('cockpit_version')
      .set({ document: unknown })
      .where('cockpit_id', '=', cockpit.id)
      .where('number', '=', MAX_COCKPIT_VERSIONS + 1)
      .execute();
    const number = MAX_COCKPIT_VERSIONS + 1;
    const compared = await page.get(urlOf(cockpit, `/versions/${String(number)}/difference`));
    expect(compared.json()).toMatchObject({ faults: [{ alarm: alarm.label, code: 'COCKPIT_KPI_UNKNOWN' }] });
    const refused = await restore(cockpit, number, await read(cockpit));
    expect(refused.json()).toMatchObject({ errors: [{ path: 'body.alarms.0.kpi' }] });
  });
});
