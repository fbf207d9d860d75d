import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import { emptyReport } from '#schemas/report/document.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Minute 0 of the histories: the period begins here. */
const FROM = Math.floor(Date.now() / 1_000 / DAY) * DAY - 3 * DAY;
const TO = FROM + 600 * MINUTE;
const RESTORE_MINUTES = 60;
const GAP = 15 * MINUTE;

/** Histories of alarms by site (0: the first of acme), in minutes of the period. */
const histories: readonly (readonly [site: number, text: string])[] = [
  [0, '+-50 -10'],
  [0, '+20 -40'],
  [0, '+50 -100'],
  [0, '+200 -260'],
  [0, '+300 -361'],
  [1, '+-90 --80'],
  [1, '+100 ^110 -150'],
  [1, '+500'],
  [1, '+590 -600'],
];

let server: ServerUnderTest;
let page: Browser;
let sites: readonly number[];
const acme = (): number => server.customers.get('acme')!;
const at = (minute: number): Date => new Date((FROM + minute * MINUTE) * 1_000);

/** Adds maintenance, or a silence, of some minutes. Returns its id. */
async function addSilence(
  reason: string,
  [from, to]: readonly [number, number],
  more: {
    readonly sites?: readonly number[];
    readonly maintenance?: boolean;
    readonly entered?: number;
  } = {},
): Promise<number> {
  const match = { alarms: [], severities: [], sites: more.sites ?? [], elements: [] };
  const { id } = await server.stack.db
    .insertInto('silence')
    .values({
      customer_id: acme(),
      match: JSON.stringify(match) as never,
      reason,
      author: 'Ada',
      starts_at: at(from),
      ends_at: at(to),
      created_at: at(more.entered ?? -100),
      maintenance: more.maintenance ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  server = await openServer();
  sites = [...server.inventory().sites.values()]
    .filter(({ customer }) => customer === acme())
    .map(({ id }) => id);
  const events = histories.flatMap(([site, text], index) =>
    eventsOfText(text, {
      customer: acme(),
      site: sites[site]!,
      element: 7_000 + index,
      alarm: server.alarms.open,
      from: FROM,
    }),
  );
  await insertEvents(server.stack.clickhouse, events);
  await addSilence('Carrier works', [100, 220], { sites: [sites[0]!] });
  await addSilence('Power', [-60, 30]);
  await addSilence('Entered during it', [200, 300], { sites: [sites[1]!], entered: 250 });
  await addSilence('Entered afterwards', [300, 400], { entered: 500 });
  await addSilence('No maintenance', [400, 500], { maintenance: false });
  await addSilence('After the period', [600, 700]);
  const account = await server.account({
    username: 'level-reader',
    permissions: ['ALERT.read', 'REPORT.read', 'REPORT.write', 'DASHBOARD.read'],
    customers: ['acme'],
  });
  page = await server.withSession(account);
});
afterAll(() => server.close());

const request = (more: object = {}) => ({
  from: FROM,
  to: TO,
  restoreMinutes: RESTORE_MINUTES,
  count: 50,
  ...more,
});
const query = (body: object, by = page, remaining = '/alert/service-record') =>
  by.send('POST', `/api/v1/customers/${String(acme())}${remaining}`, { body });
async function read(more: object = {}): Promise<ServiceRecord> {
  const response = await query(request(more));
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json();
}

/** By what the list of alarms says: incidents of each site one after another. */
async function plainRecord(site?: number) {
  const period = `from=${String(FROM - DAY)}&to=${String(TO)}&order=raised&limit=100`;
  const { occurrences } = (
    await page.get(`/api/v1/customers/${String(acme())}/alert/occurrences?${period}`)
  ).json<{ occurrences: readonly AlarmOccurrence[] }>();
  const spans: { site: number; start: number; end: number | null }[] = [];
  for (const run of [...occurrences].toSorted((one, two) => one.raisedAt! - two.raisedAt!)) {
    const open = spans.findLast((one) => one.site === run.site);
    if (open !== undefined && (open.end === null || run.raisedAt! <= open.end + GAP))
      open.end = open.end === null || run.clearedAt === null ? null : Math.max(open.end, run.clearedAt);
    else spans.push({ site: run.site, start: run.raisedAt!, end: run.clearedAt });
  }
  const shown = spans.filter((one) => site === undefined || one.site === site);
  const ended = shown.flatMap(({ start, end }) => (end !== null && end >= FROM ? [end - start] : []));
  return {
    total: shown.filter(({ end }) => end === null || end >= FROM).length,
    restore: {
      restored: ended.length,
      within: ended.filter((length) => length <= RESTORE_MINUTES * MINUTE).length,
      seconds: ended.reduce((sum, length) => sum + length, 0),
      longest: Math.max(0, ...ended),
      running: shown.filter(({ end }) => end === null).length,
    },
  };
}

describe('the service record of a period', () => {
  it('has the incidents and times to restore that follow from its list of alarms', async () => {
    const record = await read();
    expect(record.restore).toEqual({
      restored: 4,
      within: 2,
      seconds: 321 * MINUTE,
      longest: 150 * MINUTE,
      running: 1,
    });
    const { total, restore } = await plainRecord();
    expect([record.total, record.restore]).toEqual([total, restore]);
    expect(record.incidents).toHaveLength(total);
    const one = await read({ count: 1 });
    expect([one.incidents.length, one.total, one.restore]).toEqual([1, total, restore]);
  });

  it('of sites that filters leave, and of severities, has those alone', async () => {
    for (const site of sites) {
      const filters = [{ element: 'site', ids: [site] }];
      const record = await read({ filters });
      const { total, restore } = await plainRecord(site);
      expect([record.total, record.restore]).toEqual([total, restore]);
      expect(record.incidents.every((incident) => incident.site === site)).toBe(true);
    }
    const critical = await read({ severities: ['critical'] });
    expect([critical.total, critical.restore.restored]).toEqual([1, 1]);
  });

  it('says by which rule how much maintenance was excluded, from when it was entered', async () => {
    const { maintenance } = await read();
    expect(maintenance.rules.map(({ reason, seconds, sites: of }) => [reason, seconds / MINUTE, of])).toEqual(
      [
        ['Carrier works', 120, 1],
        ['Entered during it', 50, 1],
        ['Power', 30, null],
      ],
    );
    // Minutes 0 to 30, 100 to 220 and 250 to 300.
    expect(maintenance.seconds).toBe(200 * MINUTE);
    const second = (await read({ filters: [{ element: 'site', ids: [sites[1]] }] })).maintenance;
    expect(second.rules.map(({ reason, sites: of }) => [reason, of])).toEqual([
      ['Entered during it', 1],
      ['Power', null],
    ]);
    expect(second.seconds).toBe(80 * MINUTE);
  });

  it('is read by those who see alarms and the customer alone', async () => {
    const reader = await server.account({
      username: 'no-alarms',
      permissions: ['REPORT.read'],
      customers: ['acme'],
    });
    const foreign = await server.account({
      username: 'foreign',
      permissions: ['ALERT.read'],
      customers: ['globex'],
    });
    expect(statusAndCode(await query(request(), await server.withSession(reader)))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(statusAndCode(await query(request(), await server.withSession(foreign)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(statusAndCode(await query(request({ to: FROM })))).toEqual([400, 'VALIDATION']);
    expect(statusAndCode(await query(request({ to: FROM + 93 * DAY })))).toEqual([400, 'VALIDATION']);
  });
});

describe('the service record that a report shows', () => {
  it('is that of its dashlets for readers of reports who see alarms', async () => {
    const settings = { restoreMinutes: RESTORE_MINUTES, maxLines: 50 };
    const frame = { x: 0, y: 0, width: 400, height: 200 };
    const item = { id: 'i', kind: 'dashlet', frame, content: { type: 'incidents', title: '', settings } };
    const document = { ...emptyReport, pages: [{ ...emptyReport.pages[0]!, items: [item] }] };
    const made = await query({ name: 'Level', document }, page, '/report');
    const { id } = made.json<{ id: number }>();
    const account = await server.account({
      username: 'report-reader',
      permissions: ['ALERT.read', 'REPORT.read'],
      customers: ['acme'],
    });
    const reader = await server.withSession(account);
    const of = `/report/${String(id)}/service-record`;
    const { restore } = (await query(request(), reader, of)).json<ServiceRecord>();
    expect(restore).toEqual((await plainRecord()).restore);
    expect(statusAndCode(await query(request({ restoreMinutes: 5 }), reader, of))).toEqual([
      403,
      'NOT_OF_DOCUMENT',
    ]);
    const blind = await server.account({
      username: 'blind-reader',
      permissions: ['REPORT.read'],
      customers: ['acme'],
    });
    expect(statusAndCode(await query(request(), await server.withSession(blind), of))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
