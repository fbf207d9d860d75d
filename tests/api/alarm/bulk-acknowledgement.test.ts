import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlarmCommand, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { PossibleAssignees } from '#schemas/alerting/assignment-routes.ts';
import type { SavedFilter } from '#schemas/alerting/saved-filter-list.ts';
import { MAX_ALARM_NOTES, type AlarmNote, type NoteOutcome } from '#schemas/alerting/note-routes.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { jobSubject, type MailJob } from '#schemas/notification/job.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { User } from '#schemas/user/user.ts';
import { aUser, someone as administrator } from '../../fixtures/server/administrator.ts';
import { allOf } from '../../fixtures/engine/engine-bus.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { liveUsersOf, type LiveConnection } from '../access/live.ts';

type Network = Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>;

const RUNNING = 1_001;
const WRITE: readonly Permission[] = ['ALERT.read', 'ALERT.write'];

const sitesOf = ({ customers, inventory }: Network, name: string): readonly number[] =>
  [...inventory().sites.values()]
    .filter(({ customer }) => customer === customers.get(name))
    .map(({ id }) => id);

const row = (alarm: number, element: number, site: number): AlarmRow => ({
  id: `${String(alarm)}:${String(element)}`,
  alarm,
  name: 'Saturated',
  kpi: 'itf_in_util',
  severity: 'critical',
  site,
  siteName: 'a site',
  element,
  elementName: `Gi0/${String(element)}`,
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

/** Elements 1 to 1,001 of acme, alternately at its two sites, one under a restricted alarm; element 5,000 of globex. */
function states(network: Network): AlertState[] {
  const { customers, alarms } = network;
  const at = sitesOf(network, 'acme');
  const open = Array.from({ length: RUNNING }, (_, index) => row(alarms.open, index + 1, at[index % 2]!));
  return [...customers].map(([name, customer]) => ({
    ...quietState(customer),
    alarms:
      name === 'acme'
        ? [...open, row(alarms.restricted, 1, at[0]!)]
        : name === 'globex'
          ? [row(alarms.open, 5_000, sitesOf(network, 'globex')[0]!)]
          : [],
  }));
}

let server: ServerUnderTest;
let operator: Browser;
let made = 0;
let before = 0;

const acme = () => server.customers.get('acme')!;
const now = () => server.clock.now().getTime();

async function someone(permissions: readonly Permission[], customers: readonly string[] | 'all' = ['acme']) {
  made += 1;
  const username = `bulk-${String(made)}`;
  const account = await server.account({
    username,
    permissions,
    ...(customers === 'all' ? {} : { customers }),
  });
  return { account, page: await server.signedIn(username) };
}

beforeAll(async () => {
  server = await openServer({ engine: states });
  await eventually(() => (server.mirror.isReady ? true : undefined));
  operator = (await someone(WRITE)).page;
});
afterAll(() => server.close());

async function commands(): Promise<readonly AlarmCommand[]> {
  const messages = await allOf(server.stack.bus, streams.commands.name, subjectOf('commands', acme() % 2));
  return messages.map(({ data }) => JSON.parse(new TextDecoder().decode(data)) as AlarmCommand);
}
beforeEach(async () => {
  before = (await commands()).length;
});
const sent = async () => (await commands()).slice(before);

const url = (customer = acme()) => `/api/v1/customers/${String(customer)}/alert/acknowledgement`;
const on = (...elements: readonly number[]) =>
  elements.map((element) => ({ alarm: server.alarms.open, element }));
const acknowledge = (page: Browser, alarms: readonly object[], change: object = {}) =>
  page.send('POST', url(), {
    body: {
      alarms,
      acknowledgement: { note: 'fibre cut', until: now() + 60_000, untilWorse: true, ...change },
    },
  });
const audited = (requestId: unknown) =>
  server.stack.db
    .selectFrom('audit_event')
    .select(['action', 'subject_id', 'customer_id'])
    .where('request_id', '=', String(requestId))
    .orderBy('seq')
    .execute();

describe('one call acknowledges', () => {
  it('several alarms, each by its own command and audit event', async () => {
    const response = await acknowledge(operator, on(1, 2, 3));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ by: 'bulk-1', done: on(1, 2, 3), failed: [] });
    const found = await sent();
    expect(found.map(({ element }) => element).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(found[0]).toMatchObject({
      kind: 'acknowledge',
      customer: acme(),
      window: 1_200,
      note: 'fibre cut',
      worse: { severity: 'critical', value: 95 },
    });
    expect(await audited(response.headers['x-request-id'])).toEqual(
      on(1, 2, 3).map(({ alarm, element }) => ({
        action: 'alarm.acknowledge',
        subject_id: `${String(alarm)}:${String(element)}`,
        customer_id: acme(),
      })),
    );
  });

  it('a thousand alarms, and rejects a thousand and one with a code', async () => {
    const all = Array.from({ length: RUNNING }, (_, index) => index + 1);
    const tooMany = await acknowledge(operator, on(...all));
    expect(tooMany.json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'body.alarms', code: 'TOO_MANY', params: { max: 1_000 } }],
    });
    expect(await sent()).toEqual([]);
    const response = await acknowledge(operator, on(...all.slice(1)));
    expect(response.json<BulkOutcome>().done).toHaveLength(1_000);
    expect(await sent()).toHaveLength(1_000);
    expect(await audited(response.headers['x-request-id'])).toHaveLength(1_000);
  });

  it('an alarm once that it names twice', async () => {
    expect((await acknowledge(operator, on(4, 4))).json<BulkOutcome>().done).toEqual(on(4));
    expect(await sent()).toHaveLength(1);
  });

  it('the others when one is cleared, restricted or of another customer: NOT_FOUND for that one', async () => {
    const deleted = [...on(7_777), { alarm: server.alarms.restricted, element: 1 }, ...on(5_000)];
    const response = await acknowledge(operator, [...deleted, ...on(5)]);
    expect(response.json<BulkOutcome>()).toMatchObject({
      done: on(5),
      failed: deleted.map((each) => ({ ...each, code: 'NOT_FOUND' })),
    });
    expect(await sent()).toMatchObject([{ element: 5 }]);
  });

  it('none when all are deleted, without an audit event', async () => {
    const response = await acknowledge(operator, on(7_777));
    expect(response.json<BulkOutcome>()).toMatchObject({ done: [], failed: [{ code: 'NOT_FOUND' }] });
    expect(await audited(response.headers['x-request-id'])).toEqual([]);
  });

  it('only the alarms of the sites of a restricted caller', async () => {
    const [own = 0] = sitesOf(server, 'acme');
    const { account, page } = await someone(WRITE);
    const admin = (await administrator(server)).page;
    const user = (await admin.get(`/api/v1/mt/user/${String(account)}`)).json<User>();
    const { username, role, customers, version } = user;
    const restrictions = [{ customer: acme(), sites: [own], regions: [] }];
    const body = { ...aUser({ username, role, customers }), restrictions, version };
    const changed = await admin.send('PUT', `/api/v1/mt/user/${String(account)}`, { body });
    expect(changed.statusCode).toBe(200);
    // Odd elements are at the first site.
    const outcome = await eventually(async () => {
      const { done, failed } = (await acknowledge(page, on(11, 12))).json<BulkOutcome>();
      return failed.length > 0 ? { done, failed } : undefined;
    });
    expect(outcome).toEqual({ done: on(11), failed: [{ ...on(12)[0], code: 'NOT_FOUND' }] });
  });

  it.each([
    ['until a time that has passed', [1], { until: 1 }, 'body.acknowledgement.until', 'TIME_PAST'],
    ['without alarms', [], {}, 'body.alarms', 'REQUIRED'],
  ] as const)('nothing %s', async (_, elements, change, path, code) => {
    const response = await acknowledge(operator, on(...elements), change);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION', errors: [{ path, code }] });
    expect(await sent()).toEqual([]);
  });

  it('nothing with the read permission alone, or of a foreign customer', async () => {
    const { page } = await someone(['ALERT.read']);
    expect((await acknowledge(page, on(1))).statusCode).toBe(403);
    const body = { alarms: on(5_000), acknowledgement: { until: null, untilWorse: false } };
    const foreign = await operator.send('POST', url(server.customers.get('globex')), { body });
    expect(foreign.statusCode).toBe(404);
    expect(await sent()).toEqual([]);
  });
});

