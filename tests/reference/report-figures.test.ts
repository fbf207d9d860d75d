import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { freePort } from '#platform/embedded/free-port.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { emptyPage, emptyReport, ReportDocument, type WrittenReport } from '#schemas/report/document.ts';
import { isDashletItem, viewOf } from '#schemas/report/views.ts';
import type { Browser } from '#tests/fixtures/server/server-under-test.ts';
import {
  createReport,
  hasPoppler,
  readPdf,
  readRun,
  renderingOf,
  reportPath,
  requestRun,
} from '#tests/fixtures/report/rendering-under-test.ts';
import { openedFaults } from './dashlet-faults.ts';
import type { DashletFacts } from './dashlet-values.ts';
import { serveLargeNetwork, type ServedLargeNetwork } from './network/serve-large-network.ts';
import { rowsInText, saysValue, valuesByName } from './printed-figures.ts';

const ZONE = 'Europe/Paris';
const at = (time: string): number => Date.parse(time) / 1_000;

/** In the zone of the report, whose clock changes on 25 October and at the end of March. */
const periods = [
  ['a day of 25 hours', { from: at('2026-10-25T00:00+02:00'), to: at('2026-10-26T00:00+01:00') }],
  [
    'a month with a change of the clock',
    { from: at('2026-10-01T00:00+02:00'), to: at('2026-11-01T00:00+01:00') },
  ],
  ['a year', { from: at('2025-11-01T00:00+01:00'), to: at('2026-11-01T00:00+01:00') }],
] as const;

const four = (kpi: string) => [
  { kpi, aggregation: 'average' },
  { kpi, aggregation: 'maximum' },
  { kpi, aggregation: 'minimum' },
  { kpi, aggregation: 'percentile', percentile: 95 },
];

const table = (id: string, keys: readonly string[], series: readonly object[]) => ({
  id,
  kind: 'dashlet',
  frame: { x: 40, y: 40, width: 1_000, height: 700 },
  content: { type: 'table', title: id, settings: { keys, breakdown: { kind: 'all' }, series } },
});

const tables = [
  table('throughput', ['interface'], four('itf_in_bps')),
  table('use', ['interface'], four('itf_in_util')),
  table('volume', ['interface'], [{ kpi: 'itf_in_bytes', aggregation: 'sum' }]),
  table('sites', ['site'], [{ kpi: 'wan_in_bytes', aggregation: 'sum' }, ...four('wan_in_bps')]),
  table('course', ['date', 'site'], [{ kpi: 'wan_in_bytes', aggregation: 'sum' }]),
];

const written: WrittenReport = {
  ...emptyReport,
  timeZone: ZONE,
  pages: tables.map((item, index) => ({ ...emptyPage(`p${String(index)}`), items: [item] as never })),
};
const document = ReportDocument.parse(written);

/** The requests that the tables send for a period. */
const requestsFor = (period: { readonly from: number; readonly to: number }): readonly DataRequestInput[] =>
  document.pages.flatMap((page) =>
    page.items
      .filter(isDashletItem)
      .flatMap((item) =>
        requestsOf(viewOf(document, page, item), { period, isFixed: true, timeZone: ZONE }).map((one) =>
          'request' in one ? one.request : expect.fail('nothing is selected'),
        ),
      ),
  );

const signal = new AbortController().signal;

