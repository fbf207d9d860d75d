import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { allOf } from '../../fixtures/engine/engine-bus.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

let server: ServerUnderTest;
let made = 0;

const row = (alarm: number): AlarmRow => ({
  id: `${String(alarm)}:500`,
  alarm,
  name: 'Saturated',
  kpi: 'itf_in_util',
  severity: 'critical',
  site: 1,
  siteName: 'a site',
  element: 500,
  elementName: 'Gi0/0',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 3,
  recent: [91, 95, null],
  window: 1_200,
  length: 300,
  since: 900,
});

function states({ customers, alarms }: Pick<ServerUnderTest, 'customers' | 'alarms'>): AlertState[] {
  const acme = customers.get('acme');
  return [...customers.values()].map((customer) =>
    customer === acme
      ? { ...quietState(customer), alarms: [row(alarms.open), row(alarms.restricted)] }
      : quietState(customer),
  );
}

beforeAll(async () => {
  server = await openServer({ engine: states });
  await eventually(() => (server.mirror.isReady ? true : undefined));
});
afterAll(() => server.close());

const acme = () => server.customers.get('acme')!;
const WRITE: readonly Permission[] = ['ALERT.read', 'ALERT.write'];

async function someone(permissions: readonly Permission[], customers?: readonly string[]): Promise<Browser> {
  made += 1;
  const username = `operator-${String(made)}`;
  await server.account({ username, permissions, ...(customers === undefined ? {} : { customers }) });
  return server.signedIn(username);
}
const codeOf = (response: { statusCode: number; json: () => unknown }): string =>
  `${String(response.statusCode)} ${String((response.json() as { code?: string }).code)}`;
const now = () => server.clock.now().getTime();

async function commands(): Promise<readonly unknown[]> {
  const subject = subjectOf('commands', acme() % 2);
  const messages = await allOf(server.stack.bus, streams.commands.name, subject);
  return messages.map(({ data }) => JSON.parse(new TextDecoder().decode(data)) as unknown);
}

describe('an alarm is acknowledged', () => {
  const path = (alarm: number, customer = acme()) =>
    `/api/v1/customers/${String(customer)}/alert/${String(alarm)}/500/acknowledgement`;
  const body = () => ({ note: ' carrier called ', until: now() + 60_000, untilWorse: true });
  let operator: Browser;
  beforeAll(async () => {
    operator = await someone(WRITE, ['acme']);
  });

  it('by a command in the stream with the severity and the window that its author saw', async () => {
    const response = await operator.send('POST', path(server.alarms.open), { body: body() });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      note: 'carrier called',
      until: now() + 60_000,
      untilWorse: true,
    });
    expect((await commands()).at(-1)).toEqual({
      kind: 'acknowledge',
      customer: acme(),
      alarm: server.alarms.open,
      element: 500,
      window: 1_200,
      by: `operator-${String(made)}`,
      note: 'carrier called',
      until: now() + 60_000,
      worse: { severity: 'critical', value: 95 },
    });
  });

  it('and the acknowledgement is removed by another command', async () => {
    expect((await operator.send('DELETE', path(server.alarms.open))).statusCode).toBe(200);
    expect((await commands()).at(-1)).toMatchObject({ kind: 'unacknowledge', alarm: server.alarms.open });
  });

  it.each([
    ['that expired already', { until: 1 }, '400 VALIDATION'],
    ['with a note that is too long', { note: 'x'.repeat(501) }, '400 VALIDATION'],
    ['with something unknown', { forEver: true }, '400 VALIDATION'],
  ])('not by one %s', async (_, change, expected) => {
    const before = await commands();
    const response = await operator.send('POST', path(server.alarms.open), {
      body: { ...body(), ...change },
    });
    expect(codeOf(response)).toBe(expected);
    expect(await commands()).toEqual(before);
  });

  it('not with the read permission alone', async () => {
    const reader = await someone(['ALERT.read'], ['acme']);
    expect(codeOf(await reader.send('POST', path(server.alarms.open), { body: body() }))).toBe(
      '403 FORBIDDEN',
    );
  });

  it('not when it is cleared, restricted, or of a foreign customer: NOT_FOUND', async () => {
    const before = await commands();
    const foreign = server.customers.get('globex')!;
    for (const url of [path(7_777), path(server.alarms.restricted), path(server.alarms.open, foreign)])
      for (const method of ['POST', 'DELETE'] as const) {
        const response = await operator.send(method, url, method === 'POST' ? { body: body() } : {});
        expect(codeOf(response)).toBe('404 NOT_FOUND');
      }
    expect(await commands()).toEqual(before);
  });

  it('when it is restricted, with the permission to read restricted resources', async () => {
    const privileged = await someone([...WRITE, 'EXTRA.RESTRICTED.read'], ['acme']);
    const response = await privileged.send('POST', path(server.alarms.restricted), { body: body() });
    expect(response.statusCode).toBe(200);
  });
});

