import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { emptyPage, emptyReport, type WrittenReport } from '#schemas/report/document.ts';
import type { ReportRun } from '#schemas/rendering/routes.ts';
import { jobsMetrics } from '#engine/jobs/jobs-metrics.ts';
import { Chromium, useOf } from '#engine/jobs/pdf/chromium.ts';
import { reportRenderer } from '#engine/jobs/render.ts';
import { RenderWorker } from '#engine/jobs/render-worker.ts';
import { DAY_S } from '#schemas/time/duration.ts';
import { KPI, type LargeCustomer } from '../data/large-customer.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { withLargeCustomer, type LargeStage } from '../live/large-stage.ts';
import { postTo } from '../live/server.ts';

const PAGES = 20;
const DASHLETS = 3;
const ROUNDS = 3;
const LOOK_MS = 250;
const MEBIBYTE = 1_048_576;
const MANY = 1_000_000;

/** Twenty pages with three timelines of a site each. */
function reportOf({ sites }: LargeCustomer): WrittenReport {
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    ...emptyPage(`p${String(at)}`),
    items: Array.from({ length: DASHLETS }, (_item, place) => {
      const site = sites[(at * DASHLETS + place) % sites.length] ?? 0;
      return {
        id: `i${String(at)}-${String(place)}`,
        kind: 'dashlet' as const,
        frame: { x: 40, y: 30 + place * 245, width: 1_040, height: 235 },
        content: {
          type: 'timeline' as const,
          title: `Site ${String(site)}`,
          settings: {
            keys: ['interface' as const],
            breakdown: { kind: 'top' as const, count: 4 },
            series: [{ kpi: KPI }],
            filters: [{ element: 'site' as const, ids: [site] }],
          },
        },
      };
    }),
  }));
  return { ...emptyReport, period: { kind: 'last', minutes: 2 * 24 * 60 }, pages };
}

interface PrintFigures {
  readonly seconds: number;
  /** Largest memory of the browser. */
  readonly mebibytes: number;
  readonly megabytes: number;
}

/** Memory of a browser while something runs, looked at four times a second. */
async function peakOf(chromium: Chromium, run: () => Promise<unknown>): Promise<number> {
  const ended = new AbortController();
  let peak = 0;
  systemClock.every(
    LOOK_MS,
    async () => {
      const { memoryBytes } = await chromium.use(useOf).catch(() => ({ memoryBytes: 0 }));
      peak = Math.max(peak, memoryBytes);
    },
    ended.signal,
  );
  try {
    await run();
  } finally {
    ended.abort();
  }
  return peak / MEBIBYTE;
}

async function printReport(
  { server, db, large }: LargeStage,
  { chromium, report }: { readonly chromium: Chromium; readonly report: number },
): Promise<PrintFigures> {
  const path = `/customers/${String(large.customer)}/report/${String(report)}/run`;
  const to = large.end;
  const { id } = await postTo<ReportRun>(server, path, { format: 'pdf', from: to - 2 * DAY_S, to });
  const worker = new RenderWorker({
    db,
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    metrics: jobsMetrics(openMetrics({ defaults: false })),
    name: 'bench',
    render: reportRenderer({
      chromium,
      consoleUrl: server.url,
      publicUrl: server.url,
      clock: systemClock,
      maxMemoryBytes: MANY * MEBIBYTE,
    }),
  });
  const startMs = performance.now();
  const mebibytes = await peakOf(chromium, () => worker.once('bench', new AbortController().signal));
  const seconds = (performance.now() - startMs) / 1_000;
  const row = await db
    .selectFrom('report_run')
    .select(['state', 'detail', 'file_bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.state !== 'done') throw new Error(`the report is ${row.state}: ${row.detail}`);
  return { seconds, mebibytes, megabytes: (row.file_bytes ?? 0) / MEBIBYTE };
}

const SHEET = 'width: 1123px; height: 794px; break-after: page; overflow: hidden';
/** As many sheets of the same size, with plain text. */
const staticPages = `<style>@page { size: 1123px 794px; margin: 0 } body { margin: 0 }</style>${Array.from(
  { length: PAGES },
  (_, at) => `<div style="${SHEET}"><h1>Page ${String(at + 1)}</h1><p>Of plain text.</p></div>`,
).join('')}`;

/** Static pages by the same browser: what Chromium itself costs. */
const printStatic = async (chromium: Chromium): Promise<PrintFigures> => {
  const startMs = performance.now();
  let bytes = 0;
  const mebibytes = await peakOf(chromium, () =>
    chromium.use(async (browser) => {
      const page = await browser.newPage();
      await page.setContent(staticPages);
      const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
      bytes = pdf.length;
      await page.close();
    }),
  );
  return { seconds: (performance.now() - startMs) / 1_000, mebibytes, megabytes: bytes / MEBIBYTE };
};

const median = (values: readonly number[]): number => quantile(values, 0.5);

function resultsOf(
  name: string,
  printed: readonly PrintFigures[],
  plain: readonly PrintFigures[],
): BenchResult[] {
  return (
    [
      ['time', 's', 'seconds'],
      ['memory of Chromium', 'MiB', 'mebibytes'],
      ['file', 'MiB', 'megabytes'],
    ] as const
  ).map(([what, unit, key]) => {
    const samples = printed.map((one) => one[key]);
    const peerValue = median(plain.map((one) => one[key]));
    const value = median(samples);
    return {
      name: `${name}: ${what}`,
      value,
      unit,
      samples,
      peer: 'static pages, same Chromium',
      peerValue,
      ratio: value / peerValue,
    };
  });
}

async function measure(stage: LargeStage): Promise<readonly BenchResult[]> {
  const { server, large } = stage;
  const { id: report } = await postTo<{ readonly id: number }>(
    server,
    `/customers/${String(large.customer)}/report`,
    { name: 'Bench', description: '', folder: '', document: reportOf(large) },
  );
  const chromium = new Chromium({
    path: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    origin: new URL(server.url).origin,
    maxReports: MANY,
    maxMemoryBytes: MANY * MEBIBYTE,
    metrics: jobsMetrics(openMetrics({ defaults: false })),
  });
  try {
    const [plain, printed]: [PrintFigures[], PrintFigures[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) plain.push(await printStatic(chromium));
    for (let round = 0; round < ROUNDS; round += 1)
      printed.push(await printReport(stage, { chromium, report }));
    return resultsOf(`PDF of ${String(PAGES)} pages, ${String(PAGES * DASHLETS)} timelines`, printed, plain);
  } finally {
    await chromium.close();
  }
}

const run = (): Promise<readonly BenchResult[]> => withLargeCustomer(measure);

/** How long a report of 20 pages with 60 timelines takes as a PDF, and how much memory Chromium has. */
export const reportPdfBench = { name: 'report-pdf', run };
