import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AuditDetail } from '#schemas/audit/event.ts';
import type { AlarmIncident, listIncidents } from '#schemas/alerting/incident/incident.ts';
import type { IncidentDetails } from '#schemas/alerting/incident/incident-entry.ts';
import type {
  listAlarmOccurrences,
  listOccurrenceGroups,
  readHandover,
} from '#schemas/alerting/occurrences.ts';
import type { EventRow } from '../../fixtures/engine/engine-network.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

type List = z.output<typeof listAlarmOccurrences.reply>;
type Groups = z.output<typeof listOccurrenceGroups.reply>;
type Summary = z.output<typeof readHandover.reply>;

const MINUTE = 60;
const DAY = 86_400;
/** Minute 0 of the histories: the period begins here. */
const FROM = Math.floor(Date.now() / 1_000 / DAY) * DAY - 3 * DAY;
const PERIOD_MINUTES = 600;
const PERIOD = `from=${String(FROM)}&to=${String(FROM + PERIOD_MINUTES * MINUTE)}`;

/**
 * Histories of an alarm on an element, and what is expected of each run: raise, clear, worst severity, who acknowledged, who has it,
 * raises. `?` is a raise that is not known, `…` no clear.
 */
const histories: readonly (readonly [string, string, readonly string[]])[] = [
  ['a raise and its clear', '+100 -200', ['100 200 major - - 1']],
  ['a raise without a clear', '+100', ['100 … major - - 1']],
  ['a clear whose raise is not known', '-200', ['? 200 major - - 0']],
  ['an alarm raised before the period and cleared in it', '+-50 -200', ['-50 200 major - - 0']],
  ['one that ran all the time', '+-90 ^-80', ['-90 … critical - - 0']],
  ['one that cleared before the period', '+-90 --80', []],
  ['one that is raised after it', '+600', []],
  ['one that clears at the end of the period', '+100 -600', ['100 … major - - 1']],
  ['a change of severity', '+100 ^150 -200', ['100 200 critical - - 1']],
  ['a change without a raise', '^150', ['? … critical - - 0']],
  ['another raise', '+100 -200 +300', ['300 … major - - 2', '100 200 major - - 2']],
  ['a clear and a raise in one window', '+-50 -200 +200', ['200 … major - - 1', '-50 200 major - - 1']],
  ['a raise whose clear is missing', '+100 +300 -400', ['300 400 major - - 2', '100 300 major - - 2']],
  ['an acknowledgement before the period', '+-50 a-40Ada -200', ['-50 200 major Ada - 0']],
  ['one that ended before it', '+-50 a-40Ada u-30Ada', ['-50 … major - - 0']],
  ['an acknowledgement in the window of the raise', '+100 a100Ada', ['100 … major Ada - 1']],
  ['an acknowledgement that ended', '+100 a120Ada u150Ada -200', ['100 200 major - - 1']],
  ['one that is acknowledged long after its raise', '+-50 a590Ben', ['-50 … major Ben - 0']],
  [
    'an acknowledgement that ends with its alarm',
    '+100 a120Ada -200 +300',
    ['300 … major - - 2', '100 200 major Ada - 2'],
  ],
  [
    'acknowledged, undone and acknowledged in one window',
    '+100 a120Ada u120Ada a120Ben',
    ['100 … major Ben - 1'],
  ],
  ['acknowledged and undone in one window', '+100 a120Ada u120Ada', ['100 … major - - 1']],
  ['an assignment that passed on', '+100 >120Ada >130Ben -200', ['100 200 major - Ben 1']],
  ['an assignment that ended', '+100 >120Ada <130Ada', ['100 … major - - 1']],
  ['the end of an acknowledgement alone', 'u120Ada', []],
];
const elementOf = (at: number): number => 7_000 + at;
const deviceOf = (at: number): number => 8_000 + at;
/** One has what else is between a device and its port. */
const deviceName = (at: number): string => (at === 10 ? 'r10 · core' : `r${String(at)}`);
const SITES = 3;
const siteOf = (element: number): number => 900 + (element % SITES);

let server: ServerUnderTest;
let seesAll: Browser;
let seesPublic: Browser;
/** The account of the first one. */
let owner: number;
const acme = (): number => server.customers.get('acme')!;

const eventsOf = (text: string, element: number, alarm: number): EventRow[] =>
  eventsOfText(text, { customer: acme(), site: siteOf(element), element, alarm, from: FROM });

async function get<Reply>(path: string, who = seesAll): Promise<Reply> {
  const response = await who.get(`/api/v1/customers/${String(acme())}/alert/occurrences${path}`);
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
    path,
    200,
    '',
  ]);
  return response.json();
}

const minuteOf = (at: number | null, missing: string): string =>
  at === null ? missing : String((at - FROM) / MINUTE);
