import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#schemas/problem/problem.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { lastEvent, someone, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import {
  addReport,
  aScheduling,
  attached,
  createdScheduling,
  schedulingPath,
  setEmail,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';

let server: ServerUnderTest;
let admin: SignedInUser;
let writer: SignedInUser;
let path: string;
let customer: number;
let report: number;
beforeAll(async () => {
  server = await openServer();
  customer = server.customers.get('acme')!;
  path = schedulingPath(customer);
  admin = await someone(server);
  writer = await someone(server, ['SCHEDULING.write'], ['acme']);
  await setEmail(server, writer.account, 'writer@example.net');
  report = await addReport(server, customer);
});
afterAll(() => server.close());

const list = async (by: Browser) =>
  (await by.get(path)).json<{ schedulings: ReportSchedule[] }>().schedulings;
const find = async (by: Browser, id: number) => (await list(by)).find((one) => one.id === id);
const of = ({ id }: { readonly id: number }, remaining = ''): string => `${path}/${String(id)}${remaining}`;
const faults = async (body: object, by = writer.page) => {
  const { errors = [] } = (await by.send('POST', path, { body })).json<Problem>();
  return errors.map((error) => `${error.path} ${error.code}`);
};

describe('a schedule', () => {
  it('is created, listed with its reports and next runs, updated and deleted', async () => {
    const made = await createdScheduling(
      writer.page,
      path,
      aScheduling({ attachments: [attached(report)], timeZone: 'Europe/Paris' }),
    );
    expect(made).toMatchObject({
      version: 1,
      timeZone: 'Europe/Paris',
      attachments: [{ report, name: expect.stringContaining('report'), format: 'pdf' }],
      owner: { id: writer.account },
      previous: null,
      subscription: 'none',
    });
    expect(made.next).toHaveLength(5);
    expect(made.next[0]).toBe('2026-01-06T07:00:00.000Z');
    const { name } = made;
    const body = {
      ...aScheduling({ name, trigger: { kind: 'monthly', day: 'L', hour: 0, minute: 0 } }),
      version: 1,
    };
    const updated = await writer.page.send('PUT', of(made), { body });
    expect(updated.json()).toMatchObject({ version: 2, attachments: [], trigger: { day: 'L' } });
    expect(statusAndCode(await writer.page.send('PUT', of(made), { body }))).toEqual([409, 'CONFLICT']);
    expect((await writer.page.send('DELETE', of(made))).statusCode).toBe(200);
    expect(await find(writer.page, made.id)).toBeUndefined();
    expect(statusAndCode(await writer.page.send('DELETE', of(made)))).toEqual([404, 'SCHEDULING_NOT_FOUND']);
    expect(await lastEvent(server, 'scheduling.delete')).toMatchObject({
      subject_name: name,
      customer_id: customer,
    });
  });

  it.for([
    ['no recipients', { recipients: [] }, 'body.recipients SCHEDULING_NO_EMAILS'],
    ['a wrong recipient', { recipients: ['one'] }, 'body.recipients.0 SCHEDULING_LIST_INVALID'],
    ['an unknown variable', { message: '{{password}}' }, 'body.message WEBHOOK_PLACEHOLDER_UNKNOWN'],
    ['a variable of alarms', { subject: '{{alarm}}' }, 'body.subject WEBHOOK_PLACEHOLDER_UNKNOWN'],
    ['an open variable', { subject: '{{zone' }, 'body.subject WEBHOOK_PLACEHOLDER_UNCLOSED'],
    ['an unknown zone', { timeZone: 'Mars/Base' }, 'body.timeZone TIMEZONE_UNKNOWN'],
    ['a 32nd', { trigger: { kind: 'monthly', day: 32, hour: 1, minute: 1 } }, 'body.trigger.day'],
    ['no day', { trigger: { kind: 'weekly', days: [], hour: 1, minute: 1 } }, 'body.trigger.days REQUIRED'],
    [
      'an unknown report',
      { attachments: [attached(999_999)] },
      'body.attachments.0.report REPORT_UNAVAILABLE',
    ],
    [
      'alarms without the right to read them',
      { trigger: { kind: 'alarm', on: 'both', alarms: [], severities: [], sites: [] } },
      'body.trigger.kind FORBIDDEN',
    ],
    [
      'a recipient that only the provider sets',
      { required: ['one@example.net'] },
      'body.required RECIPIENT_FIXED',
    ],
  ] as const)('with %s is rejected', async ([, change, fault]) => {
    expect((await faults(aScheduling(change))).join()).toContain(fault);
  });

  it('with a variable that its report does not have is rejected', async () => {
    const change = { attachments: [attached(report, { variables: { site: [1] } })] };
    expect(await faults(aScheduling(change))).toEqual([
      'body.attachments.0.variables SCHEDULING_VARIABLES_INVALID',
    ]);
  });

  it('has a name of its own within its customer', async () => {
    const { name } = await createdScheduling(writer.page, path, aScheduling());
    const response = await writer.page.send('POST', path, {
      body: aScheduling({ name: name.toUpperCase() }),
    });
    expect(statusAndCode(response)).toEqual([409, 'NAME_TAKEN']);
    const elsewhere = schedulingPath(server.customers.get('globex')!);
    expect((await admin.page.send('POST', elsewhere, { body: aScheduling({ name }) })).statusCode).toBe(200);
  });

  it('is enabled and disabled, and has no next run while disabled', async () => {
    const made = await createdScheduling(writer.page, path, aScheduling({ attachments: [attached(report)] }));
    const set = (enabled: boolean) => writer.page.send('PUT', of(made, '/enabled'), { body: { enabled } });
    expect((await set(false)).json()).toMatchObject({ enabled: false, next: [] });
    expect((await set(true)).json<ReportSchedule>().next).toHaveLength(5);
  });

  it('with texts that are no longer valid cannot be enabled: it is to be edited', async () => {
    const made = await createdScheduling(writer.page, path, aScheduling({ enabled: false }));
    const { db } = server.stack;
    await db.updateTable('schedule').set({ message: '{{former}}' }).where('id', '=', made.id).execute();
    const response = await writer.page.send('PUT', of(made, '/enabled'), { body: { enabled: true } });
    expect(statusAndCode(response)).toEqual([409, 'SCHEDULING_VARIABLES_INVALID']);
    expect(response.json<Problem>().detail ?? response.json<Problem>().title).toContain('edit the schedule');
  });
});

