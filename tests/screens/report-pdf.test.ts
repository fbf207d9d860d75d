import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import type { ServerUnderTest, Browser } from '#tests/fixtures/server/server-under-test.ts';
import {
  addTraffic,
  createReport,
  hasPoppler,
  readPdf,
  readRun,
  renderingOf,
  reportOf,
  reportPath,
  requestRun,
  SHOWN_URL,
} from '#tests/fixtures/report/rendering-under-test.ts';
import { consoleOfFile } from './support/console-of-file.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });
const hostile = '<img src=x onerror="document.title=\'owned\'"> =HYPERLINK("http://192.0.2.1/x") {period}';

let author: Browser;
let stranger: Browser;
let report: number;
const server: ServerUnderTest = telltale;
const signal = new AbortController().signal;
const rendering = renderingOf(server, telltale.url);
const runs = (remaining = ''): string => reportPath(server, 'acme', `/${String(report)}/run${remaining}`);

beforeAll(async () => {
  await addTraffic(server, 'acme', [12_345_678, 87_654_321]);
  await addTraffic(server, 'globex', [55_555_555, 66_666_666]);
  const permissions = ['REPORT.write', 'PRIVATE.RESOURCE.write'] as const;
  await server.account({ username: 'pdf-author', permissions, customers: ['acme'] });
  await server.account({ username: 'pdf-stranger', permissions, customers: ['globex'] });
  author = await server.signedIn('pdf-author');
  stranger = await server.signedIn('pdf-stranger');
  report = await createReport(author, reportPath(server, 'acme'), '=cmd & <b>Sites</b>', reportOf(hostile));
});
afterAll(() => rendering.chromium.close());

