import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AlarmIncident, listIncidents } from '#schemas/alerting/incident/incident.ts';
import { incidentEntryLimits, type IncidentDetails } from '#schemas/alerting/incident/incident-entry.ts';
import type { readHandover } from '#schemas/alerting/occurrences.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { IncidentChange } from '#schemas/socket/live.ts';
import { flows } from '#schemas/table/flows.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { liveUsersOf, opened, type LiveConnection, type LiveUsers } from '../access/live.ts';

type Incidents = z.output<typeof listIncidents.reply>;

const HOUR = 3_600;
const FROM = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const PERIOD = `from=${String(FROM)}&to=${String(FROM + HOUR)}`;
const [CLUSTER, OTHER_CLUSTER] = [5_001, 5_002];
const [DEVICE, PORT, HIDDEN_PORT] = [80, 81, 82];

let server: ServerUnderTest;
let users: LiveUsers;
let seesAll: Browser;
/** Sees the first site of the customer. */
let ofOneSite: Browser;
let account: number;
let ofOneSiteAccount: number;
let here: number;
let there: number;
const acme = (): number => server.customers.get('acme')!;
const nameOf = (site: number): string => server.inventory().sites.get(site)?.name ?? '';
const incidents = () => `/api/v1/customers/${String(acme())}/alert/incidents`;

const events = (
  text: string,
  place: { readonly site: number; readonly element: number; readonly alarm?: number },
) => eventsOfText(text, { customer: acme(), alarm: server.alarms.open, from: FROM, ...place });

async function read<Reply>(path: string, who = seesAll): Promise<Reply> {
  const response = await who.get(path);
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
    path,
    200,
    '',
  ]);
  return response.json();
}
const listed = (query: string, who = seesAll) => read<Incidents>(`${incidents()}?${PERIOD}${query}`, who);
const details = (id: string, who = seesAll) => read<IncidentDetails>(`${incidents()}/${id}`, who);
const write = (id: string, text: string, who = seesAll) =>
  who.send('POST', `${incidents()}/${id}/note`, { body: { text } });

/** A user who sees only some sites of the customer. */
async function restricted(username: string, site: number): Promise<number> {
  const { db } = server.stack;
  const id = await server.account({
    username,
    permissions: ['ALERT.read', 'ALERT.write'],
    customers: ['acme'],
  });
  await db.insertInto('account_restriction').values({ account_id: id, customer_id: acme() }).execute();
  await db.insertInto('account_site').values({ account_id: id, site_id: site }).execute();
  return id;
}

/** A line of each site, and traffic into the first one from hosts of the other. */
async function insertTraffic(): Promise<void> {
  const inventory = server.inventory();
  const place = { customer: acme(), active: true };
  for (const [device, port, site] of [
    [DEVICE, PORT, here],
    [DEVICE + 10, HIDDEN_PORT, there],
  ] as const) {
    (inventory.devices as Map<number, DeviceEntry>).set(device, {
      ...place,
      site,
      id: device,
      name: `edge-${String(site)}`,
      address: '',
      vendor: '',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [port],
    });
    (inventory.interfaces as Map<number, InterfaceEntry>).set(port, {
      ...place,
      site,
      id: port,
      name: `Gi0/${String(port)}`,
      device,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
    });
  }
  const row = {
    ...flowRow(0, (FROM + 660) * 1_000),
    customer: acme(),
    site: here,
    exporter: DEVICE,
    direction: 0,
    in_interface: PORT,
    out_interface: 0,
    source_site: there,
    destination_site: here,
    application: (3n << 32n) | 443n,
    bytes: 6_000n,
    packets: 60n,
  };
  await server.stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: flowCodec.encode([row]),
  });
}

beforeAll(async () => {
  server = await openServer({ startsAt: (FROM + 2 * HOUR) * 1_000 });
  users = await liveUsersOf(server);
  [here = 0, there = 0] = [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
    customer === acme() ? [id] : [],
  );
  account = await server.account({
    username: 'operator',
    permissions: ['ALERT.read', 'ALERT.write', 'EXTRA.RESTRICTED.read'],
    customers: ['acme'],
  });
  seesAll = await server.withSession(account);
  ofOneSiteAccount = await restricted('of one site', here);
  ofOneSite = await server.withSession(ofOneSiteAccount);
  await insertTraffic();
  const { restricted: hidden } = server.alarms;
  await insertEvents(server.stack.clickhouse, [
    ...events('+10 -20 +30', { site: 0, element: CLUSTER }),
    ...events('+12', { site: 0, element: OTHER_CLUSTER }),
    ...events('+5', { site: here, element: PORT }),
    ...events('+4 a6Ada', { site: there, element: HIDDEN_PORT }),
    ...events('+6', { site: here, element: PORT, alarm: hidden }),
  ]);
  await server.stack.db
    .insertInto('past_name')
    .values(
      [CLUSTER, OTHER_CLUSTER].map((subject_id) => ({
        subject: 'element',
        subject_id,
        name: `cluster ${String(subject_id)}`,
        kind: 'cluster',
        parent_id: null,
        until: new Date(),
        deleted: true,
      })),
    )
    .execute();
});
beforeEach(() => users.disconnect());
afterAll(async () => {
  users.disconnect();
  await server.close();
});