describe('a report as a file has the figures of the interface and of the reference', () => {
  let served: ServedLargeNetwork;
  let facts: DashletFacts;
  let author: Browser;
  let report: number;
  let rendering: ReturnType<typeof renderingOf>;
  beforeAll(async () => {
    const port = await freePort(0);
    const url = `http://127.0.0.1:${String(port)}`;
    served = await serveLargeNetwork({ publicUrl: url, webFolder: resolve('dist/web') });
    const { server, places } = served;
    const scopes = new Map(served.network.elements.map(({ id, scope }) => [id, scope]));
    facts = {
      ...served.facts,
      traffic: served.traffic,
      scopeOf: (id) => scopes.get(id),
      missesPolls: places.globex,
    };
    await server.app.listen({ host: '127.0.0.1', port });
    const permissions = ['REPORT.write', 'PRIVATE.RESOURCE.write'] as const;
    await server.account({ username: 'author', permissions, customers: ['acme'] });
    author = await server.signedIn('author');
    report = await createReport(author, reportPath(server, 'acme'), 'Figures', written);
    rendering = renderingOf(server, url, { clock: { now: () => server.clock.now() } });
  });
  afterAll(async () => {
    await rendering.chromium.close();
    await served.close();
  });

  const runs = (path = ''): string => reportPath(served.server, 'acme', `/${String(report)}/run${path}`);
  async function fileOf(order: object): Promise<Buffer> {
    const { id } = await requestRun(author, runs(), { timeZone: ZONE, ...order });
    await rendering.worker.once('w', signal);
    expect(await readRun(author, runs(`/${String(id)}`))).toMatchObject({ state: 'done', detail: '' });
    return (await author.get(runs(`/${String(id)}/file`))).rawPayload;
  }
  async function readBy(period: { readonly from: number; readonly to: number }) {
    const requests = requestsFor(period);
    const found = await served.read(served.places.acme, requests);
    return requests.map((request): { readonly request: DataRequestInput; readonly result: DataResult } => {
      const result = found.get(request.id);
      return typeof result === 'object'
        ? { request, result }
        : expect.fail(`${request.id}: ${String(result)}`);
    });
  }

  describe.each(periods)('over %s', (_, period) => {
    it('the interface says what is right', async () => {
      const customer = served.places.acme;
      for (const { request, result } of await readBy(period))
        expect({ id: request.id, faults: openedFaults(result, { request, customer, facts }) }).toEqual({
          id: request.id,
          faults: [],
        });
    });

    it('a workbook and a CSV have the same numbers, to the last digit', async () => {
      const read = await readBy(period);
      const { sheets } = await readXlsx(await fileOf({ format: 'xlsx', ...period }));
      for (const [index, { request, result }] of read.entries()) {
        const rows = sheets[index]!.rows.slice(1).map((row) =>
          row.filter((cell) => typeof cell === 'number'),
        );
        const right = result.rows.flatMap(({ values }) =>
          Array.from({ length: result.steps?.length ?? 1 }, (_step, step) =>
            values.flatMap((own) => own[step] ?? []),
          ),
        );
        expect({ id: request.id, rows }).toEqual({ id: request.id, rows: right });
      }
      const { result } = read[0]!;
      const csv = (await fileOf({ format: 'csv', dashlets: ['throughput'], ...period })).toString('utf8');
      const lines = csv.trimEnd().split('\r\n').slice(1);
      expect(lines).toEqual(
        result.rows.map(
          ({ key, values }) =>
            `"${String(key[0]!.name)}",${values.map(([value]) => (value === null ? '' : String(value))).join(',')}`,
        ),
      );
    });

    it.skipIf(!hasPoppler).each(['en', 'fr'] as const)('a PDF says them, rounded (%s)', async (language) => {
      const { text } = await readPdf(await fileOf({ format: 'pdf', language, ...period }));
      const printed = text.split('\f');
      const read = (await readBy(period)).filter(({ result }) => result.steps === null);
      let compared = 0;
      for (const [index, { request, result }] of read.entries()) {
        const rows = rowsInText(printed[index]!);
        for (const [name, values] of valuesByName(result)) {
          const cells = rows.get(name);
          for (const [place, value] of values.entries()) {
            if (value === null) continue;
            const said = cells?.[place] ?? '';
            expect(saysValue(said, value), `${request.id} ${name}: “${said}” for ${String(value)}`).toBe(
              true,
            );
            compared += 1;
          }
        }
      }
      expect(compared).toBeGreaterThan(20);
    });
  });
});