describe('of two operators who acknowledge an alarm at once', () => {
  const named = (elements: readonly number[]) => on(...elements).map((each) => ({ ...each, seen: null }));
  const single = (page: Browser, element: number, change: object) =>
    page.send(
      'POST',
      `/api/v1/customers/${String(acme())}/alert/${String(server.alarms.open)}/${String(element)}/acknowledgement`,
      { body: { note: '', until: null, untilWorse: false, ...change } },
    );

  // The commands of other tests are no longer on their way.
  beforeEach(() => server.clock.leap(30_000));

  it('the second gets the name of the first, and changes nothing', async () => {
    const second = (await someone(WRITE)).page;
    const calls = [operator, second].map((page) => single(page, 20, { seen: null }));
    const [first, refused] = (await Promise.all(calls)).toSorted((a, b) => a.statusCode - b.statusCode);
    const { by } = first!.json<{ by: string }>();
    expect(refused!.statusCode).toBe(409);
    expect(refused!.json()).toMatchObject({ code: 'ALARM_ACKNOWLEDGED', params: { by } });
    expect(await sent()).toMatchObject([{ element: 20, by }]);
    expect(await audited(refused!.headers['x-request-id'])).toEqual([]);
    const [own, other] = by === 'bulk-1' ? [operator, second] : [second, operator];
    // The first one may change the note; a call that does not name what was seen replaces it.
    expect((await single(own, 20, { seen: null, note: 'carrier called' })).statusCode).toBe(200);
    expect((await single(other, 20, {})).statusCode).toBe(200);
  });

  it('the second gets the others of a selection, and those once the first one lets go', async () => {
    const second = (await someone(WRITE)).page;
    expect((await acknowledge(operator, named([21, 22]))).json<BulkOutcome>().done).toHaveLength(2);
    expect((await acknowledge(second, named([21, 22, 23]))).json<BulkOutcome>()).toMatchObject({
      done: on(23),
      failed: on(21, 22).map((each) => ({ ...each, code: 'ALARM_ACKNOWLEDGED', first: 'bulk-1' })),
    });
    await operator.send('POST', `${url()}/remove`, { body: { alarms: on(21) } });
    expect((await acknowledge(second, named([21]))).json<BulkOutcome>().done).toEqual(on(21));
    await server.clock.leap(30_000);
    expect((await acknowledge(second, named([22]))).json<BulkOutcome>().done).toEqual(on(22));
  });
});