describe('an incident of a cluster', () => {
  const id = () => `0:${String(CLUSTER)}:${String(FROM + 600)}`;

  it('is listed by its cluster, without those of others and of sites', async () => {
    const { total, incidents: found } = await listed(`&cluster=${String(CLUSTER)}`);
    expect(total).toBe(1);
    expect(found).toMatchObject([{ id: id(), site: 0, siteName: '', alarms: 2, running: 1, elements: 1 }]);
    expect(found[0]?.main.elementName).toBe(`cluster ${String(CLUSTER)}`);
    const both = await listed(`&cluster=${String(CLUSTER)},${String(OTHER_CLUSTER)}`);
    expect(both.incidents.map(({ main }) => main.element)).toEqual([OTHER_CLUSTER, CLUSTER]);
    expect((await listed(`&cluster=${String(CLUSTER)}&site=${String(here)}`)).total).toBe(0);
    expect((await listed('')).incidents.map((each) => each.id)).toContain(id());
  });

  it('has a timeline, notes and an owner as that of a site', async () => {
    expect((await write(id(), 'All of it is slow')).statusCode).toBe(200);
    const body = { to: { kind: 'user', id: account }, seen: null };
    expect((await seesAll.send('PUT', `${incidents()}/${id()}/owner`, { body })).statusCode).toBe(200);
    const { events: happened, entries, state } = await details(id());
    expect(happened.map(({ edge, element }) => [edge, element])).toEqual([
      ['raise', CLUSTER],
      ['clear', CLUSTER],
      ['raise', CLUSTER],
    ]);
    expect(entries.map(({ kind }) => kind)).toEqual(['owner', 'note']);
    expect(state).toBe('owned');
    expect((await details(`0:${String(OTHER_CLUSTER)}:${String(FROM + 720)}`)).entries).toEqual([]);
  });

  it('is not shown to users who see only some sites', async () => {
    expect((await listed(`&cluster=${String(CLUSTER)}`, ofOneSite)).total).toBe(0);
    expect(statusAndCode(await ofOneSite.get(`${incidents()}/${id()}`))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await write(id(), 'x', ofOneSite))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a user who sees one of two sites at which alarms run at the same time', () => {
  const hidden = () => `${String(there)}:0:${String(FROM + 240)}`;
  /** Everything that a reply says in words, and by number. */
  const traces = (reply: unknown): readonly string[] => {
    const text = JSON.stringify(reply);
    return [nameOf(there), `edge-${String(there)}`, `Gi0/${String(HIDDEN_PORT)}`, 'cluster 5', 'Ada'].filter(
      (word) => text.includes(word),
    );
  };

  it('reads the incident of theirs in list, details and hand-over, and no trace of the other, of clusters or of restricted alarms', async () => {
    await write(hidden(), `About ${nameOf(there)}`);
    expect(traces(await listed(''))).not.toEqual([]);
    const list = await listed('', ofOneSite);
    expect(list.total).toBe(1);
    expect(list.incidents).toMatchObject([{ site: here, alarms: 1, elements: 1 }]);
    const [own] = list.incidents as [AlarmIncident];
    const shown = await details(own.id, ofOneSite);
    const handover = await read<z.output<typeof readHandover.reply>>(
      `/api/v1/customers/${String(acme())}/alert/occurrences/handover?${PERIOD}`,
      ofOneSite,
    );
    expect(handover.total).toBe(1);
    for (const reply of [list, shown, handover]) expect(traces(reply)).toEqual([]);
    expect(shown.events.every(({ site }) => site === here)).toBe(true);
    // The whole incident has the restricted alarm, too.
    expect((await listed(`&site=${String(here)}`)).incidents).toMatchObject([{ alarms: 2 }]);
  });

  it('reads how many hosts fill a line of theirs, and not which, nor where', async () => {
    const { incidents: found } = await listed('', ofOneSite);
    expect(found[0]?.share).toEqual({ application: 'HTTPS', percent: 100, hosts: 1 });
    expect(traces(found)).toEqual([]);
    expect(JSON.stringify(found)).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
  });

  it.each(['GET', 'POST'] as const)('finds nothing at the other site (%s)', async (method) => {
    expect((await listed(`&site=${String(there)}`, ofOneSite)).total).toBe(0);
    const reply =
      method === 'GET'
        ? await ofOneSite.get(`${incidents()}/${hidden()}`)
        : await write(hidden(), 'x', ofOneSite);
    expect(statusAndCode(reply)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('what is written at an incident', () => {
  const changesOf = (socket: LiveConnection): IncidentChange[] => {
    const changes: IncidentChange[] = [];
    socket.on('incident', (change) => changes.push(change));
    return changes;
  };
  const connected = async (page: Browser): Promise<LiveConnection> => {
    const socket = users.socketOf(page);
    expect(await opened(socket)).toBe('connected');
    return socket;
  };

  it('reaches the screens of those who see it, each with the places that they see', async () => {
    const [all, one] = [changesOf(await connected(seesAll)), changesOf(await connected(ofOneSite))];
    const [foreigner, reader, standard] = [
      await users.someone(['ALERT.read'], ['globex']),
      await users.someone(['HOME.read'], ['acme']),
      await users.someone(['ALERT.read'], ['acme']),
    ];
    const others = [foreigner, reader].map(({ socket }) => changesOf(socket));
    const ofStandard = changesOf(standard.socket);
    await write(`${String(there)}:0:${String(FROM + 240)}`, 'there');
    // It has a restricted alarm for its author.
    await write(`${String(here)}:0:${String(FROM + 300)}`, 'here, all of it');
    await write(`${String(here)}:0:${String(FROM + 300)}`, 'here', ofOneSite);
    await eventually(() =>
      one.length === 1 && all.length === 3 && ofStandard.length === 2 ? true : undefined,
    );
    const places = (changes: readonly IncidentChange[]) => changes.flatMap((change) => change.places);
    expect(places(all)).toEqual([`${String(there)}:0`, `${String(here)}:0`, `${String(here)}:0`]);
    expect(places(one)).toEqual([`${String(here)}:0`]);
    expect(places(ofStandard)).toEqual([`${String(there)}:0`, `${String(here)}:0`]);
    await users.settle(acme());
    expect(others).toEqual([[], []]);
    expect(one).toHaveLength(1);
  });
});

describe('notes of a customer who has thousands', () => {
  const notesOn = (alarm: number, element: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      customer_id: acme(),
      alarm_id: alarm,
      element_id: element,
      author: 'Ada',
      text: `${String(element)} ${String(index)}`,
      since: new Date((FROM + 600) * 1_000),
      // Within the hour of the incidents.
      created_at: new Date((FROM + 1_000) * 1_000 + index),
    }));
  const store = async (rows: ReturnType<typeof notesOn>) => {
    for (let from = 0; from < rows.length; from += 1_000)
      await server.stack.db
        .insertInto('alarm_note')
        .values(rows.slice(from, from + 1_000))
        .execute();
  };
  const id = () => `${String(there)}:0:${String(FROM + 240)}`;

  it('are those of the alarms of an incident, the newest, and it says that there are more', async () => {
    const { open } = server.alarms;
    await store(notesOn(open, HIDDEN_PORT, 150));
    // Later than they are, on an alarm of no incident.
    await store(notesOn(open, 4_444, 3_000));
    const few = await details(id());
    expect([few.notes.length, few.isCut]).toEqual([150, false]);
    expect(few.notes.every(({ element }) => element === HIDDEN_PORT)).toBe(true);
    await store(notesOn(open, HIDDEN_PORT, 150));
    const many = await details(id());
    expect([many.notes.length, many.isCut]).toEqual([incidentEntryLimits.notes, true]);
  });

  it('are listed by the hand-over as far as they were read, and it says that there are more', async () => {
    const path = `/api/v1/customers/${String(acme())}/alert/occurrences/handover?${PERIOD}`;
    type Summary = z.output<typeof readHandover.reply>;
    expect(await read<Summary>(path)).toMatchObject({ isNotedCut: true });
    // Of what this user sees, all notes were read.
    expect(await read<Summary>(path, ofOneSite)).toMatchObject({ notes: [], noted: 0, isNotedCut: false });
  });
});

atNight(
  'an incident of 10,000 alarms is read in bounded time, with a bounded reply',
  async () => {
    const site = server.inventory().sites.get(there)!;
    const storm = Array.from({ length: 10_000 }, (_, element) =>
      events('+45', { site: site.id, element: 100_000 + element }),
    );
    await insertEvents(server.stack.clickhouse, storm.flat());
    const timed = async <Reply>(path: string): Promise<Reply> => {
      const startMs = performance.now();
      const response = await seesAll.get(path);
      expect(response.statusCode).toBe(200);
      expect(performance.now() - startMs).toBeLessThan(timeLimit(2_000));
      expect(response.body.length).toBeLessThan(200_000);
      return response.json();
    };
    const { incidents: found } = await timed<Incidents>(`${incidents()}?${PERIOD}&site=${String(there)}`);
    expect(found).toMatchObject([{ alarms: 10_001, elements: 10_001 }]);
    const shown = await timed<IncidentDetails>(`${incidents()}/${found[0]?.id ?? ''}`);
    expect([shown.events.length, shown.isCut]).toEqual([incidentEntryLimits.events, true]);
    expect((await write(found[0]?.id ?? '', 'Core of the site')).statusCode).toBe(200);
    expect((await timed<IncidentDetails>(`${incidents()}/${found[0]?.id ?? ''}`)).entries[0]?.text).toBe(
      'Core of the site',
    );
  },
  120_000,
);
