import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, dayStartMs, daysAfter, monthBefore } from '#schemas/billing/day.ts';
import { MailJob, jobSubject } from '#schemas/notification/job.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { detailedFlows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { ExportLine } from '#schemas/csv/file-line.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { DailyCount } from '#server/features/billing/daily-count.ts';
import { MailSender } from '#server/features/billing/mail-sender.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { aLicense, testAuthority } from '#tests/fixtures/license/licenses.ts';
import {
  openServer,
  ORIGIN,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { flowRow } from '#tests/fixtures/writer-rows.ts';

const PATH = '/api/v1/mt/license';
const TODAY = dayOf(Date.now());
/** Noon of a day in the past. */
const noon = (ago: number): number => dayStartMs(TODAY) - ago * DAY_MS + DAY_MS / 2;
const ago = (days: number): string => daysAfter(TODAY, -days);

let server: ServerUnderTest;
let admin: Browser;
let count: DailyCount;
let sender: MailSender;
const of = (clientId: string): number => server.customers.get(clientId)!;
const none = { device: 0, exporter: 0, edge: 0, probe: 0, application: 0 };
const recent = (to = TODAY): string => `from=${ago(40)}&to=${to}`;
const days = async (by = admin, query = recent()) =>
  (await by.get(`${PATH}?${query}`)).json<{
    days: { day: string; units: Record<string, number> }[];
    customers: { name: string }[];
    contract: unknown;
  }>();

async function measure(
  rows: readonly (readonly [customer: string, kpi: number, element: number, ago: number, value: number])[],
) {
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(
      rows.map(([clientId, kpi, element, days, value]) => ({
        customer: of(clientId),
        site: 5,
        element,
        kpi,
        at: noon(days) / 1_000,
        length: 300,
        value,
        numerator: value,
        denominator: 100,
      })),
    ),
  });
}