describe('the choices of a schedule', () => {
  const choices = async (by: Browser) =>
    (await by.get(`/api/v1/customers/${String(customer)}/scheduling-choices`)).json<{
      alarms: { id: number }[];
      sites: { id: number }[];
      setsRequired: boolean;
    }>();

  it('are the alarms and sites that the user sees', async () => {
    const own = await choices(writer.page);
    expect(own).toMatchObject({ alarms: [], setsRequired: false });
    expect(own.sites.length).toBeGreaterThan(0);
    const all = await choices(admin.page);
    expect(all.alarms.map(({ id }) => id)).toContain(server.alarms.open);
    expect(all.setsRequired).toBe(true);
  });
});

describe('recipients that the provider sets', () => {
  it('cannot be removed by the customer, by whatever way', async () => {
    const required = ['noc@provider.example'];
    const body = aScheduling({ recipients: ['one@example.net', ...required], required });
    const made = await createdScheduling(admin.page, path, body);
    const fixed = async (change: object) =>
      statusAndCode(await writer.page.send('PUT', of(made), { body: { ...body, ...change, version: 1 } }));
    expect(await fixed({ recipients: ['one@example.net'], required: [] })).toEqual([409, 'RECIPIENT_FIXED']);
    expect(await fixed({ required: [] })).toEqual([409, 'RECIPIENT_FIXED']);
    expect(statusAndCode(await writer.page.send('DELETE', of(made)))).toEqual([409, 'RECIPIENT_FIXED']);
    const added = { ...body, recipients: [...body.recipients, 'two@example.net'], version: 1 };
    expect((await writer.page.send('PUT', of(made), { body: added })).statusCode).toBe(200);
  });
});

