import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { eventCodec, type EventRow } from '../../fixtures/engine/engine-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
const [HERE, THERE, FOREIGN] = [81, 91, 71] as const;

describe('what is marked on charts', () => {
  let server: ServerUnderTest;
  let reader: Browser;
  let sites: readonly number[];
  let start: number;
  const of = (clientId: string): number => server.customers.get(clientId)!;

  const send = (user: Browser, body: object, clientId = 'acme') =>
    user.send('POST', `/api/v1/customers/${String(of(clientId))}/alert/marks`, {
      body: { from: start, to: start + HOUR, marks: ['alarms', 'silences', 'definitions'], ...body },
    });
  const ofPorts = (...ids: readonly number[]) => ({
    elements: [{ element: 'interface', filters: [{ element: 'interface', ids }] }],
  });
  async function marksOf(body: object, user = reader): Promise<ElementMarks> {
    const reply = await send(user, body);
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return reply.json();
  }

  let events = 0;
  const event = (edge: 'raise' | 'clear', at: number, changes: Partial<EventRow> = {}): EventRow => {
    events += 1;
    return {
      customer: of('acme'),
      site: sites[0]!,
      element: HERE,
      alarm: server.alarms.open,
      edge,
      kpi: kpis.itf_in_util.id,
      event: Uint8Array.from({ length: 16 }, () => events),
      severity: 'critical',
      cause: 'rule',
      at: start + at,
      length: 300,
      ingested: (start + at) * 1_000,
      value: 97,
      threshold: 90,
      outliers: 1,
      measures: 1,
      evidence: '{}',
      ...changes,
    } as EventRow;
  };

  beforeAll(async () => {
    server = await openServer();
    start = Math.floor(server.clock.now().getTime() / 1_000 / HOUR) * HOUR - HOUR;
    const own = (clientId: string) =>
      [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
        customer === of(clientId) ? [id] : [],
      );
    sites = own('acme');
    const port = (id: number, customer: number, site: number) =>
      (server.inventory().interfaces as Map<number, InterfaceEntry>).set(id, {
        id,
        customer,
        site,
        active: true,
        name: `Gi0/${String(id)}`,
        device: 0,
        alias: '',
        index: null,
        bandwidthInBps: null,
        bandwidthOutBps: null,
      });
    port(HERE, of('acme'), sites[0]!);
    port(THERE, of('acme'), sites[1]!);
    port(FOREIGN, of('globex'), own('globex')[0]!);
    const there = { element: THERE, site: sites[1]! };
    const { restricted } = server.alarms;
    await server.stack.clickhouse.insertRowBinary({
      table: 'alarm_events',
      columns: Object.keys(alarmEvents.columns),
      rows: eventCodec.encode([
        // Over before the period, from before it, within it, and until after it.
        event('raise', -1_200),
        event('clear', -900),
        event('raise', -600),
        event('clear', 600),
        event('raise', 900),
        event('clear', 1_200),
        event('raise', 3_000),
        event('clear', 7_200),
        event('raise', 300, there),
        event('raise', 300, { ...there, alarm: restricted }),
        event('raise', 300, { customer: of('globex'), element: FOREIGN, site: own('globex')[0]! }),
      ]),
    });
    await server.account({ username: 'reader', permissions: ['ALERT.read'], customers: ['acme'] });
    await server.account({ username: 'outsider', permissions: ['DASHBOARD.read'], customers: ['acme'] });
    reader = await server.signedIn('reader');
  });
  afterAll(() => server.close());

  it('are the times in which alarms ran on the elements, cut to the period', async () => {
    const { alarms } = await marksOf(ofPorts(HERE));
    expect(alarms.map(({ from, until }) => [from - start, until === null ? null : until - start])).toEqual([
      [0, 600],
      [900, 1_200],
      [3_000, null],
    ]);
    expect(alarms[0]).toMatchObject({ element: HERE, elementName: 'Gi0/81', severity: 'critical' });
    expect((await marksOf(ofPorts(THERE))).alarms).toMatchObject([{ from: start + 300, until: null }]);
  });

  it('are those of all elements that filters leave, also by their site', async () => {
    const site = { element: 'site', ids: [sites[1]] };
    const found = await marksOf({ elements: [{ element: 'interface', filters: [site] }] });
    expect(found.alarms.map(({ element }) => element)).toEqual([THERE]);
    const all = await marksOf({ elements: [{ element: 'interface' }, { element: 'interface' }] });
    expect(all.alarms).toHaveLength(4);
  });

  it('show no alarm of a restricted group, of another site or of another customer', async () => {
    await server.account({
      username: 'privileged',
      permissions: ['ALERT.read', 'EXTRA.RESTRICTED.read'],
      customers: ['acme'],
    });
    const privileged = await server.signedIn('privileged');
    expect((await marksOf(ofPorts(THERE), privileged)).alarms).toHaveLength(2);
    const account = await server.account({
      username: 'of one site',
      permissions: ['ALERT.read'],
      customers: ['acme'],
    });
    const { db } = server.stack;
    await db
      .insertInto('account_restriction')
      .values({ account_id: account, customer_id: of('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id: account, site_id: sites[0]! }).execute();
    const ofOneSite = await server.signedIn('of one site');
    expect((await marksOf(ofPorts(THERE, FOREIGN), ofOneSite)).alarms).toEqual([]);
    expect((await marksOf(ofPorts(FOREIGN))).alarms).toEqual([]);
    expect((await send(reader, ofPorts(FOREIGN), 'globex')).statusCode).toBe(404);
    expect((await send(await server.signedIn('outsider'), ofPorts(HERE))).statusCode).toBe(403);
  });

  it('are the times in which the elements were silenced, with the reason', async () => {
    const times = { starts_at: new Date((start - HOUR) * 1_000), ends_at: new Date((start + 900) * 1_000) };
    const match = { alarms: [], severities: [], sites: [], elements: [THERE] };
    await server.stack.db
      .insertInto('silence')
      .values({ customer_id: of('acme'), match, reason: 'Fibre works', author: 'Ada', ...times })
      .execute();
    expect((await marksOf(ofPorts(HERE))).silences).toEqual([]);
    expect((await marksOf(ofPorts(HERE, THERE))).silences).toMatchObject([
      { reason: 'Fibre works', maintenance: false, from: start, until: start + 900 },
    ]);
  });

  it('are the changes of the definitions of alarms on the KPIs shown', async () => {
    await server.account({
      username: 'editor',
      permissions: ['TEMPLATE.COCKPIT.write', 'EXTRA.UNSHARED.read'],
    });
    const editor = await server.signedIn('editor');
    const { id: cockpit } = (
      await editor.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Changed' } })
    ).json<{ id: number }>();
    const path = `/api/v1/mt/cockpit/${String(cockpit)}/alarms`;
    const { id, version } = (await editor.send('POST', path, { body: anAlarmDraft() })).json<{
      id: number;
      version: number;
    }>();
    await server.clock.leap(1_000);
    const changedAt = server.clock.now().getTime();
    const draft = { ...anAlarmDraft({ threshold: 75 }), runbook: '', version };
    expect((await editor.send('PUT', `${path}/${String(id)}`, { body: draft })).statusCode).toBe(200);
    const requested = {
      ...ofPorts(HERE),
      marks: ['definitions'],
      kpis: [anAlarmDraft().kpi],
      to: start + 3 * HOUR,
    };
    await server.account({
      username: 'sees all',
      permissions: ['ALERT.read', 'EXTRA.RESTRICTED.read'],
      customers: ['acme'],
    });
    const all = await server.signedIn('sees all');
    expect((await marksOf(requested, all)).definitions).toEqual([]);
    // The cockpit is not shared with the customer until now.
    await server.stack.db
      .updateTable('resource')
      .set({ shared_with_all: true })
      .where('id', '=', cockpit)
      .execute();
    expect((await marksOf(requested, all)).definitions).toMatchObject([
      { alarm: id, at: changedAt, parts: ['condition'], threshold: { before: 90, after: 75 } },
    ]);
    expect((await marksOf({ ...requested, kpis: [] }, all)).definitions).toEqual([]);
  });
});