async function addTunnel(name: string, device: number): Promise<number> {
  const { db } = server.stack;
  const { id } = await db
    .insertInto('network_element')
    .values({ customer_id: of('acme'), kind: 'tunnel', parent_id: device, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('network_component')
    .values({
      id,
      device_id: device,
      kind: 'tunnel',
      scope: name.startsWith('snmp') ? 'snmp' : 'vmanage',
      key: name,
    })
    .execute();
  return id;
}

async function anEdge(): Promise<number> {
  const { db } = server.stack;
  const site = await db
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', of('acme'))
    .where('kind', '=', 'site')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('network_element')
    .values({ customer_id: of('acme'), kind: 'device', parent_id: site.id, name: 'edge' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('device').values({ id, address: '192.0.2.77' }).execute();
  return id;
}

const lastMail = async (): Promise<MailJob | undefined> => {
  const message = await server.stack.bus.lastMessage('JOBS', jobSubject('mail'));
  return message === undefined
    ? undefined
    : MailJob.parse(JSON.parse(new TextDecoder().decode(message.data)));
};
const queued = async (): Promise<number> => (await server.stack.bus.streamState('JOBS')).messages;

beforeAll(async () => {
  server = await openServer({
    startsAt: dayStartMs(TODAY) + 60_000,
    licenseAuthorities: testAuthority.certificate.toString(),
  });
  admin = (await someone(server)).page;
  const { stack, clock } = server;
  count = new DailyCount({ ...stack, clock });
  sender = new MailSender({ ...stack, clock, publicUrl: ORIGIN });
  const device = await anEdge();
  const [first, second, other] = [
    await addTunnel('a', device),
    await addTunnel('b', device),
    await addTunnel('snmp', device),
  ];
  const { cpe_avail: up, sla_avail: probe, tun_avail: tunnel, itf_in_bps: bits } = kpis;
  await measure([
    ...([3, 2, 1, 0] as const).flatMap((day) => [
      ['acme', up.id, 901, day, 100] as const,
      // It was down all day.
      ['acme', up.id, 902, day, 0] as const,
      ['acme', bits.id, 903, day, 5] as const,
      ['globex', up.id, 911, day, 50] as const,
    ]),
    ['acme', up.id, 902, 1, 100],
    ['acme', probe.id, 920, 1, 100],
    ...[first, second, other].map((element) => ['acme', tunnel.id, element, 1, 100] as const),
  ]);
  await stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(detailedFlows.columns).filter((name) => name in flowRow(0, 0)),
    rows: codecOf({
      ...detailedFlows,
      columns: Object.fromEntries(
        Object.entries(detailedFlows.columns).filter(([name]) => name in flowRow(0, 0)),
      ),
    } as never).encode(
      [0, 1, 2].map((at) => ({
        ...flowRow(400, noon(1)),
        customer: of('acme'),
        exporter: 901 + (at % 2),
        application: at === 2 ? 443n : (BigInt(CUSTOM_ENGINE) << 32n) + 7n,
      })) as never,
    ),
  });
});
afterAll(() => server.close());

describe('units', () => {
  it('are not counted before the day is over and its measures are stored', async () => {
    expect(await count.run()).toBe(2);
    expect((await days()).days.map(({ day }) => day)).toEqual([ago(2), ago(3)]);
    server.clock.setBy(20 * 60_000);
    expect(await count.run()).toBeGreaterThan(0);
    expect((await days()).days.map(({ day }) => day)).toEqual([ago(1), ago(2), ago(3)]);
  });

  it('are what was measured at least once on the day, per service and customer, with the total of the date', async () => {
    const {
      days: [newest, before],
      customers,
      contract,
    } = await days();
    expect([newest?.units, before?.units]).toEqual([
      { device: 3, exporter: 2, edge: 1, probe: 1, application: 1 },
      { ...none, device: 2 },
    ]);
    expect([customers.map(({ name }) => name), contract]).toEqual([
      ['Customer acme', 'Customer globex'],
      null,
    ]);
    const { customers: rows } = (await admin.get(`${PATH}/day/${ago(1)}`)).json<{ customers: object[] }>();
    expect(rows).toEqual([
      {
        id: of('acme'),
        clientId: 'acme',
        name: 'Customer acme',
        units: { device: 2, exporter: 2, edge: 1, probe: 1, application: 1 },
      },
      { id: of('globex'), clientId: 'globex', name: 'Customer globex', units: { ...none, device: 1 } },
    ]);
    const ofGlobex = await days(admin, `${recent()}&customer=${String(of('globex'))}`);
    expect(ofGlobex.days.map(({ units }) => units['device'])).toEqual([1, 1, 1]);
  });

  it('are counted once a day, by any number of servers, and never shrink', async () => {
    expect(await count.run()).toBe(0);
    await Promise.all([
      count.again(),
      count.again(),
      new DailyCount({ ...server.stack, clock: server.clock }).again(),
    ]);
    expect((await days()).days[0]?.units).toMatchObject({ device: 3, exporter: 2 });
    await server.stack.clickhouse.command(
      `ALTER TABLE measures_1d DELETE WHERE element = 911 SETTINGS mutations_sync = 1`,
    );
    expect((await admin.send('POST', `${PATH}/count`)).json()).toEqual({ days: 3 });
    expect((await days()).days[0]?.units).toMatchObject({ device: 3, exporter: 2 });
  });

  it('of days without a running server are caught up from what is stored', async () => {
    await server.stack.db.deleteFrom('billing_day').where('day', '>=', ago(2)).execute();
    expect(await count.run()).toBe(3);
    expect((await days()).days.slice(0, 2).map(({ units }) => units['device'])).toEqual([2, 1]);
  });

  it('are those of the customers that a user sees in full, and of no others', async () => {
    const { page } = await someone(server, ['LICENSE.read', 'LICENSE.write'], ['globex']);
    const seen = await days(page);
    expect(seen.customers.map(({ name }) => name)).toEqual(['Customer globex']);
    expect(seen.days.map(({ units }) => units['exporter'])).toEqual(seen.days.map(() => 0));
    expect(
      (await days(page, `${recent()}&customer=${String(of('acme'))}`)).days.every(
        ({ units }) => units['device'] === 0,
      ),
    ).toBe(true);
    const files = [await page.get(`${PATH}/export?${recent()}`), await page.get(`${PATH}/day/${ago(3)}`)];
    expect(files.map(({ body }) => [body.includes('globex'), body.includes('acme')])).toEqual([
      [true, false],
      [true, false],
    ]);
    for (const [method, path] of [
      ['POST', 'count'],
      ['POST', 'send'],
      ['PUT', 'mail'],
    ] as const)
      expect(statusAndCode(await page.send(method, `${PATH}/${path}`, { body: {} }))).toEqual([
        403,
        'EVERY_CUSTOMER_REQUIRED',
      ]);
  });

  it('of a deleted customer are kept', async () => {
    await server.stack.db
      .insertInto('billing_count')
      .values({
        day: ago(1),
        customer_id: 99_999,
        client_id: 'deleted',
        customer_name: 'Gone',
        service: 'device',
        units: 7,
      })
      .execute();
    const { customers } = (await admin.get(`${PATH}/day/${ago(1)}`)).json<{
      customers: { name: string }[];
    }>();
    expect(customers.map(({ name }) => name)).toContain('Gone');
    await server.stack.db.deleteFrom('billing_count').where('customer_id', '=', 99_999).execute();
  });

  it('are exported as CSV, and only for periods of at most a year', async () => {
    const { body, headers } = await admin.get(`${PATH}/export?from=${ago(1)}&to=${ago(1)}`);
    expect(String(headers['content-type'])).toContain('text/csv');
    expect(body.split('\r\n')[1]).toBe(`"${ago(1)}","acme","Customer acme",2,2,1,1,1,7`);
    const european = await admin.get(`${PATH}/export?from=${ago(1)}&to=${ago(1)}&dialect=european`);
    expect(european.body.split('\r\n')[1]).toBe(`"${ago(1)}";"acme";"Customer acme";2;2;1;1;1;7`);
    expect((await admin.get(`${PATH}/export?from=${ago(1)}&to=${ago(1)}&dialect=tabs`)).statusCode).toBe(400);
    for (const [query, code] of [
      [`from=${TODAY}&to=${ago(1)}`, 'START_AFTER_END'],
      ['from=2020-01-01&to=2026-01-01', 'PERIOD_TOO_LONG'],
      ['from=2026-02-30&to=2026-03-01', 'FORMAT_INVALID'],
    ]) {
      const response = await admin.get(`${PATH}?${query}`);
      expect([response.statusCode, response.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
        400,
        code,
      ]);
    }
    expect(statusAndCode(await admin.get(`${PATH}/day/2020-01-01`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the rows of a workbook', () => {
  const linesOf = async (query: string) =>
    (await admin.get(`${PATH}/export/rows?${query}`)).body
      .trim()
      .split('\n')
      .map((line) => ExportLine.parse(JSON.parse(line)));

  it('are those of the CSV file, with real days, up to the requested number', async () => {
    const period = `from=${ago(1)}&to=${ago(1)}`;
    const csv = (await admin.get(`${PATH}/export?${period}`)).body.trim().split('\r\n');
    const [columns, ...remaining] = await linesOf(period);
    const names = columns?.is === 'columns' ? columns.columns : [];
    expect(names[0]).toEqual({ is: 'day', name: 'day', timeZone: 'UTC' });
    expect(names.map(({ name }) => `"${name}"`).join(',')).toBe(csv[0]?.replace('\uFEFF', ''));
    const rows = remaining.flatMap((line) => (line.is === 'rows' ? line.rows : []));
    expect(rows).toHaveLength(csv.length - 1);
    expect(rows[0]).toEqual([Date.parse(ago(1)), 'acme', 'Customer acme', 2, 2, 1, 1, 1, 7]);
    expect(remaining.at(-1)).toEqual({ is: 'end', isCut: false });
    expect((await linesOf(`${period}&limit=1`)).at(-1)).toEqual({ is: 'end', isCut: true });
  });
});

describe('units by mail', () => {
  const mail = { recipients: ['bill@example.net'], monthly: false, timeZone: 'Europe/Paris', language: 'en' };

  it('are sent now with the file attached, to the addresses of the page and of the license, and recorded', async () => {
    const body = { from: ago(3), to: ago(1) };
    expect(statusAndCode(await admin.send('POST', `${PATH}/send`, { body }))).toEqual([
      409,
      'MAIL_SERVER_MISSING',
    ]);
    await server.stack.db.insertInto('setting').values({ name: SMTP_SETTING, value: '{}' }).execute();
    expect(statusAndCode(await admin.send('POST', `${PATH}/send`, { body }))).toEqual([
      400,
      'SCHEDULING_NO_EMAILS',
    ]);
    expect((await admin.send('PUT', `${PATH}/mail`, { body: mail })).statusCode).toBe(200);
    const license = aLicense({ emails: ['vendor@example.net', 'bill@example.net'] });
    expect((await admin.send('PUT', '/api/v1/mt/settings/license', { body: license })).statusCode).toBe(200);
    expect((await admin.send('POST', `${PATH}/send`, { body })).json()).toEqual({ recipients: 2 });
    const sent = await lastMail();
    expect(sent?.to).toEqual(['bill@example.net', 'vendor@example.net']);
    expect(sent?.text).toContain(`devices: 2 on ${ago(3)}`);
    const file = Buffer.from(sent!.attachment!.content, 'base64').toString();
    expect(file).toBe((await admin.get(`${PATH}/export?from=${ago(3)}&to=${ago(1)}`)).body);
    expect((await lastEvent(server, 'billing.send')).action).toBe('billing.send');
  });

  it('reject addresses and zones that are none', async () => {
    const wrong = { ...mail, recipients: ['no address'], timeZone: '+02:00' };
    const response = await admin.send('PUT', `${PATH}/mail`, { body: wrong });
    const { errors } = response.json<{ errors: { path: string; code: string }[] }>();
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'body.recipients.0 RECIPIENT_INVALID',
      'body.timeZone TIMEZONE_UNKNOWN',
    ]);
  });

  it('are sent once at the start of a month, also by several servers at once and after a kill', async () => {
    const { db } = server.stack;
    await admin.send('PUT', `${PATH}/mail`, { body: { ...mail, monthly: true } });
    const month = monthBefore(TODAY.slice(0, 7));
    const last = daysAfter(`${TODAY.slice(0, 7)}-01`, -1);
    const before = await queued();
    // Switched on during this month: the one before is not sent.
    await sender.sendMonth(last);
    expect(await queued()).toBe(before);
    await db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...mail, monthly: true, monthlySince: '2020-01-01T00:00:00Z' }) })
      .where('name', '=', 'billing-mail')
      .execute();
    const another = new MailSender({ ...server.stack, clock: server.clock, publicUrl: ORIGIN });
    await Promise.all([sender.sendMonth(last), another.sendMonth(last)]);
    expect(await queued()).toBe(before + 1);
    expect((await lastMail())?.key).toBe(`billing-month-${month}`);
    await db.deleteFrom('billing_mail').execute();
    await sender.sendMonth(last);
    await sender.sendMonth(last);
    expect(await queued()).toBe(before + 1);
    expect((await admin.get(`${PATH}/mail`)).json()).toMatchObject({ lastMonth: month, monthly: true });
  });
});