const textOf = (each: List['occurrences'][number]): string =>
  [
    minuteOf(each.raisedAt, '?'),
    minuteOf(each.clearedAt, '…'),
    each.severity,
    each.acknowledgedBy ?? '-',
    each.assignedTo ?? '-',
    each.raises,
  ].join(' ');

beforeAll(async () => {
  server = await openServer({ startsAt: (FROM + 4 * DAY) * 1_000 });
  const { open, restricted } = server.alarms;
  const log = histories.flatMap(([, text], at) => eventsOf(text, elementOf(at), open));
  const hidden = eventsOf('+10 -20', elementOf(0), restricted);
  // Twice, as by a writer whose token has been forgotten.
  for (let time = 0; time < 2; time += 1) await insertEvents(server.stack.clickhouse, [...log, ...hidden]);
  await server.stack.db
    .insertInto('past_name')
    .values([
      ...['Rouen', 'Lyon', 'Lille'].map((name, at) => ({
        subject: 'element',
        subject_id: 900 + at,
        name,
        kind: 'site',
        parent_id: null,
        until: new Date(),
        deleted: true,
      })),
      ...histories.flatMap((_, at) => {
        const deleted = { subject: 'element', until: new Date(), deleted: true };
        return [
          { ...deleted, subject_id: deviceOf(at), name: deviceName(at), kind: 'device', parent_id: null },
          {
            ...deleted,
            subject_id: elementOf(at),
            name: 'ge-0/0/0',
            kind: 'interface',
            parent_id: deviceOf(at),
          },
        ];
      }),
    ])
    .execute();
  owner = await server.account({
    username: 'all',
    customers: ['acme'],
    permissions: ['ALERT.read', 'ALERT.write', 'EXTRA.RESTRICTED.read'],
  });
  await server.account({ username: 'public', permissions: ['ALERT.read'], customers: ['acme'] });
  [seesAll, seesPublic] = [await server.signedIn('all'), await server.signedIn('public')];
});
afterAll(() => server.close());

