import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type {
  listCustomerOccurrences,
  readCustomerAlertTimeline,
} from '#schemas/alerting/customer-history-routes.ts';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import type { PastAlerts, readPastCustomerAlerts } from '#schemas/alerting/past-routes.ts';
import type { listAlarmOccurrences } from '#schemas/alerting/occurrences.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

type Past = z.output<typeof readPastCustomerAlerts.reply>;
type Timeline = z.output<typeof readCustomerAlertTimeline.reply>;
type Occurrences = z.output<typeof listCustomerOccurrences.reply>;

const MINUTE = 60;
const DAY = 86_400;
const FROM = Math.floor(Date.now() / 1_000 / DAY) * DAY - 3 * DAY;
const PERIOD = `from=${String(FROM)}&to=${String(FROM + 600 * MINUTE)}`;
const names = ['acme', 'globex'] as const;

/** Of each customer, the histories of an alarm on its elements. */
const histories = {
  acme: [
    '+100 -200',
    '+-50 a-40Ada',
    '+100 a120Ada u150Ada',
    '+100 ^150 -300',
    '+-90 --80',
    '+100 e120 x180',
    '+100 e120',
    '+100 -200 +300',
  ],
  globex: ['+110', '+120 a130Ben', '^150'],
};

let server: ServerUnderTest;
let seesAll: Browser;
let seesPublic: Browser;
let seesSite: Browser;
/** A site of acme with some of its elements. */
let ownSite: number;

const idOf = (name: (typeof names)[number]): number => server.customers.get(name)!;

async function get<Reply>(path: string, who = seesAll): Promise<Reply> {
  const response = await who.get(`/api/v1${path}`);
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response.json();
}
const ofCustomer = (customer: number, path: string): string => `/customers/${String(customer)}/alert/${path}`;

beforeAll(async () => {
  server = await openServer();
  const { open, restricted } = server.alarms;
  const { id } = await server.stack.db
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', idOf('acme'))
    .where('kind', '=', 'site')
    .executeTakeFirstOrThrow();
  ownSite = id;
  const log = names.flatMap((name, customer) =>
    histories[name].flatMap((text, at) =>
      eventsOfText(text, {
        customer: idOf(name),
        site: at % 2 === 0 ? ownSite : 900,
        alarm: open,
        from: FROM,
        element: 7_000 + 100 * customer + at,
      }),
    ),
  );
  const hidden = eventsOfText('+100', {
    customer: idOf('acme'),
    site: 900,
    element: 7_900,
    alarm: restricted,
    from: FROM,
  });
  // Twice, as by a writer whose token has been forgotten.
  for (let time = 0; time < 2; time += 1) await insertEvents(server.stack.clickhouse, [...log, ...hidden]);
  await server.account({
    username: 'all',
    customers: [...names],
    permissions: ['ALERT.read', 'EXTRA.RESTRICTED.read'],
  });
  await server.account({ username: 'public', permissions: ['ALERT.read'], customers: [...names] });
  const ofSite = await server.account({
    username: 'site',
    permissions: ['ALERT.read'],
    customers: [...names],
  });
  await server.stack.db.insertInto('account_site').values({ account_id: ofSite, site_id: ownSite }).execute();
  seesAll = await server.signedIn('all');
  seesPublic = await server.signedIn('public');
  seesSite = await server.signedIn('site');
});
afterAll(() => server.close());