describe('one call removes', () => {
  it('the acknowledgements of several alarms, each audited', async () => {
    const response = await operator.send('POST', `${url()}/remove`, {
      body: { alarms: [...on(1, 2), ...on(7_777)] },
    });
    expect(response.json<BulkOutcome>()).toMatchObject({
      done: on(1, 2),
      failed: [{ element: 7_777, code: 'NOT_FOUND' }],
    });
    expect((await sent()).map(({ kind }) => kind)).toEqual(['unacknowledge', 'unacknowledge']);
    expect((await audited(response.headers['x-request-id'])).map(({ action }) => action)).toEqual([
      'alarm.unacknowledge',
      'alarm.unacknowledge',
    ]);
  });
});

describe('an assignment', () => {
  const base = (customer = acme()) => `/api/v1/customers/${String(customer)}/alert`;
  const assign = (page: Browser, alarms: readonly object[], to: object) =>
    page.send('POST', `${base()}/assignment`, { body: { alarms, to } });
  const user = (id: number) => ({ kind: 'user', id });
  const assignees = async (page: Browser, search = '') =>
    (await page.get(`${base()}/assignee?search=${search}`)).json<PossibleAssignees>();

  it('gives alarms to a user or to the users of a role, each by its own command and audit event', async () => {
    const reader = await someone(['ALERT.read']);
    const { roles } = await assignees(operator);
    const [role] = roles;
    const response = await assign(operator, [...on(40, 41), ...on(7_777)], user(reader.account));
    const name = `bulk-${String(made)}`;
    expect(response.json()).toEqual({
      by: 'bulk-1',
      done: on(40, 41),
      failed: [{ ...on(7_777)[0], code: 'NOT_FOUND' }],
    });
    const toRole = await assign(operator, on(42), { kind: 'role', id: role!.id });
    expect(toRole.json<BulkOutcome>().done).toEqual(on(42));
    expect((await sent()).map((each) => each.kind === 'assign' && [each.element, each.to, each.by])).toEqual([
      [40, { kind: 'user', id: reader.account, name }, 'bulk-1'],
      [41, { kind: 'user', id: reader.account, name }, 'bulk-1'],
      [42, { kind: 'role', id: role!.id, name: role!.name }, 'bulk-1'],
    ]);
    expect((await audited(response.headers['x-request-id'])).map(({ action }) => action)).toEqual([
      'alarm.assign',
      'alarm.assign',
    ]);
    const removed = await operator.send('POST', `${base()}/assignment/remove`, { body: { alarms: on(40) } });
    expect(removed.json<BulkOutcome>().done).toEqual(on(40));
    expect((await sent()).at(-1)).toMatchObject({ kind: 'unassign', element: 40 });
  });

  it('goes to users whom the caller sees and who see alarms of the customer', async () => {
    const blind = await someone(['HOME.read']);
    const foreign = await server.account({ username: 'abroad', permissions: WRITE, customers: ['globex'] });
    const provider = await server.account({ username: 'provider', permissions: WRITE });
    const { users } = await assignees(operator);
    const offered = users.map(({ id }) => id);
    for (const hidden of [blind.account, foreign, provider, 999_999]) {
      expect(offered).not.toContain(hidden);
      const refused = await assign(operator, on(1), user(hidden));
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'ASSIGNEE_UNKNOWN']);
    }
    expect((await assignees(operator, 'bulk-1')).users.map(({ username }) => username)).toContain('bulk-1');
    expect((await assignees(operator, 'no-such')).users).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  it('of an alarm that the assignee does not see fails for that alarm', async () => {
    const [own = 0] = sitesOf(server, 'acme');
    const { account } = await someone(WRITE);
    const { db } = server.stack;
    await db.insertInto('account_restriction').values({ account_id: account, customer_id: acme() }).execute();
    await db.insertInto('account_site').values({ account_id: account, site_id: own }).execute();
    expect((await assign(operator, on(51, 52), user(account))).json<BulkOutcome>()).toMatchObject({
      done: on(51),
      failed: [{ ...on(52)[0], code: 'NOT_FOUND' }],
    });
  });

  it('needs the write permission, and alarms of an own customer', async () => {
    const { page, account } = await someone(['ALERT.read']);
    expect((await assign(page, on(1), user(account))).statusCode).toBe(403);
    const foreign = `${base(server.customers.get('globex'))}/assignment`;
    const body = { alarms: on(5_000), to: user(account) };
    expect((await operator.send('POST', foreign, { body })).statusCode).toBe(404);
    expect((await operator.get(`${base(server.customers.get('globex'))}/assignee`)).statusCode).toBe(404);
  });
});