describe('the alarms of a period', () => {
  it('are paired from raises and clears, each journal row once', async () => {
    const { occurrences } = await get<List>(`?${PERIOD}&limit=1000`, seesPublic);
    const found = histories.map(([title], at) => [
      title,
      occurrences.filter(({ element }) => element === elementOf(at)).map(textOf),
    ]);
    expect(found).toEqual(histories.map(([title, , expected]) => [title, expected]));
  });

  it('are read page by page in any order, and counted whatever the page', async () => {
    const full = await get<List>(`?${PERIOD}&limit=1000`);
    expect(full.total).toBe(full.occurrences.length);
    expect(full.counts).toEqual({ critical: 3, major: full.total - 3, minor: 0 });
    for (const order of ['-raises', 'element']) {
      const { occurrences: all } = await get<List>(`?${PERIOD}&order=${order}&limit=1000`);
      const paged: List['occurrences'] = [];
      for (let offset = 0; offset < full.total; offset += 10) {
        const page = await get<List>(`?${PERIOD}&order=${order}&limit=10&offset=${String(offset)}`);
        expect(page.total).toBe(full.total);
        paged.push(...page.occurrences);
      }
      expect([order, paged]).toEqual([order, all]);
    }
    const first = async (order: string) =>
      (await get<List>(`?${PERIOD}&order=${order}&limit=1`)).occurrences[0]!;
    expect((await first('severity')).severity).toBe('critical');
    expect(textOf(await first('-duration'))).toBe('-90 … critical - - 0');
    expect(textOf(await first('cleared'))).toBe('10 20 major - - 1');
    expect((await first('site')).siteName).toBe('Lille');
    expect((await first('-element')).elementName).toBe('r22 · ge-0/0/0');
  });

  it('are filtered by severity, site, alarm and the words of their names', async () => {
    const count = async (filter: string) => (await get<List>(`?${PERIOD}&${filter}`)).total;
    const { total } = await get<List>(`?${PERIOD}`);
    expect(await count('severity=critical')).toBe(3);
    expect((await get<List>(`?${PERIOD}&severity=critical`)).counts.major).toBe(total - 3);
    expect(await count(`alarm=${String(server.alarms.restricted)}`)).toBe(1);
    expect(await count('site=900')).toBe((await get<List>(`?${PERIOD}&q=rouen`)).total);
    expect(await count('q=RÓUEN%20restricted')).toBe(0);
    expect(await count('q=r10%20everyone')).toBe(2);
    expect(await count('q=nowhere')).toBe(0);
  });

  it('are grouped by site, device and alarm', async () => {
    const groups = async (by: string) => get<Groups>(`/groups?${PERIOD}&by=${by}`);
    const { total } = await get<List>(`?${PERIOD}`);
    for (const by of ['site', 'device', 'alarm']) {
      const { groups: found, all } = await groups(by);
      expect(found).toHaveLength(all);
      expect(found.reduce((sum, { alarms }) => sum + alarms, 0)).toBe(total);
    }
    expect((await groups('site')).groups.map(({ name }) => name).sort()).toEqual(['Lille', 'Lyon', 'Rouen']);
    expect((await groups('device')).groups.find(({ name }) => name === 'r10 · core')).toMatchObject({
      severity: 'major',
      alarms: 2,
      running: 1,
      unacknowledged: 1,
      longest: 300 * MINUTE,
    });
  });

  it('have no trace of restricted alarms for others, and none of other customers', async () => {
    const hidden = (occurrences: List['occurrences']) =>
      occurrences.filter(({ alarm }) => alarm !== server.alarms.open).length;
    expect(hidden((await get<List>(`?${PERIOD}`)).occurrences)).toBe(1);
    expect(hidden((await get<List>(`?${PERIOD}`, seesPublic)).occurrences)).toBe(0);
    const foreign = `/api/v1/customers/${String(server.customers.get('globex'))}/alert/occurrences?${PERIOD}`;
    expect(statusAndCode(await seesAll.get(foreign))).toEqual([404, 'NOT_FOUND']);
  });

  it('are summed up for the next shift: what runs unacknowledged, the longest, the most frequent, notes', async () => {
    const element = elementOf(0);
    await server.stack.db
      .insertInto('alarm_note')
      .values({
        customer_id: acme(),
        alarm_id: server.alarms.open,
        element_id: element,
        text: 'Carrier called',
        since: new Date((FROM + 100 * MINUTE) * 1_000),
        author: 'Ada',
        created_at: new Date((FROM + 130 * MINUTE) * 1_000),
      })
      .execute();
    const summary = await get<Summary>(`/handover?${PERIOD}`);
    const all = (await get<List>(`?${PERIOD}&limit=1000`)).occurrences;
    const unhandled = all.filter(
      ({ clearedAt, acknowledgedBy }) => clearedAt === null && acknowledgedBy === null,
    );
    expect(summary.unhandled).toBe(unhandled.length);
    expect(summary.running).toHaveLength(Math.min(10, unhandled.length));
    expect(summary.running[0]?.severity).toBe('critical');
    expect(textOf(summary.longest[0]!)).toBe('-90 … critical - - 0');
    expect(summary.flapping.map(({ raises }) => raises)).toEqual([2, 2, 2]);
    expect(new Set(summary.flapping.map(({ element: each }) => each)).size).toBe(3);
    expect(summary.notes.map(({ text, on }) => [text, on.elementName])).toEqual([
      ['Carrier called', 'r0 · ge-0/0/0'],
    ]);
    expect((await get<Summary>(`/handover?${PERIOD}&q=rouen`)).notes).toEqual([]);
  });

  it.each([
    '?from=10&to=10',
    '?from=0&to=100000000',
    '?from=0&to=10&order=colour',
    '?from=0&to=10&offset=-1',
    '?from=0&to=10&limit=1001',
    '/groups?from=0&to=10&by=colour',
    '/handover?from=0&to=10&severity=loud',
  ])('rejects %s', async (path) => {
    const url = `/api/v1/customers/${String(acme())}/alert/occurrences${path}`;
    expect(statusAndCode(await seesAll.get(url))).toEqual([400, 'VALIDATION']);
  });
});