describe('silences', () => {
  const url = (customer = acme()) => `/api/v1/customers/${String(customer)}/silence`;
  const draft = (change: object = {}) => ({
    match: { alarms: [server.alarms.open], severities: [], sites: [], elements: [] },
    reason: 'router upgrade',
    startsAt: now(),
    endsAt: now() + 3_600_000,
    recurrence: null,
    ...change,
  });
  let operator: Browser;
  let admin: Browser;
  let reported = 0;
  beforeAll(async () => {
    operator = await someone(WRITE, ['acme']);
    admin = await someone([...WRITE, 'KPI.read', 'EXTRA.RESTRICTED.read']);
    server.stack.bus.subscribe('config.silence', () => (reported += 1), {
      signal: new AbortController().signal,
    });
    await server.stack.bus.flush();
  });
  beforeEach(async () => {
    await server.stack.db.deleteFrom('silence').execute();
    reported = 0;
  });
  const add = async (page: Browser, body: object, where = url()): Promise<SilenceEntry> => {
    const response = await page.send('POST', where, { body });
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const list = async (page: Browser, where = url()): Promise<readonly SilenceEntry[]> =>
    ((await page.get(where)).json() as { silences: SilenceEntry[] }).silences;

  it('are stored, announced to the engines, and listed with their current state', async () => {
    const added = await add(operator, draft());
    expect(added).toMatchObject({ customer: acme(), state: 'active', version: 1, reason: 'router upgrade' });
    expect(await list(operator)).toEqual([added]);
    await eventually(() => (reported === 1 ? true : undefined));
  });

  it('that come again list their next times, in their zone', async () => {
    const recurrence = {
      every: 'week',
      interval: 1,
      weekdays: [7],
      time: '02:30',
      minutes: 90,
      zone: 'Europe/Paris',
    };
    const startsAt = Date.UTC(2026, 2, 20);
    const { next, state } = await add(operator, draft({ startsAt, endsAt: null, recurrence }));
    expect(state).toBe('planned');
    expect(next.slice(0, 2).map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-03-22T01:30:00.000Z',
      // The night in which 02:30 is left out.
      '2026-03-29T01:30:00.000Z',
    ]);
  });

  it('are maintenance windows if marked or recurring, and then name neither alarms nor severities', async () => {
    const full = { alarms: [], severities: [], sites: [], elements: [] };
    const daily = { every: 'day', interval: 1, time: '02:30', minutes: 90, zone: 'Europe/Paris' };
    const isIt = async (change: object) => (await add(admin, draft(change))).maintenance;
    expect(await isIt({})).toBe(false);
    expect(await isIt({ match: full })).toBe(false);
    expect(await isIt({ match: full, maintenance: true })).toBe(true);
    expect(await isIt({ match: full, endsAt: null, recurrence: daily })).toBe(true);
    expect(await isIt({ match: full, endsAt: null, recurrence: daily, maintenance: false })).toBe(false);
    expect(await isIt({ endsAt: null, recurrence: daily })).toBe(false);
    const rejected = await admin.send('POST', url(), { body: draft({ maintenance: true }) });
    expect(codeOf(rejected)).toBe('400 VALIDATION');
    expect(rejected.body).toContain('remove alarms and severities');
  });

  it('are changed only from the newest version', async () => {
    const { id, version } = await add(operator, draft());
    const longer = draft({ reason: 'longer', endsAt: now() + 7_200_000, maintenance: false });
    const change = { silence: longer, version };
    const changed = await operator.send('PUT', `${url()}/${String(id)}`, { body: change });
    expect(changed.json()).toMatchObject({ reason: 'longer', version: 2 });
    expect(codeOf(await operator.send('PUT', `${url()}/${String(id)}`, { body: change }))).toBe(
      '409 CONFLICT',
    );
  });

  it('end at once, stay as history, and are not changed any more', async () => {
    const { id } = await add(operator, draft());
    const ended = await operator.send('POST', `${url()}/${String(id)}/expire`);
    expect(ended.json()).toMatchObject({ state: 'over', endsAt: now() });
    expect(await list(operator)).toEqual([]);
    expect(await list(operator, `${url()}?over=true`)).toMatchObject([{ id, state: 'over' }]);
    expect(codeOf(await operator.send('POST', `${url()}/${String(id)}/expire`))).toBe('409 SILENCE_OVER');
    const change = { silence: draft({ maintenance: false }), version: 2 };
    expect(codeOf(await operator.send('PUT', `${url()}/${String(id)}`, { body: change }))).toBe(
      '409 SILENCE_OVER',
    );
  });

  it('are read with the names of what they match, also once they ended', async () => {
    const { id } = await add(operator, draft());
    const read = () => operator.get(`${url()}/${String(id)}`);
    const named = {
      alarms: [{ id: server.alarms.open, name: expect.any(String) as string }],
      sites: [],
      elements: [],
    };
    expect((await read()).json()).toMatchObject({ silence: { id, state: 'active' }, ...named });
    await operator.send('POST', `${url()}/${String(id)}/expire`);
    expect((await read()).json()).toMatchObject({ silence: { id, state: 'over' } });
    const restricted = await add(admin, draft({ match: { alarms: [server.alarms.restricted] } }));
    const foreign = await add(admin, draft(), url(server.customers.get('globex')));
    for (const hidden of [restricted.id, foreign.id, 77_777])
      expect(codeOf(await operator.get(`${url()}/${String(hidden)}`))).toBe('404 NOT_FOUND');
  });

  it('are listed by the times in which they are active in a period', async () => {
    const hour = 3_600_000;
    const site = [...server.inventory().sites.values()].find(({ customer }) => customer === acme())!.id;
    const nightly = { every: 'day', interval: 1, time: '02:30', minutes: 90, zone: 'UTC' };
    const { id: ended } = await add(operator, draft({ startsAt: now() - hour }));
    await operator.send('POST', `${url()}/${String(ended)}/expire`);
    const { id: works } = await add(
      operator,
      draft({ match: { sites: [site] }, startsAt: now() + hour, endsAt: null, recurrence: nightly }),
    );
    await add(admin, draft({ match: { alarms: [server.alarms.restricted] } }));
    const seconds = (ms: number) => String(Math.floor(ms / 1_000));
    const period = `${url()}/period?from=${seconds(now() - 24 * hour)}&to=${seconds(now() + 48 * hour)}`;
    const { periods } = (await operator.get(period)).json<{ periods: { silence: number }[] }>();
    expect(periods.map(({ silence }) => silence)).toEqual([ended, works, works]);
    expect(periods[0]).toMatchObject({ from: now() - hour, until: now(), sites: [], complete: false });
    expect(periods[1]).toMatchObject({ sites: [site], complete: true, maintenance: true });
    expect((await operator.get(`${url()}/period?from=0&to=${seconds(now())}`)).json()).toMatchObject({
      errors: [{ code: 'PERIOD_TOO_LONG' }],
    });
  });

  it('that are ended before their start never start', async () => {
    const { id } = await add(operator, draft({ startsAt: now() + 60_000 }));
    const ended = await operator.send('POST', `${url()}/${String(id)}/expire`);
    expect(ended.json()).toMatchObject({ state: 'over', next: [] });
  });

  it.each([
    ['body.match.alarms', () => ({ match: { alarms: [77_777] } })],
    ['body.match.alarms', () => ({ match: { alarms: [server.alarms.restricted] } })],
    ['body.match.sites', () => ({ match: { sites: [foreignSite()] } })],
    ['body.match.elements', () => ({ match: { elements: [99_999] } })],
    ['body.endsAt', () => ({ startsAt: 1_000, endsAt: 2_000 })],
    ['body.endsAt', () => ({ endsAt: now() - 1 })],
    ['body.reason', () => ({ reason: '' })],
  ])('are rejected for a fault of %s', async (path, change) => {
    const response = await operator.send('POST', url(), { body: draft(change()) });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION', errors: [{ path }] });
  });
  const foreignSite = () =>
    [...server.inventory().sites.values()].find(({ customer }) => customer !== acme())!.id;

  it('of a foreign customer are NOT_FOUND', async () => {
    const foreign = url(server.customers.get('globex'));
    const { id } = await add(admin, draft(), foreign);
    expect(codeOf(await operator.get(foreign))).toBe('404 NOT_FOUND');
    expect(codeOf(await operator.send('POST', foreign, { body: draft() }))).toBe('404 NOT_FOUND');
    // Under the own customer, with the id of the foreign one.
    expect(codeOf(await operator.send('POST', `${url()}/${String(id)}/expire`))).toBe('404 NOT_FOUND');
    expect(await list(operator)).toEqual([]);
  });

  it('that name a restricted alarm are visible only to users who may read it', async () => {
    const match = { alarms: [server.alarms.open, server.alarms.restricted] };
    const { id } = await add(admin, draft({ match }));
    expect(await list(operator)).toEqual([]);
    expect(codeOf(await operator.send('POST', `${url()}/${String(id)}/expire`))).toBe('404 NOT_FOUND');
    expect(await list(admin)).toHaveLength(1);
  });

  describe('of the provider', () => {
    const mt = '/api/v1/mt/silence';

    it('hold for every customer, who see them and cannot change them', async () => {
      const { id } = await add(admin, draft({ match: { severities: ['minor'] } }), mt);
      expect(await list(operator)).toMatchObject([{ id, customer: null }]);
      expect(codeOf(await operator.send('POST', `${url()}/${String(id)}/expire`))).toBe('404 NOT_FOUND');
      expect((await admin.send('POST', `${mt}/${String(id)}/expire`)).statusCode).toBe(200);
    });

    it('are created only by users who see every customer', async () => {
      const half = await someone([...WRITE, 'KPI.read'], ['acme', 'globex']);
      expect(codeOf(await half.send('POST', mt, { body: draft() }))).toBe('403 EVERY_CUSTOMER_REQUIRED');
      expect(codeOf(await operator.send('POST', mt, { body: draft() }))).toBe('403 FORBIDDEN');
    });

    it('name no site: it is one customer’s', async () => {
      const response = await admin.send('POST', mt, { body: draft({ match: { sites: [foreignSite()] } }) });
      expect(response.json()).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'body.match.sites' }] });
    });
  });
});