describe('a hand-over by mail', () => {
  const url = () => `/api/v1/customers/${String(acme())}/alert/handover`;
  const mailed = (page: Browser, id: number) =>
    page.send('POST', url(), { body: { to: { kind: 'user', id }, subject: 'Night shift', text: 'Quiet.' } });
  const lastMail = async () => {
    const message = await server.stack.bus.lastMessage(streams.jobs.name, jobSubject('mail'));
    return JSON.parse(new TextDecoder().decode(message?.data)) as MailJob;
  };

  it('goes to the addresses of users whom the caller sees, once a mail server is set up', async () => {
    const reader = await someone(['ALERT.read']);
    const { db } = server.stack;
    expect(statusAndCode(await mailed(operator, reader.account))).toEqual([409, 'MAIL_SERVER_MISSING']);
    await db.insertInto('setting').values({ name: SMTP_SETTING, value: '{}' }).execute();
    expect(statusAndCode(await mailed(operator, reader.account))).toEqual([400, 'SCHEDULING_NO_EMAILS']);
    const email = 'reader@example.net';
    await db.updateTable('account').set({ email }).where('id', '=', reader.account).execute();
    expect(statusAndCode(await mailed(operator, 999_999))).toEqual([422, 'ASSIGNEE_UNKNOWN']);
    expect((await mailed(reader.page, reader.account)).statusCode).toBe(403);
    const response = await mailed(operator, reader.account);
    expect(response.json()).toMatchObject({ sent: 1, withoutMail: [] });
    expect(await lastMail()).toMatchObject({
      to: [email],
      subject: 'Night shift',
      text: 'Quiet.\n\nbulk-1\n',
    });
  });
});