describe('a report as a file', () => {
  it.skipIf(!hasPoppler)(
    'as a PDF has the figures of the interface, tags, an outline, and numbered pages',
    async () => {
      const { id } = await requestRun(author, runs(), { format: 'pdf' });
      expect(await rendering.worker.once('w', signal)).toBe(true);
      const done = await readRun(author, runs(`/${String(id)}`));
      expect(done).toMatchObject({ state: 'done', failure: null, detail: '', progress: { total: 2 } });
      const file = await author.get(runs(`/${String(id)}/file`));
      const { text, facts, structure, images } = await readPdf(file.rawPayload);
      // 12,345,678 and 87,654,321 bit/s.
      for (const figure of ['12.3', '87.7', 'acme one', 'acme two', 'By site', 'Over time'])
        expect(text).toContain(figure);
      expect(text).toContain('onerror=');
      expect(text).toContain('Page 1 of 2');
      expect(text).toContain('Europe/Paris');
      expect(text).not.toContain('globex');
      // The chart on the second page is lines, with labels of its axes that can be selected.
      expect(images).toBe(0);
      expect(text.split('\f')[1]?.match(/\b\d{2}:\d{2}\b/g)?.length).toBeGreaterThan(4);
      expect(facts).toMatch(/Title:\s+=cmd & <b>Sites<\/b>$/m);
      expect(facts).toMatch(/Tagged:\s+yes/);
      expect(facts).toMatch(/Metadata Stream:\s+yes/);
      expect(file.rawPayload.toString('latin1')).toMatch(/\/DisplayDocTitle true>>\n\/Lang \(en\)/);
      expect(facts).toMatch(/Pages:\s+2/);
      expect(facts).toMatch(/Page size:\s+84[12](\.\d+)? x 59[56](\.\d+)? pts/);
      for (const tag of ['H1', 'H2', 'H3', 'Table', 'TH', 'Figure'])
        expect(structure).toMatch(new RegExp(`^\\s+${tag}\\b`, 'm'));
      // Nothing that could be pressed.
      expect(structure).not.toMatch(/^\s+Form\b/m);
      expect(structure).toContain('Traffic of the sites');
      expect(file.rawPayload.includes('/Outlines')).toBe(true);
    },
  );

  it.skipIf(!hasPoppler)(
    'as a PDF leads from the name of each site in tables and legends to its page, where browsers find the console',
    async () => {
      const { id } = await requestRun(author, runs(), { format: 'pdf' });
      await rendering.worker.once('w', signal);
      const { links } = await readPdf((await author.get(runs(`/${String(id)}/file`))).rawPayload);
      const customer = server.customers.get('acme')!;
      const pages = [...server.inventory().sites.values()]
        .filter((site) => site.customer === customer)
        .map((site) => `${SHOWN_URL}/inventory/site/${String(site.id)}?customer=${String(customer)}`);
      expect(new Set(links)).toEqual(new Set(pages));
      // In the table of the first page, and in the legend of the second.
      expect(links).toHaveLength(2 * pages.length);
    },
  );

  it.skipIf(!hasPoppler)('as a PDF has no links where the address of the console is not known', async () => {
    const unknown = renderingOf(server, telltale.url, { publicUrl: '' });
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    await unknown.worker.once('w', signal);
    const { links, text } = await readPdf((await author.get(runs(`/${String(id)}/file`))).rawPayload);
    expect(links).toEqual([]);
    expect(text).toContain('acme one');
    await unknown.chromium.close();
  });

  it('as a CSV and a workbook has the same values, and texts that run nothing', async () => {
    const csv = await requestRun(author, runs(), { format: 'csv', dashlets: ['sites'] });
    const xlsx = await requestRun(author, runs(), { format: 'xlsx' });
    await rendering.worker.once('w', signal);
    await rendering.worker.once('w', signal);
    for (const { id } of [csv, xlsx])
      expect(await readRun(author, runs(`/${String(id)}`))).toMatchObject({ state: 'done', detail: '' });
    const text = (await author.get(runs(`/${String(csv.id)}/file`))).body;
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFF"Site","Received (Average, Bits per second)"',
      '"acme one",12345678',
      '"acme two",87654321',
    ]);
    const file = await author.get(runs(`/${String(xlsx.id)}/file`));
    const { sheets } = await readXlsx(file.rawPayload);
    expect(sheets.map(({ name }) => name)).toEqual(['1 By site', '2 Over time', 'About']);
    expect(sheets[0]?.rows.slice(1)).toEqual([
      ['acme one', 12_345_678],
      ['acme two', 87_654_321],
    ]);
    expect(sheets[1]?.rows[1]).toEqual(['acme one', expect.any(Date), expect.any(String), 12_345_678]);
    expect(sheets[2]?.rows[0]).toEqual(['Report', '=cmd & <b>Sites</b>']);
  });

  it('belongs to its requester, and its token reads nothing else', async () => {
    const { id } = await requestRun(author, runs(), { format: 'csv' });
    expect((await stranger.get(runs(`/${String(id)}`))).statusCode).toBe(404);
    let token = '';
    const watched = renderingOf(server, telltale.url, {
      around: (render) => async (input) => {
        ({ token } = input);
        const output = await render(input);
        const bearer = { authorization: `Bearer ${token}` };
        const statuses = await Promise.all(
          [
            reportPath(server, 'acme', `/${String(report)}`),
            reportPath(server, 'acme', `/${String(report + 1)}`),
            reportPath(server, 'acme'),
            reportPath(server, 'globex', `/${String(report)}`),
            '/api/v1/session',
          ].map(async (path) => (await server.browser().get(path, bearer)).statusCode),
        );
        expect(statuses).toEqual([200, 404, 403, 404, 403]);
        return output;
      },
    });
    await watched.worker.once('w', signal);
    expect(await readRun(author, runs(`/${String(id)}`))).toMatchObject({ state: 'done', detail: '' });
    const bearer = { authorization: `Bearer ${token}` };
    const after = await server.browser().get(reportPath(server, 'acme', `/${String(report)}`), bearer);
    expect(after.statusCode).toBe(401);
  });
});
