import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunSummary, SchedulingRun } from '#schemas/scheduling/run.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import {
  addReport,
  aScheduling,
  attached,
  createdScheduling,
  renderAll,
  listedRuns,
  schedulingPath,
  setEmail,
  useMailServer,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { someone, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { openServer, ORIGIN, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { atNight } from '#tests/gate/at-night.ts';

/** Two minutes to eight, tomorrow: jobs of mails are of the time of the deliverer. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 8 * HOUR_MS - 2 * MINUTE_MS;
const OWNER = 'owner@example.net';

let server: ServerUnderTest;
let owner: SignedInUser;
let notification: Notification;
let mails: SmtpReceiver;
let path: string;
let report: number;
let customer: number;
let recipients = 0;
/** Of one test alone. */
const recipient = (): string => `to-${String(++recipients)}@example.net`;

beforeAll(async () => {
  server = await openServer({ startsAt: START });
  customer = server.customers.get('acme')!;
  path = schedulingPath(customer);
  owner = await someone(server, ['SCHEDULING.write', 'REPORT.read'], ['acme']);
  await setEmail(server, owner.account, OWNER);
  report = await addReport(server, customer);
  mails = await smtpReceiver();
  await useMailServer(server, mails.port);
  notification = await startNotification(server.stack);
});
afterEach(async () => {
  // The next test starts at the same time of a day, without what this one has left.
  await server.stack.db.updateTable('schedule').set({ enabled: false, next_at: null }).execute();
  const sinceDay = (server.clock.now().getTime() - START) % DAY_MS;
  await server.clock.leap(DAY_MS - sinceDay);
  mails.rejected.clear();
});
afterAll(async () => {
  await notification.stop();
  await mails.close();
  await server.close();
});

/** With headers in one line each (RFC 5322 §2.2.3). */
const unfolded = (content = ''): string => content.replaceAll(/\r?\n[ \t]+/g, ' ');
const daily = (changes: object = {}) => aScheduling({ attachments: [attached(report)], ...changes });
/** A session of its own each time: leaps of the clock end those before. */
const asOwner = () => server.withSession(owner.account);
const create = async (changes: object = {}): Promise<ReportSchedule> =>
  createdScheduling(await asOwner(), path, daily(changes));
const lastRun = async ({ id }: ReportSchedule): Promise<SchedulingRun | undefined> =>
  (await listedRuns(await asOwner(), path, id))[0];
const outcome = (run: RunSummary | undefined) => [run?.state, run?.reason?.code ?? null];
/** Lets the runner look until a run is in a state. */
const ends = (
  scheduling: ReportSchedule,
  states: readonly string[] = ['sent', 'partly', 'failed', 'skipped'],
) =>
  eventually(async () => {
    await server.clock.leap(5_000);
    const run = await lastRun(scheduling);
    return run !== undefined && states.includes(run.state) ? run : undefined;
  });
/** Its time comes, and its reports are rendered. */
async function sends(
  scheduling: ReportSchedule,
  rendered: Parameters<typeof renderAll>[1] = {},
): Promise<SchedulingRun> {
  await server.clock.leap(3 * MINUTE_MS);
  await renderAll(server, rendered);
  return ends(scheduling);
}

describe('a schedule that is due', () => {
  it('mails its reports, one mail per recipient, as text and HTML', async () => {
    const to = [recipient(), recipient()];
    const made = await create({ recipients: to, message: 'Hello <b>{{customer}}</b>,\n\nfor {{period}}.' });
    const run = await sends(made, { preview: true });
    expect(outcome(run)).toEqual(['sent', null]);
    expect(run.recipients.map(({ address, state }) => [address, state])).toEqual([
      [to[0], 'delivered'],
      [to[1], 'delivered'],
    ]);
    const content = unfolded(mails.to(to[0]!)[0]);
    expect(content).toMatch(/^To: <?to-/m);
    expect(content).toMatch(/^List-Unsubscribe:\s+<http:\/\/127\.0\.0\.1:8080\/unsubscribe\?token=/m);
    expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(content).toMatch(/filename="?report-\d+\.pdf/);
    expect(content).toContain('Content-Type: application/pdf');
    expect(content).toContain('Content-ID: <preview>');
    expect(content).toContain('Hello <b>');
    expect(content).toContain('Hello &lt;b&gt;');
    expect(mails.to(to[1]!)).toHaveLength(1);
  });

  it('renders the day before its due time by the clock of its zone', async () => {
    const made = await create({
      recipients: [recipient()],
      timeZone: 'Europe/Paris',
      trigger: { kind: 'daily', hour: 9, minute: 0 },
    });
    await server.clock.leap(3 * MINUTE_MS);
    const rows = await renderAll(server);
    const midnight = START + 2 * MINUTE_MS - 9 * HOUR_MS;
    const [row] = rows;
    const offset = (row!.parameters.to * 1_000 - midnight) / HOUR_MS;
    // By winter or summer time.
    expect([0, -1]).toContain(offset % 24);
    expect(row!.parameters).toMatchObject({ timeZone: 'Europe/Paris', language: 'en' });
    expect(row).toMatchObject({ requester_id: owner.account, customer_id: customer, report_id: report });
    await ends(made);
  });

  it('is not stopped by a recipient whom the mail server rejects', async () => {
    const to = [recipient(), recipient(), recipient()];
    mails.rejected.set(to[1]!, { code: 550, message: 'no such user' });
    const run = await sends(await create({ recipients: to }));
    expect(outcome(run)).toEqual(['partly', 'undelivered']);
    expect(run.recipients.map(({ state }) => state)).toEqual(['delivered', 'dead', 'delivered']);
    expect(run.recipients[1]?.response).toContain('no such user');
  });

  it('without a report is never sent, and says why', async () => {
    const to = recipient();
    const made = await create({ recipients: [to], attachments: [] });
    await server.clock.leap(3 * MINUTE_MS);
    expect(outcome(await ends(made))).toEqual(['skipped', 'no-attachments']);
    expect(mails.to(to)).toEqual([]);
  });

  it('fails when no process renders its reports', async () => {
    const made = await create({ recipients: [recipient()] });
    await server.stack.db.deleteFrom('report_run').execute();
    await server.clock.leap(3 * MINUTE_MS);
    await server.clock.leap(16 * MINUTE_MS);
    const run = await ends(made);
    expect(outcome(run)).toEqual(['failed', 'no-worker']);
    expect(run.renderings).toMatchObject([{ state: 'cancelled' }]);
  });

  atNight('sends what is too large for a mail as a link, which can be revoked', async () => {
    const to = recipient();
    const made = await create({ recipients: [to] });
    const run = await sends(made, { bytes: 11 * 1_024 * 1_024 });
    expect(run.renderings).toMatchObject([{ isLinked: true, isRevoked: false }]);
    const content = mails.to(to)[0]!.replaceAll(/=\r?\n/g, '');
    const link =
      /http:\/\/127\.0\.0\.1:8080(\/api\/v1\/report-file\/[\w-]+\.[\w-]+)/.exec(content)?.[1] ?? '';
    const visitor = server.browser();
    const file = await visitor.get(link);
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, 11 * 1_024 * 1_024]);
    expect((await visitor.get(`${link}x`)).statusCode).toBe(404);
    const revoke = `${path}/${String(made.id)}/run/${String(run.id)}/revoke`;
    expect((await (await asOwner()).send('POST', revoke)).statusCode).toBe(200);
    expect((await visitor.get(link)).statusCode).toBe(404);
  });
});

describe('the rights of the owner', () => {
  const lose = {
    'owner-right': async () => {
      const { db } = server.stack;
      const { role_id: role } = await db
        .selectFrom('account')
        .select('role_id')
        .where('id', '=', owner.account)
        .executeTakeFirstOrThrow();
      const rows = await db
        .deleteFrom('role_permission')
        .where('role_id', '=', role)
        .where('permission', '=', 'SCHEDULING.write')
        .returningAll()
        .execute();
      return () => db.insertInto('role_permission').values(rows).execute();
    },
    'owner-customer': async () => {
      const { db } = server.stack;
      const rows = await db
        .deleteFrom('account_customer')
        .where('account_id', '=', owner.account)
        .returningAll()
        .execute();
      return () => db.insertInto('account_customer').values(rows).execute();
    },
    'owner-locked': async () => {
      const set = (reason: string | null) =>
        server.stack.db
          .updateTable('account')
          .set({ lock_reason: reason as never })
          .where('id', '=', owner.account)
          .execute();
      await set('admin');
      return () => set(null);
    },
  };

  it.for(Object.keys(lose) as (keyof typeof lose)[])(
    'are those of the moment: with %s nothing is sent, and they get one mail about it',
    async (code) => {
      const to = recipient();
      const made = await create({ recipients: [to] });
      const before = mails.to(OWNER).length;
      const restore = await lose[code]();
      await server.clock.leap(3 * MINUTE_MS);
      await eventually(async () => (mails.to(OWNER).length > before ? true : undefined));
      await restore();
      expect(outcome(await ends(made))).toEqual(['failed', code]);
      expect(mails.to(to)).toEqual([]);
      expect(mails.to(OWNER)).toHaveLength(before + 1);
      expect(mails.to(OWNER).at(-1)).toContain(made.name);
    },
  );

  it('include those on its reports: a deleted one is not left out in silence', async () => {
    const deleted = await addReport(server, customer);
    const made = await create({
      recipients: [recipient()],
      attachments: [attached(report), attached(deleted)],
    });
    await server.stack.db.deleteFrom('resource').where('id', '=', deleted).execute();
    await server.clock.leap(3 * MINUTE_MS);
    expect(outcome(await ends(made))).toEqual(['failed', 'report']);
  });
});

describe('a subscription', () => {
  it('ends by one request of a mail program, or on the page of its link', async () => {
    const [to, other] = [recipient(), recipient()];
    const made = await create({ recipients: [to, other] });
    await sends(made);
    const content = unfolded(mails.to(to)[0]);
    const token = /^List-Unsubscribe:\s+<[^>]*token=([^>]+)>/m.exec(content)?.[1] ?? '';
    const oneClick = await server.app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { host: new URL(ORIGIN).host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.statusCode).toBe(200);
    const visitor = server.browser();
    // The page of the same address; no console is built for tests.
    expect((await visitor.get(`/unsubscribe?token=${token}`, { accept: 'text/html' })).statusCode).toBe(503);
    await visitor.get('/api/v1/authProviders');
    const read = await visitor.send('POST', '/api/v1/unsubscribe/link', { body: { token } });
    expect(read.json()).toEqual({ scheduling: made.name, address: to, isSubscribed: false });
    const forged = await visitor.send('POST', '/api/v1/unsubscribe/link', { body: { token: `${token}x` } });
    expect(statusAndCode(forged)).toEqual([404, 'SCHEDULING_NOT_FOUND']);
    await server.clock.leap(DAY_MS - 3 * MINUTE_MS);
    const run = await sends(made);
    expect(run.recipients.map(({ address }) => address)).toEqual([other]);
    const later = server.browser();
    await later.get('/api/v1/authProviders');
    const again = await later.send('POST', '/api/v1/unsubscribe', { body: { token, subscribed: true } });
    expect(again.json()).toEqual({ isSubscribed: true });
  });
});

describe('sending to oneself', () => {
  it('mails the caller alone, with their rights', async () => {
    const to = recipient();
    const made = await create({ recipients: [to], enabled: false });
    const reader = await someone(server, ['SCHEDULING.read'], ['acme']);
    await setEmail(server, reader.account, 'reader@example.net');
    const page = await server.withSession(reader.account);
    const started = await page.send('POST', `${path}/${String(made.id)}/send`);
    expect(started.json()).toMatchObject({ cause: 'manual' });
    await server.clock.leap(5_000);
    const [row] = await renderAll(server);
    expect(row?.requester_id).toBe(reader.account);
    await eventually(async () => {
      await server.clock.leap(5_000);
      return mails.to('reader@example.net').length > 0 ? true : undefined;
    });
    expect(mails.to(to)).toEqual([]);
    expect(mails.to('reader@example.net')[0]).not.toContain('List-Unsubscribe');
    expect(await lastRun(made)).toBeUndefined();
  });
});

describe('after the product was down', () => {
  it('makes up the last missed run, once, and records the others', async () => {
    const to = recipient();
    const made = await create({ recipients: [to], trigger: { kind: 'hourly', minute: 0 } });
    await server.clock.leap(5 * HOUR_MS);
    await renderAll(server);
    const run = await ends(made);
    expect(outcome(run)).toEqual(['sent', 'late']);
    const runs = await listedRuns(await asOwner(), path, made.id);
    expect(runs.map(outcome)).toEqual([
      ['sent', 'late'],
      ['skipped', 'missed'],
    ]);
    expect(runs[1]?.reason?.params['count']).toBe(4);
    expect(mails.to(to)).toHaveLength(1);
  });

  it('makes up nothing that is older than a day', async () => {
    const to = recipient();
    const made = await create({
      recipients: [to],
      trigger: { kind: 'weekly', days: [new Date(server.clock.now()).getUTCDay() || 7], hour: 8, minute: 0 },
    });
    await server.clock.leap(2 * DAY_MS);
    expect(outcome(await ends(made))).toEqual(['skipped', 'missed']);
    expect(mails.to(to)).toEqual([]);
  });
});

describe('two servers', () => {
  it('execute each due time once', async () => {
    const second = await openServer({ adjacent: server });
    const to = recipient();
    const made = await create({ recipients: [to] });
    await server.clock.leap(3 * MINUTE_MS);
    await renderAll(server);
    await ends(made);
    expect(mails.to(to)).toHaveLength(1);
    expect(await listedRuns(await asOwner(), path, made.id)).toHaveLength(1);
    await second.close();
  });
});