describe('a saved filter', () => {
  const base = (customer = acme()) => `/api/v1/customers/${String(customer)}/alert/filter`;
  const draft = (name: string, shared = false) => ({
    name,
    search: { severity: ['critical'], q: 'lyon' },
    shared,
  });
  const list = async (page: Browser) => (await page.get(base())).json<{ filters: SavedFilter[] }>().filters;
  const save = (page: Browser, body: object) => page.send('POST', base(), { body });
  it('is of its user alone, unless it is shared with the users of the customer', async () => {
    const [owner, other] = [(await someone(WRITE)).page, (await someone(['ALERT.read'])).page];
    const own = (await save(owner, draft('Mine'))).json<SavedFilter>();
    expect((await save(owner, draft('Ours', true))).statusCode).toBe(200);
    expect((await list(owner)).map(({ name, own: mine }) => [name, mine])).toEqual([
      ['Mine', true],
      ['Ours', true],
    ]);
    expect(await list(other)).toMatchObject([
      { name: 'Ours', own: false, shared: true, search: { q: 'lyon' } },
    ]);
    const ours = (await list(other))[0]!;
    for (const { id, version } of [own, ours]) {
      const url = `${base()}/${String(id)}`;
      expect(
        statusAndCode(await other.send('PUT', url, { body: { ...draft('Taken over'), version } })),
      ).toEqual([404, 'NOT_FOUND']);
      expect(statusAndCode(await other.send('DELETE', `${url}?version=${String(version)}`))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    }
    expect(statusAndCode(await save(other, draft('Theirs', true)))).toEqual([403, 'FORBIDDEN']);
    const foreign = base(server.customers.get('globex'));
    expect((await owner.get(foreign)).statusCode).toBe(404);
    expect((await owner.send('POST', foreign, { body: draft('x') })).statusCode).toBe(404);
  });

  it('is replaced and deleted as it was read', async () => {
    const { page } = await someone(WRITE);
    const { id, version } = (await save(page, draft('Night'))).json<SavedFilter>();
    const url = `${base()}/${String(id)}`;
    const changed = await page.send('PUT', url, { body: { ...draft('Nights', true), version } });
    expect(changed.json()).toMatchObject({ name: 'Nights', shared: true, version: version + 1 });
    expect(statusAndCode(await page.send('PUT', url, { body: { ...draft('Nights'), version } }))).toEqual([
      409,
      'CONFLICT',
    ]);
    expect(statusAndCode(await page.send('DELETE', `${url}?version=${String(version)}`))).toEqual([
      409,
      'CONFLICT',
    ]);
    expect((await page.send('DELETE', `${url}?version=${String(version + 1)}`)).statusCode).toBe(200);
  });

  it('is the one that a user starts with, their own or a shared one, each user for themselves', async () => {
    const [owner, other] = [(await someone(WRITE)).page, (await someone(['ALERT.read'])).page];
    const own = (await save(owner, draft('Own start'))).json<SavedFilter>();
    const ours = (await save(owner, draft('Our start', true))).json<SavedFilter>();
    const choose = async (page: Browser, filter: number | null) =>
      (await page.send('PUT', `${base()}-default`, { body: { filter } })).statusCode;
    const chosen = async (page: Browser) =>
      (await list(page)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    expect([await choose(owner, own.id), await choose(other, own.id)]).toEqual([200, 404]);
    expect(await choose(other, ours.id)).toBe(200);
    expect([await chosen(owner), await chosen(other)]).toEqual([['Own start'], ['Our start']]);
    expect([await choose(owner, ours.id), await chosen(owner)]).toEqual([200, ['Our start']]);
    await owner.send('PUT', `${base()}/${String(ours.id)}`, { body: { ...draft('Hidden'), version: 1 } });
    expect([await chosen(owner), await chosen(other)]).toEqual([['Hidden'], []]);
    expect([await choose(owner, null), await chosen(owner)]).toEqual([200, []]);
  });

  it('across customers is shared only by and with users of every customer', async () => {
    const path = '/api/v1/cc/alert/filter';
    const across = async (page: Browser) => (await page.get(path)).json<{ filters: SavedFilter[] }>().filters;
    const { page } = await someone(WRITE, ['acme', 'globex']);
    expect((await page.send('POST', path, { body: draft('Ours', true) })).statusCode).toBe(403);
    const { id, version } = (await page.send('POST', path, { body: draft('Mine') })).json<SavedFilter>();
    expect((await page.send('POST', path, { body: draft('mine') })).statusCode).toBe(409);
    const { page: provider } = await someone(WRITE, 'all');
    expect((await provider.send('POST', path, { body: draft('Of all', true) })).statusCode).toBe(200);
    expect((await across(page)).map(({ name }) => name)).toEqual(['Mine']);
    expect((await across(provider)).map(({ name }) => name)).toEqual(['Of all']);
    expect((await page.send('PUT', `${path}-default`, { body: { filter: id } })).statusCode).toBe(200);
    expect(await across(page)).toMatchObject([{ name: 'Mine', isDefault: true }]);
    expect((await list(page)).map(({ name }) => name)).not.toContain('Mine');
    const url = `${path}/${String(id)}`;
    expect((await provider.send('DELETE', `${url}?version=${String(version)}`)).statusCode).toBe(404);
    expect((await page.send('DELETE', `${url}?version=${String(version)}`)).statusCode).toBe(200);
  });
});

describe('a note', () => {
  const base = (customer = acme()) => `/api/v1/customers/${String(customer)}/alert`;
  const write = async (page: Browser, alarms: readonly object[], text: string) =>
    (await page.send('POST', `${base()}/note`, { body: { alarms, text } })).json<NoteOutcome>();
  const read = async (page: Browser, element: number) =>
    (await page.get(`${base()}/${String(server.alarms.open)}/${String(element)}/note`)).json<{
      notes: AlarmNote[];
    }>().notes;
  const remove = (page: Browser, notes: readonly number[]) =>
    page.send('POST', `${base()}/note/remove`, { body: { notes } });

  it('is added to many alarms that the caller sees, as plain text with author and time, and read by others', async () => {
    const reader = (await someone(['ALERT.read'])).page;
    const hostile = ' <b>=1+1</b>\n\u202eabc ';
    const deleted = [{ alarm: server.alarms.restricted, element: 1 }, ...on(7_777)];
    const outcome = await write(operator, [...on(30, 31, 30), ...deleted], hostile);
    expect(outcome).toMatchObject({
      by: 'bulk-1',
      done: on(30, 31),
      failed: deleted.map((each) => ({ ...each, code: 'NOT_FOUND' })),
    });
    const [own] = await read(operator, 30);
    expect(own).toEqual({
      id: outcome.notes[0],
      alarm: server.alarms.open,
      element: 30,
      since: 900,
      text: hostile.trim(),
      by: 'bulk-1',
      at: now(),
      deletableUntil: now() + 600_000,
    });
    expect(await read(reader, 30)).toEqual([{ ...own, deletableUntil: null }]);
    const seconds = Math.floor(now() / 1_000);
    const period = `${base()}/note?from=${String(seconds - 60)}&to=${String(seconds + 60)}`;
    const listed = (await reader.get(period)).json<{ notes: AlarmNote[] }>().notes;
    expect(listed.map(({ element }) => element)).toEqual([31, 30]);
    const hidden = await reader.get(`${base()}/${String(server.alarms.restricted)}/1/note`);
    expect(hidden.statusCode).toBe(404);
    expect((await reader.get(`${base(server.customers.get('globex'))}/1/1/note`)).statusCode).toBe(404);
    const denied = await reader.send('POST', `${base()}/note`, { body: { alarms: on(30), text: 'x' } });
    expect(denied.statusCode).toBe(403);
  });

  it('is deleted by its author within ten minutes, all of a call or none', async () => {
    const other = (await someone(WRITE)).page;
    const { notes } = await write(operator, on(32, 33), 'wrong alarm');
    expect((await remove(other, notes)).statusCode).toBe(404);
    const removed = await remove(operator, notes);
    expect([removed.statusCode, await read(operator, 32)]).toEqual([200, []]);
    expect((await audited(removed.headers['x-request-id'])).map(({ action }) => action)).toEqual([
      'alarm.delete-note',
      'alarm.delete-note',
    ]);
    const old = await write(operator, on(34), 'on site');
    await server.clock.leap(600_000);
    const late = (await someone(WRITE)).page;
    const added = await write(operator, on(35), 'on site');
    expect((await remove(late, old.notes)).statusCode).toBe(404);
    expect((await remove(operator, [...added.notes, ...old.notes])).json()).toMatchObject({
      code: 'ALARM_NOTE_FINAL',
    });
    expect(await read(operator, 35)).toHaveLength(1);
  });

  it('that is deleted is announced to the screens of those who see its alarm, as one that is added', async () => {
    const live = await liveUsersOf(server);
    const places = (socket: LiveConnection): string[] => {
      const seen: string[] = [];
      socket.on('incident', (change) => seen.push(...change.places));
      return seen;
    };
    const [reader, foreign] = [
      await live.someone(['ALERT.read'], ['acme'], 'reads notes'),
      await live.someone(['ALERT.read'], ['globex'], 'reads others'),
    ];
    const [seen, unseen] = [places(reader.socket), places(foreign.socket)];
    // At either site.
    const expected = sitesOf(server, 'acme').map((site) => `${String(site)}:0`);
    const { notes } = await write(operator, on(40, 41), 'wrong alarm');
    await eventually(() => (seen.length === 2 ? true : undefined));
    expect(seen.toSorted()).toEqual(expected.toSorted());
    expect((await remove(reader.page, notes)).statusCode).toBe(403);
    expect((await remove(operator, notes)).statusCode).toBe(200);
    await eventually(() => (seen.length === 4 ? true : undefined));
    expect(seen.slice(2).toSorted()).toEqual(expected.toSorted());
    await live.settle(acme());
    expect([seen.length, unseen]).toEqual([4, []]);
    live.disconnect();
  });

  it('of a period is listed by page, newest first, however many there are', async () => {
    const shared = { customer_id: acme(), alarm_id: server.alarms.open, author: 'x' };
    const at = now() - 3_600_000;
    const row = (index: number) => ({
      ...shared,
      element_id: 100 + (index % 50),
      text: String(index),
      since: new Date(900_000),
      created_at: new Date(at + index),
    });
    const MANY = 2_500;
    await server.stack.db
      .insertInto('alarm_note')
      .values(Array.from({ length: MANY }, (_, index) => row(index)))
      .execute();
    const seconds = Math.floor(at / 1_000);
    const period = `${base()}/note?from=${String(seconds)}&to=${String(seconds + 60)}`;
    const texts: string[] = [];
    const sizes: number[] = [];
    let next: number | null = null;
    do {
      const from: string = next === null ? '' : `&before=${String(next)}`;
      const page = (await operator.get(period + from)).json<{ notes: AlarmNote[]; next: number | null }>();
      texts.push(...page.notes.map(({ text }) => text));
      sizes.push(page.notes.length);
      next = page.next;
    } while (next !== null);
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(texts).toEqual(Array.from({ length: MANY }, (_, index) => String(MANY - 1 - index)));
  });

  it('is rejected when it is empty or too long, and when the alarm already has a hundred', async () => {
    for (const [text, code] of [
      ['  ', 'REQUIRED'],
      ['x'.repeat(2_001), 'TOO_LONG'],
    ] as const)
      expect(await write(operator, on(36), text)).toMatchObject({ errors: [{ path: 'body.text', code }] });
    const row = { customer_id: acme(), alarm_id: server.alarms.open, element_id: 36, text: 'x' };
    const full = { ...row, since: new Date(900_000), author: 'x', created_at: server.clock.now() };
    await server.stack.db
      .insertInto('alarm_note')
      .values(Array.from({ length: MAX_ALARM_NOTES }, () => full))
      .execute();
    expect(await write(operator, on(36, 37), 'one more')).toMatchObject({
      done: on(37),
      failed: [{ ...on(36)[0], code: 'ALARM_NOTES_FULL' }],
    });
  });
});