describe('the incidents of a period', () => {
  type Incidents = z.output<typeof listIncidents.reply>;
  const read = async (query: string, who = seesAll): Promise<Incidents> => {
    const response = await who.get(`/api/v1/customers/${String(acme())}/alert/incidents?${query}`);
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const shown = ({ incidents }: Incidents) =>
    incidents.map(({ id, start, end, alarms }) => [id, minuteOf(start, '?'), minuteOf(end, '…'), alarms]);

  it('are its alarms, each in one of them, with the names of the main one', async () => {
    const { total, incidents } = await read(PERIOD);
    const { total: alarms } = await get<List>(`?${PERIOD}`);
    expect(incidents).toHaveLength(total);
    expect(incidents.reduce((sum, each) => sum + each.alarms, 0)).toBeGreaterThanOrEqual(alarms);
    expect(new Set(incidents.map(({ siteName }) => siteName))).toEqual(new Set(['Rouen', 'Lyon', 'Lille']));
    expect(incidents[0]?.main).toMatchObject({ elementName: expect.stringMatching(/^r\d+ · ge/) as string });
  });

  it('begin when they began, however late the period that shows them', async () => {
    const full = await read(PERIOD);
    const late = await read(`from=${String(FROM + 400 * MINUTE)}&to=${String(FROM + 420 * MINUTE)}`);
    const ids = new Set(shown(full).map(([id]) => id));
    expect(late.incidents.length).toBeGreaterThan(0);
    for (const [id] of shown(late)) expect(ids).toContain(id);
  });

  it('are made of what the caller may see', async () => {
    const site = siteOf(elementOf(0));
    const query = `from=${String(FROM)}&to=${String(FROM + 30 * MINUTE)}&site=${String(site)}`;
    const [all, open] = [await read(query), await read(query, seesPublic)];
    const count = ({ incidents }: Incidents) => incidents.reduce((sum, each) => sum + each.alarms, 0);
    expect(count(all)).toBe(count(open) + 1);
  });
});

describe('an incident as an object', () => {
  const path = () => `/api/v1/customers/${String(acme())}/alert/incidents`;
  const listed = async (who: Browser): Promise<AlarmIncident[]> => {
    const from = FROM + 30 * MINUTE;
    const response = await who.get(`${path()}?from=${String(from)}&to=${String(FROM + 600 * MINUTE)}`);
    return response.json<z.output<typeof listIncidents.reply>>().incidents;
  };
  const details = async (id: string, who = seesAll): Promise<IncidentDetails> =>
    (await who.get(`${path()}/${id}`)).json();
  const note = (id: string, text: string, who = seesAll) =>
    who.send('POST', `${path()}/${id}/note`, { body: { text } });
  const own = (id: string, seen: number | null, to: number | null, who = seesAll) =>
    who.send('PUT', `${path()}/${id}/owner`, {
      body: { to: to === null ? null : { kind: 'user', id: to }, seen },
    });

  it('has a timeline of its alarms, its notes and its owner', async () => {
    const [{ id }] = (await listed(seesAll)) as [AlarmIncident];
    expect(statusAndCode(await note(id, ' Called the carrier '))).toEqual([200, undefined]);
    expect((await own(id, null, owner)).statusCode).toBe(200);
    const { incident, entries, events, ownership, state } = await details(id);
    expect(incident.owner).toBe(entries[0]?.owner?.name);
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['owner', ''],
      ['note', 'Called the carrier'],
    ]);
    expect(ownership).toBe(entries[0]?.id);
    expect(state).toBe(incident.end === null ? 'owned' : 'resolved');
    expect(events.some(({ edge }) => edge === 'raise')).toBe(true);
    expect((await listed(seesAll)).find((each) => each.id === id)?.owner).toBe(incident.owner);
    const audit = await server.stack.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', 'like', 'alarm.incident-%')
      .orderBy('seq')
      .execute();
    // Before and after, as the audit story of every other route.
    expect(
      audit.map(({ action, detail }) => [
        action,
        AuditDetail.parse(JSON.parse(detail)).changes?.map(({ field }) => field),
      ]),
    ).toEqual([
      ['alarm.incident-note', ['by', 'note']],
      ['alarm.incident-owner', ['assignee']],
    ]);
  });

  it('is owned by the first of two operators who take it', async () => {
    const [, { id }] = (await listed(seesAll)) as [AlarmIncident, AlarmIncident];
    const both = await Promise.all([own(id, null, owner), own(id, null, owner)]);
    expect(both.map(statusAndCode).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [200, undefined],
      [409, 'INCIDENT_OWNED'],
    ]);
    const { ownership } = await details(id);
    expect((await own(id, ownership, null)).statusCode).toBe(200);
    expect((await details(id)).incident.owner).toBeNull();
  });

  it('shows notes to those who see every alarm that it had for their author', async () => {
    // The restricted alarm ran at another site.
    const site = siteOf(elementOf(1));
    const all = await listed(seesAll);
    const open = await listed(seesPublic);
    const shared = all.find((each) => each.site === site && open.some(({ id }) => id === each.id))!;
    await note(shared.id, 'public');
    expect((await details(shared.id, seesPublic)).entries.map(({ text }) => text)).toContain('public');
    await server.stack.db
      .updateTable('incident_entry')
      .set({ alarms: [server.alarms.open, server.alarms.restricted] })
      .where('text', '=', 'public')
      .execute();
    expect((await details(shared.id, seesPublic)).entries.map(({ text }) => text)).not.toContain('public');
    expect((await details(shared.id)).entries.map(({ text }) => text)).toContain('public');
  });

  it('cannot be changed without the permission, and is not found where there is none', async () => {
    const [{ id }] = (await listed(seesAll)) as [AlarmIncident];
    expect((await note(id, 'x', seesPublic)).statusCode).toBe(403);
    expect(statusAndCode(await seesAll.get(`${path()}/999999:0:${String(FROM)}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(statusAndCode(await seesAll.get(`${path()}/x`))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await own(id, 999, owner))).toEqual([409, 'INCIDENT_OWNED']);
  });
});