describe('a subscription', () => {
  it('adds a reader to the recipients, and takes them out', async () => {
    const made = await createdScheduling(writer.page, path, aScheduling());
    const reader = await someone(server, ['SCHEDULING.read'], ['acme']);
    const change = async (method: 'PUT' | 'DELETE') =>
      await reader.page.send(method, of(made, '/subscription'));
    expect(statusAndCode(await change('PUT'))).toEqual([400, 'SCHEDULING_NO_EMAILS']);
    await setEmail(server, reader.account, 'Reader@example.net');
    const fresh = (await server.withSession(reader.account)) satisfies Browser;
    const send = (method: 'PUT' | 'DELETE') => fresh.send(method, of(made, '/subscription'));
    expect((await send('PUT')).json()).toEqual({ subscription: 'subscribed' });
    expect(await find(writer.page, made.id)).toMatchObject({ subscribers: [reader.username] });
    expect((await send('DELETE')).json()).toEqual({ subscription: 'none' });
    expect(await find(writer.page, made.id)).toMatchObject({ subscribers: [] });
  });

  it('of a recipient is kept out of later changes of the list', async () => {
    const body = aScheduling({ recipients: ['writer@example.net', 'one@example.net'] });
    const made = await createdScheduling(writer.page, path, body);
    const page = await server.withSession(writer.account);
    expect(await find(page, made.id)).toMatchObject({ subscription: 'recipient' });
    expect((await page.send('DELETE', of(made, '/subscription'))).json()).toEqual({
      subscription: 'unsubscribed',
    });
    const updated = await page.send('PUT', of(made), { body: { ...body, version: 1 } });
    expect(updated.json()).toMatchObject({
      unsubscribed: ['writer@example.net'],
      subscription: 'unsubscribed',
    });
    expect((await page.send('PUT', of(made, '/subscription'))).json()).toEqual({ subscription: 'recipient' });
  });
});

describe('the schedules of a customer', () => {
  it('are closed to users of other customers, and to users without the right', async () => {
    const made = await createdScheduling(writer.page, path, aScheduling());
    const stranger = await someone(server, ['SCHEDULING.write'], ['globex']);
    expect((await stranger.page.get(path)).statusCode).toBe(404);
    const elsewhere = `${schedulingPath(server.customers.get('globex')!)}/${String(made.id)}`;
    expect(statusAndCode(await stranger.page.send('DELETE', elsewhere))).toEqual([
      404,
      'SCHEDULING_NOT_FOUND',
    ]);
    const reader = await someone(server, ['SCHEDULING.read'], ['acme']);
    expect((await reader.page.get(path)).statusCode).toBe(200);
    expect((await reader.page.send('DELETE', of(made))).statusCode).toBe(403);
    const without = await someone(server, ['REPORT.write'], ['acme']);
    expect((await without.page.get(path)).statusCode).toBe(403);
  });

  it('are only their own for users who see some of its sites', async () => {
    const made = await createdScheduling(writer.page, path, aScheduling());
    const { account } = await someone(server, ['SCHEDULING.write'], ['acme']);
    await server.stack.db
      .insertInto('account_restriction')
      .values({ account_id: account, customer_id: customer })
      .execute();
    // Longer than the cache of callers lasts.
    await server.clock.leap(3_000);
    const page = await server.withSession(account);
    expect(await list(page)).toEqual([]);
    expect(statusAndCode(await page.send('DELETE', of(made)))).toEqual([404, 'SCHEDULING_NOT_FOUND']);
    const own = await createdScheduling(page, path, aScheduling());
    expect((await list(page)).map(({ id }) => id)).toEqual([own.id]);
  });

  it('belong to the user who changed them last', async () => {
    const body = aScheduling();
    const made = await createdScheduling(writer.page, path, body);
    const other = await someone(server, ['SCHEDULING.write'], ['acme']);
    const updated = await other.page.send('PUT', of(made), { body: { ...body, version: 1 } });
    expect(updated.json<ReportSchedule>().owner?.id).toBe(other.account);
  });
});