describe('the past of all customers together', () => {
  it.each([-60, 105, 125, 160, 250, 599])(
    'counts at minute %i what each customer counts, for every user',
    async (minute) => {
      const at = FROM + minute * MINUTE;
      for (const who of [seesAll, seesPublic, seesSite]) {
        const past = await get<Past>(`/cc/alert/past?at=${String(at)}`, who);
        expect(past.customers.length).toBe(2);
        for (const { customer, counts, byAlarm } of past.customers) {
          const own = await get<PastAlerts>(ofCustomer(customer, `past?at=${String(at)}`), who);
          expect([customer, counts]).toEqual([customer, own.counts]);
          expect(byAlarm.reduce((sum, { count }) => sum + count, 0)).toBe(own.alarms.length);
          const names = (of: readonly { readonly name: string }[]) => new Set(of.map(({ name }) => name));
          expect(names(byAlarm)).toEqual(names(own.alarms));
          expect(new Set(byAlarm.map(({ alarm, severity }) => `${String(alarm)} ${severity}`)).size).toBe(
            byAlarm.length,
          );
        }
      }
    },
  );

  it('takes acknowledged, silenced and explained alarms for handled', async () => {
    const unhandledAt = async (minute: number) =>
      (await get<Past>(`/cc/alert/past?at=${String(FROM + minute * MINUTE)}`, seesPublic)).nbUnhandled;
    expect([await unhandledAt(-45), await unhandledAt(-30), await unhandledAt(105)]).toEqual([1, 0, 6]);
    await server.stack.db
      .insertInto('silence')
      .values({
        customer_id: idOf('globex'),
        match: { alarms: [], severities: [], sites: [], elements: [] },
        reason: 'Works',
        author: 'Ada',
        starts_at: new Date((FROM + 100 * MINUTE) * 1_000),
        ends_at: new Date((FROM + 115 * MINUTE) * 1_000),
        created_at: new Date((FROM - 10 * MINUTE) * 1_000),
      })
      .execute();
    expect([await unhandledAt(112), await unhandledAt(116)]).toEqual([6, 7]);
  });

  it('adds up the buckets of the customers', async () => {
    const all = await get<Timeline>(`/cc/alert/timeline?${PERIOD}&buckets=10`);
    const own = await Promise.all(
      names.map((name) => get<AlertTimeline>(ofCustomer(idOf(name), `timeline?${PERIOD}&buckets=10`))),
    );
    const raised = ({ buckets }: AlertTimeline) =>
      buckets.reduce((sum, { critical, major, minor }) => sum + critical + major + minor, 0);
    expect(all.running).toBe(own.reduce((sum, { running }) => sum + running, 0));
    expect(raised(all)).toBe(own.reduce((sum, each) => sum + raised(each), 0));
    expect(all.buckets.at(-1)?.running).toBe(
      own.reduce((sum, { buckets }) => sum + (buckets.at(-1)?.running ?? 0), 0),
    );
  });

  it('lists the alarms of a period by customer, with the sums of its own list', async () => {
    for (const who of [seesAll, seesPublic, seesSite])
      for (const filter of ['', '&severity=critical']) {
        const { total, counts, customers } = await get<Occurrences>(
          `/cc/alert/occurrences?${PERIOD}${filter}`,
          who,
        );
        expect(total).toBe(customers.reduce((sum, { alarms }) => sum + alarms, 0));
        expect(counts.critical).toBe(customers.reduce((sum, { critical }) => sum + critical, 0));
        for (const { customer, alarms, running, longest } of customers) {
          const own = await get<z.output<typeof listAlarmOccurrences.reply>>(
            ofCustomer(customer, `occurrences?${PERIOD}${filter}`),
            who,
          );
          expect([alarms, running]).toEqual([
            own.total,
            own.occurrences.filter(({ clearedAt }) => clearedAt === null).length,
          ]);
          const lengths = own.occurrences.map(({ raisedAt, clearedAt }) =>
            raisedAt === null ? -1 : (clearedAt ?? FROM + 600 * MINUTE) - raisedAt,
          );
          expect(longest).toBe(Math.max(...lengths) < 0 ? null : Math.max(...lengths));
        }
      }
  });

  it.each(['past?at=-1', 'past', 'timeline?from=10&to=10', 'occurrences?from=0&to=100000000'])(
    'rejects %s',
    async (path) => {
      expect(statusAndCode(await seesAll.get(`/api/v1/cc/alert/${path}`))).toEqual([400, 'VALIDATION']);
    },
  );
});