describe('the preview of a silence', () => {
  const preview = (browser: Browser, match: object) =>
    browser.send('POST', `/api/v1/customers/${String(acme())}/silence/preview`, { body: { match } });

  it('counts the running alarms that it would match now', async () => {
    const privileged = await someone(['ALERT.read', 'EXTRA.RESTRICTED.read']);
    expect((await preview(privileged, {})).json()).toMatchObject({ running: 2, matching: 2 });
    expect((await preview(privileged, { alarms: [server.alarms.open] })).json()).toEqual({
      running: 2,
      matching: 1,
      examples: [{ alarm: 'Saturated', element: 'Gi0/0' }],
    });
    expect((await preview(privileged, { severities: ['minor'] })).json()).toMatchObject({ matching: 0 });
  });

  it('counts no restricted alarm that the caller does not see', async () => {
    const reader = await someone(['ALERT.read']);
    expect((await preview(reader, {})).json()).toMatchObject({ running: 1, matching: 1 });
  });
});

describe('the element of a silence', () => {
  const read = (browser: Browser, element: number) =>
    browser.get(`/api/v1/customers/${String(acme())}/silence/element/${String(element)}`);

  it('has its site, and is unknown within another customer', async () => {
    const reader = await someone(['ALERT.read']);
    const sites = [...server.inventory().sites.values()];
    const own = sites.find(({ customer }) => customer === acme())!;
    const other = sites.find(({ customer }) => customer !== acme())!;
    expect((await read(reader, own.id)).json()).toEqual({
      element: { id: own.id, name: own.name },
      device: null,
      site: { id: own.id, name: own.name },
    });
    expect((await read(reader, other.id)).statusCode).toBe(404);
    expect((await read(reader, 999_999)).statusCode).toBe(404);
  });
});
