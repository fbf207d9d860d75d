import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import type { ElementTraffic } from '#schemas/alerting/traffic.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { applicationNames } from '#schemas/table/stream/application-names.ts';
import { flows } from '#schemas/table/flows.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
/** A whole hour, some hours ago. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;

describe('the values of a KPI', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  const of = (clientId: string): number => server.customers.get(clientId)!;
  const path = (clientId: string, key: string, query: string): string =>
    `/api/v1/customers/${String(of(clientId))}/kpi/${key}?${query}`;
  const period = `from=${String(START)}&to=${String(START + HOUR)}`;

  beforeAll(async () => {
    server = await openServer();
    await server.account({ username: 'reader', permissions: ['DASHBOARD.read'], customers: ['acme'] });
    await server.account({ username: 'outsider', permissions: ['ALERT.read'], customers: ['acme'] });
    browser = await server.signedIn('reader');
    const row = (customer: number, window: number, numerator: number) => ({
      customer,
      site: 5,
      element: 50,
      kpi: kpis.itf_in_bps.id,
      at: START + window * 300,
      length: 300,
      value: numerator / 300,
      numerator,
      denominator: 300,
    });
    await server.stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codecOf(measures).encode([
        row(of('acme'), 0, 3_000),
        row(of('acme'), 1, 6_000),
        row(of('globex'), 0, 999_999),
        // An area of the customer, which the engine measures as an element.
        { ...row(of('acme'), 0, 9_000), kpi: kpis.app_bps.id, element: 60 },
        { ...row(of('acme'), 0, 270), kpi: kpis.itf_in_util.id, element: 70 },
        { ...row(of('acme'), 0, 300), kpi: kpis.itf_in_util.id, element: 71 },
        { ...row(of('acme'), 0, 3), kpi: kpis.itf_in_err.id, element: 70 },
        { ...row(of('acme'), 0, 6), kpi: kpis.itf_out_err.id, element: 71 },
      ]),
    });
  });
  afterAll(() => server.close());

  it('are those of the customer alone, in the unit and with the aggregation of the KPI', async () => {
    const response = await browser.get(path('acme', 'itf_in_bps', `${period}&display=1h`));
    expect(response.json()).toEqual({
      kpi: 'itf_in_bps',
      unit: 'bps',
      aggregation: 'average',
      series: [{ id: null, points: [[START, 15]] }],
    });
  });

  it('are those of full steps where the period begins or ends within one', async () => {
    const query = `from=${String(START + 700)}&to=${String(START + HOUR / 2)}&display=1h`;
    const response = await browser.get(path('acme', 'itf_in_bps', query));
    expect(response.json()).toMatchObject({ series: [{ id: null, points: [[START, 15]] }] });
    const last = 2 ** 32 - 1;
    const end = `from=${String(last - 2 * HOUR)}&to=${String(last)}&display=1d&timeZone=America/New_York`;
    expect((await browser.get(path('acme', 'itf_in_bps', end))).json()).toMatchObject({ series: [] });
  });

  it('may be seen as another KPI: the peak is the largest of them', async () => {
    const response = await browser.get(path('acme', 'itf_in_bps_max', `${period}&display=1h&by=element`));
    expect(response.json()).toMatchObject({
      aggregation: 'maximum',
      series: [{ id: 50, points: [[START, 20]] }],
    });
  });

  it('of flows may be those of an area, cluster or conversation as measured', async () => {
    const response = await browser.get(
      path('acme', 'app_bps', `${period}&display=1h&by=element&elements=60`),
    );
    expect(response.json()).toMatchObject({ unit: 'bps', series: [{ id: 60, points: [[START, 30]] }] });
  });

  it('of a foreign customer are not found', async () => {
    expect((await browser.get(path('globex', 'itf_in_bps', period))).statusCode).toBe(404);
  });

  it('need the permission to read dashboards', async () => {
    const other = await server.signedIn('outsider');
    expect((await other.get(path('acme', 'itf_in_bps', period))).statusCode).toBe(403);
  });

  /** A period of some days that starts some days ago by the server's clock. */
  const since = (days: number, of: number): string => {
    const start = Math.floor(server.clock.now().getTime() / 1_000) - days * 24 * HOUR;
    return `from=${String(start)}&to=${String(start + of * 24 * HOUR)}`;
  };

  describe('that an alarm is on', () => {
    const url = (alarm: number, clientId = 'acme'): string =>
      `/api/v1/customers/${String(of(clientId))}/alert/${String(alarm)}/70/kpi?${period}`;
    const statusOf = async (user: Browser, path: string) => (await user.get(path)).statusCode;

    it('can be read on its element with the permission to read alarms alone', async () => {
      const response = await (await server.signedIn('outsider')).get(url(server.alarms.open));
      expect(response.json()).toMatchObject({
        kpi: 'itf_in_util',
        unit: 'percent',
        series: [{ id: 70, points: [[START, 90]] }],
      });
    });

    it('come with the other KPIs that are measured on its element', async () => {
      const path = url(server.alarms.open).replace('/kpi?', '/related?');
      const response = await (await server.signedIn('outsider')).get(path);
      expect(response.json()).toMatchObject({
        kpis: [{ kpi: 'itf_in_err', unit: 'percent', series: [{ id: 70, points: [[START, 1]] }] }],
      });
    });

    it('come with the changes of its definition, without thresholds of others', async () => {
      await server.account({
        username: 'editor',
        permissions: ['TEMPLATE.COCKPIT.write', 'EXTRA.UNSHARED.read'],
      });
      const editor = await server.signedIn('editor');
      const { id: cockpit } = (
        await editor.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Changed' } })
      ).json<{ id: number }>();
      const alarms = `/api/v1/mt/cockpit/${String(cockpit)}/alarms`;
      const created = (await editor.send('POST', alarms, { body: anAlarmDraft() })).json<Alarm>();
      await server.stack.db
        .updateTable('resource')
        .set({ shared_with_all: true })
        .where('id', '=', cockpit)
        .execute();
      const at = `${alarms}/${String(created.id)}`;
      await server.clock.leap(1_000);
      const changedAt = server.clock.now().getTime();
      const draft = { ...anAlarmDraft({ threshold: 75 }), runbook: '', version: created.version };
      const changed = (await editor.send('PUT', at, { body: draft })).json<Alarm>();
      await server.clock.leap(1_000);
      const target = { customer: of('globex') };
      const own = { version: changed.version, target, value: 60 };
      expect((await editor.send('PUT', `${at}/thresholds`, { body: own })).statusCode).toBe(200);
      const seconds = Math.floor(changedAt / 1_000);
      const query = `from=${String(seconds - HOUR)}&to=${String(seconds + HOUR)}`;
      const path = url(created.id).replace(/kpi\?.*/, `changes?${query}`);
      const expected = { at: changedAt, parts: ['condition'], threshold: { before: 90, after: 75 } };
      await eventually(async () => {
        const reply = await (await server.signedIn('outsider')).get(path);
        return reply.statusCode === 404
          ? undefined
          : (expect(reply.json()).toEqual({ changes: [expected] }) ?? true);
      });
    });

    it('need that permission, and an alarm and a customer that the user sees', async () => {
      const outsider = await server.signedIn('outsider');
      const { open, restricted } = server.alarms;
      for (const route of ['/kpi?', '/related?', '/traffic?', '/changes?']) {
        const at = (address: string) => address.replace('/kpi?', route);
        expect(await statusOf(browser, at(url(open)))).toBe(403);
        expect(await statusOf(outsider, at(url(restricted)))).toBe(404);
        expect(await statusOf(outsider, at(url(2_000_000)))).toBe(404);
        expect(await statusOf(outsider, at(url(open, 'globex')))).toBe(404);
      }
    });
  });

  describe('come with the traffic of the element of an alarm', () => {
    const [device, port, other] = [80, 81, 82];
    const HTTPS = (3n << 32n) | 443n;
    const DNS = (3n << 32n) | 53n;
    const sitesOf = (clientId: string) =>
      [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
        customer === of(clientId) ? [id] : [],
      );
    const read = async (user: Browser, element: number, query = period) => {
      const { open } = server.alarms;
      const base = `/api/v1/customers/${String(of('acme'))}/alert/${String(open)}`;
      return user.get(`${base}/${String(element)}/traffic?${query}`);
    };
    const traffic = async (user: Browser, element: number) =>
      (await read(user, element)).json<ElementTraffic>();

    beforeAll(async () => {
      const [here = 0, there = 0] = sitesOf('acme');
      const placed = { customer: of('acme'), site: here, active: true };
      const inventory = server.inventory();
      (inventory.devices as Map<number, DeviceEntry>).set(device, {
        ...placed,
        id: device,
        name: 'edge',
        address: '',
        vendor: '',
        model: '',
        snmp: undefined,
        exporters: ['192.0.2.1'],
        interfaces: [port, other],
      });
      for (const [id, name] of [
        [port, 'Gi0/0'],
        [other, 'Gi0/1'],
      ] as const)
        (inventory.interfaces as Map<number, InterfaceEntry>).set(id, {
          ...placed,
          id,
          name,
          device,
          alias: '',
          index: null,
          bandwidthInBps: null,
          bandwidthOutBps: null,
        });
      const atMs = START * 1_000 + 60_000;
      const own = { ...flowRow(0, atMs), customer: of('acme'), site: here, exporter: device, direction: 0 };
      const ends = { source_site: there, destination_site: here };
      const inwards = { ...own, ...ends, in_interface: port, out_interface: other, application: HTTPS };
      const row = (bytes: number, changes: Partial<typeof own> = {}) => ({
        ...inwards,
        ...changes,
        bytes: BigInt(bytes),
        packets: BigInt(bytes / 100),
      });
      await server.stack.clickhouse.insertRowBinary({
        table: 'flows',
        columns: Object.keys(flows.columns),
        rows: flowCodec.encode([
          row(6_000),
          row(1_000, { application: DNS, source_site: 0 }),
          // Reported at the output as well.
          row(6_000, { direction: 1, duplicate: 2 }),
          // The other direction, the port of another device, a site before the device moved, another customer.
          row(500, { in_interface: other, out_interface: port, source_site: here, destination_site: 0 }),
          row(9_000, { exporter: 90 }),
          row(9_000, { site: there }),
          row(9_000, { customer: of('globex') }),
        ]),
      });
      const named = (exporter: number, name: string, since: number) => ({
        customer: of('acme'),
        exporter,
        application: DNS,
        name,
        since,
        at: since,
        category: '',
        sub_category: '',
        application_group: '',
        traffic_class: '',
        relevance: '',
      });
      await server.stack.clickhouse.insertRowBinary({
        table: 'application_names',
        columns: Object.keys(applicationNames.columns),
        rows: codecOf(applicationNames).encode([
          named(device, 'dns', atMs - 60_000),
          named(device, 'dns-then', atMs + 60_000),
          named(device, 'dns-later', atMs + 24 * HOUR * 1_000),
          named(90, 'dns of another exporter', atMs + 120_000),
        ]),
      });
      await server.account({ username: 'onlooker', permissions: ['ALERT.read'], customers: ['acme'] });
    });

    it('of an interface by application and conversation, in the direction of its KPI', async () => {
      expect(await traffic(await server.signedIn('onlooker'), port)).toEqual({
        way: 'in',
        exports: true,
        divisions: [
          {
            by: 'application',
            total: { bytes: 7_000, packets: 70 },
            parts: [
              { name: 'HTTPS', bytes: 6_000, packets: 60 },
              { name: 'dns-then', bytes: 1_000, packets: 10 },
            ],
          },
          {
            by: 'conversation',
            total: { bytes: 7_000, packets: 70 },
            parts: [
              { name: 'acme two', bytes: 6_000, packets: 60 },
              { name: null, bytes: 1_000, packets: 10 },
            ],
          },
        ],
      });
    });

    it('names the application and its hosts in the incident of a line', async () => {
      const [site = 0] = sitesOf('acme');
      const subject = { customer: of('acme'), site, element: port, alarm: server.alarms.open, from: START };
      await insertEvents(server.stack.clickhouse, eventsOfText('+1', subject));
      const user = await server.signedIn('onlooker');
      const url = `/api/v1/customers/${String(of('acme'))}/alert/incidents?${period}`;
      const { incidents } = (await user.get(url)).json<{ incidents: AlarmIncident[] }>();
      const share = { application: 'HTTPS', percent: 600 / 7, hosts: 1 };
      expect(incidents.find(({ main }) => main.element === port)?.share).toEqual({
        ...share,
        percent: expect.closeTo(share.percent) as number,
      });
    });

    it('says which custom applications do not exist any more', async () => {
      const application = CUSTOM_ENGINE * 2 ** 32 + 4_711;
      const at = START - 6 * HOUR;
      const [site = 0] = sitesOf('acme');
      const row = {
        ...flowRow(0, at * 1_000 + 60_000),
        customer: of('acme'),
        site,
        exporter: device,
        direction: 0,
        source_site: 0,
        destination_site: site,
        in_interface: port,
        out_interface: other,
        application: BigInt(application),
        bytes: 1_000n,
        packets: 10n,
      };
      await server.stack.clickhouse.insertRowBinary({
        table: 'flows',
        columns: Object.keys(flows.columns),
        rows: flowCodec.encode([row]),
      });
      const query = `from=${String(at)}&to=${String(at + HOUR)}`;
      const reply = await read(await server.signedIn('onlooker'), port, query);
      expect(reply.json<ElementTraffic>().divisions[0]?.parts).toEqual([
        { name: applicationName(application), deleted: true, bytes: 1_000, packets: 10 },
      ]);
    });

    it('of a device by interface, of a site by application, each flow once', async () => {
      const user = await server.signedIn('onlooker');
      expect((await traffic(user, device)).divisions).toEqual([
        {
          by: 'interface',
          total: { bytes: 14_000, packets: 140 },
          parts: [
            { name: 'Gi0/0', bytes: 7_500, packets: 75 },
            { name: 'Gi0/1', bytes: 6_500, packets: 65 },
          ],
        },
      ]);
      const ofSite = await traffic(user, sitesOf('acme')[0]!);
      expect(ofSite.divisions.map(({ by, total }) => [by, total.bytes])).toEqual([
        ['application', 16_500],
        ['conversation', 16_500],
      ]);
    });

    it('without names of sites that the user does not see', async () => {
      const { db } = server.stack;
      const account = await server.account({
        username: 'of one site',
        permissions: ['ALERT.read'],
        customers: ['acme'],
      });
      await db
        .insertInto('account_restriction')
        .values({ account_id: account, customer_id: of('acme') })
        .execute();
      await db
        .insertInto('account_site')
        .values({ account_id: account, site_id: sitesOf('acme')[0]! })
        .execute();
      const user = await server.signedIn('of one site');
      const { divisions } = await traffic(user, port);
      expect(divisions[1]!.parts).toEqual([
        { name: null, hidden: true, bytes: 6_000, packets: 60 },
        { name: null, bytes: 1_000, packets: 10 },
      ]);
      expect((await read(user, sitesOf('acme')[1]!)).statusCode).toBe(404);
    });

    it('only while it is retained, and not of elements of another customer', async () => {
      const user = await server.signedIn('onlooker');
      expect((await read(user, port, since(40, 1))).json()).toMatchObject({ code: 'SERIES_NOT_RETAINED' });
      expect((await read(user, sitesOf('globex')[0]!)).statusCode).toBe(404);
      expect(await traffic(user, 999)).toEqual({ way: 'both', exports: null, divisions: [] });
    });
  });

  it('have the granularity of their period unless one is stated', async () => {
    const threeDays = `from=${String(START - 60 * HOUR)}&to=${String(START + 12 * HOUR)}`;
    const response = await browser.get(path('acme', 'itf_in_bps', `${threeDays}&by=element`));
    expect(response.json()).toMatchObject({ series: [{ points: [[START, 15]] }] });
  });

  it.each([50, 95, 98])(
    'of 92 days have percentiles of any level from stored quantiles: %i',
    async (level) => {
      const query = `${since(90, 90)}&aggregation=percentile&percentile=${String(level)}&working=5m&display=1d`;
      for (const key of ['cpe_cpu', 'itf_in_bps'])
        expect((await browser.get(path('acme', key, `${query}&by=element`))).statusCode).toBe(200);
      // The values of several elements become one before they are aggregated over time: their sum has no quantiles.
      const together = await browser.get(path('acme', 'itf_in_bps', query));
      expect(together.json()).toMatchObject({ code: 'SERIES_NOT_RETAINED' });
      const automatic = query.replace('&working=5m', '');
      expect((await browser.get(path('acme', 'itf_in_bps', automatic))).statusCode).toBe(200);
    },
  );

  it.each([
    ['more than 577 points', 'itf_in_bps', () => `${since(4, 4)}&display=5m`, 400, 'SERIES_TOO_LONG'],
    ['5-minute values that are not kept', 'itf_in_bps', () => since(40, 1), 400, 'SERIES_NOT_RETAINED'],
    ['hours that are not kept', 'itf_in_bps', () => since(1_100, 10), 400, 'SERIES_NOT_RETAINED'],
    [
      'a percentile of sums, of which no values are stored',
      'itf_in_bps',
      () => `${since(90, 90)}&aggregation=percentile&percentile=98&working=5m&display=1d`,
      400,
      'SERIES_NOT_RETAINED',
    ],
    ['5-minute flows that are not kept', 'app_bps', () => since(40, 1), 400, 'SERIES_NOT_RETAINED'],
    ['a KPI that does not exist', 'itf', period, 404, 'NOT_FOUND'],
    ['a start after the end', 'itf_in_bps', 'from=10&to=5', 400, 'VALIDATION'],
    ['a time zone without a name', 'itf_in_bps', `${period}&timeZone=`, 400, 'VALIDATION'],
    ['an id that is none', 'itf_in_bps', `${period}&elements=1,x`, 400, 'VALIDATION'],
    [
      'a display granularity below the working one',
      'itf_in_bps',
      `${period}&working=1h&display=5m`,
      400,
      'DISPLAY_GRANULARITY_TOO_FINE',
    ],
  ])('are rejected for %s', async (_, key, query, status, code) => {
    const text = typeof query === 'string' ? query : query();
    const response = await browser.get(path('acme', key, text));
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code]);
  });

  it('belong to a library that every signed-in user can read, with its formulas', async () => {
    const { kpis: library } = (await browser.get('/api/v1/kpi')).json<{ kpis: readonly { key: string }[] }>();
    expect(library).toHaveLength(74);
    expect(library).toContainEqual(
      expect.objectContaining({
        key: 'itf_in_bps',
        fr: 'Débit entrant',
        formulas: expect.arrayContaining([{ scope: 'snmp', formula: '8 * rate(in_octets)' }]),
      }),
    );
  });
});
