import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { printAddress } from '#schemas/report/print.ts';
import { richTextOf } from '#schemas/report/rich-text.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { lines, pending, problem, reply } from '#web/testing/replies.ts';
import type { WrittenReport } from '#schemas/report/document.ts';
import { aResult } from '../../dashboard/testing/documents.ts';
import { aReport, monthlyReport, openPrint } from '../testing/reports.ts';

const root = () => document.querySelector('.tt-report-print');
const attribute = (name: string) => () => root()?.getAttribute(`data-${name}`) ?? null;
const queryOf = (part: object = {}): string =>
  printAddress({
    report: 7,
    customer: 1,
    from: 1_790_000_000,
    to: 1_790_086_400,
    timeZone: 'Europe/Paris' as const,
    language: 'en' as const,
    ...part,
  }).replace(/^.*customer=1/, '');

const ROWS = 70;
/** A table whose frame has room for some of its rows. */
const longTable: WrittenReport = {
  ...monthlyReport,
  pages: [
    {
      ...monthlyReport.pages[0]!,
      items: [
        {
          id: 'ports',
          kind: 'dashlet',
          frame: { x: 40, y: 400, width: 600, height: 300 },
          content: {
            type: 'table',
            title: 'Ports',
            settings: {
              keys: ['interface'],
              breakdown: { kind: 'all' },
              series: [{ kpi: 'itf_in_util' }],
            },
          },
        },
      ] as WrittenReport['pages'][number]['items'],
    },
    { ...monthlyReport.pages[1]!, id: 'after', title: 'Last', multiplier: undefined, items: [] },
  ],
};

/** Both logos, a shape, a text in the colour of the brand and one on it. */
const branded: WrittenReport = {
  ...monthlyReport,
  pages: [
    {
      ...monthlyReport.pages[0]!,
      items: [
        ...(['provider', 'customer'] as const).map((logo, index) => ({
          id: logo,
          kind: 'image' as const,
          image: null,
          logo,
          alt: '',
          frame: { x: 40, y: 40 + index * 100, width: 120, height: 60 },
        })),
        {
          id: 'bar',
          kind: 'shape',
          shape: 'rectangle',
          fill: 'brand',
          frame: { x: 40, y: 300, width: 120, height: 60 },
        },
        {
          id: 'ink',
          kind: 'text',
          frame: { x: 40, y: 400, width: 300, height: 60 },
          text: richTextOf('In yellow', [{ type: 'textStyle', attrs: { color: 'brand' } }]),
        },
        {
          id: 'box',
          kind: 'text',
          background: 'brand',
          frame: { x: 40, y: 500, width: 300, height: 60 },
          text: richTextOf('On yellow'),
        },
      ] as WrittenReport['pages'][number]['items'],
    },
  ],
};

const manyRows = reply(readData, ({ body: { requests } }) =>
  lines(
    readData,
    ...requests.map((request) => {
      const result = aResult(request);
      const rows = Array.from({ length: ROWS }, (_, index) => ({
        ...result.rows[0]!,
        key: [{ attribute: 'interface' as const, id: index + 1, name: `port ${String(index + 1)}` }],
      }));
      return { state: 'ready' as const, id: request.id, result: { ...result, rows, rowCount: ROWS } };
    }),
    { state: 'end' },
  ),
);

describe('a report that is printed', () => {
  it('says that it is ready once every dashlet has its result, on sheets of paper', async () => {
    const { server } = await openPrint({ query: queryOf() });
    await expect.poll(attribute('ready')).toBe('true');
    expect([attribute('pages')(), attribute('truncated')(), attribute('failed')()]).toEqual([
      '4',
      'false',
      '0',
    ]);
    const [sheet] = document.querySelectorAll<HTMLElement>('.tt-report-sheet');
    expect([sheet?.offsetWidth, sheet?.offsetHeight]).toEqual([1_123, 794]);
    expect(getComputedStyle(sheet!).backgroundColor).toBe('rgb(255, 255, 255)');
    const [{ body } = { body: undefined }] = server.received(readData);
    expect(body?.requests[0]).toMatchObject({
      from: 1_790_000_000,
      to: 1_790_086_400,
      timeZone: 'Europe/Paris',
    });
    for (const role of ['navigation', 'banner'] as const) expect(page.getByRole(role).query()).toBeNull();
  });

  it('prints the variables and the paper of its address, in its language', async () => {
    const variables = { site: [2] };
    const { server } = await openPrint({ query: queryOf({ variables, format: 'letter', language: 'fr' }) });
    await expect.poll(attribute('pages')).not.toBeNull();
    expect(server.received(listElements)[0]?.body.filters).toMatchObject([{ element: 'site', ids: [2] }]);
    expect(document.querySelector<HTMLElement>('.tt-report-sheet')?.offsetWidth).toBe(1_056);
    expect(document.documentElement.lang).toBe('fr');
  });

  it('has the logo and the colours of the brand, with letters that can be read on them', async () => {
    await openPrint({ query: queryOf(), entry: aReport(branded) });
    await expect.poll(attribute('ready')).toBe('true');
    const logo = document.querySelector<HTMLImageElement>('[data-kind="image"] img')!;
    expect(logo.src).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(logo.complete).toBe(true);
    // The customer has none: its place is empty, without a word about it.
    expect(document.querySelectorAll('[data-kind="image"]')[1]!.textContent).toBe('');
    const shape = document.querySelector('.tt-report-shape')!;
    expect(getComputedStyle(shape).fill).toBe('rgb(255, 212, 0)');
    // Yellow on white cannot be read: it is a shade of it.
    const [ink] = document.querySelectorAll('.tt-report-text p > span');
    expect(getComputedStyle(ink!).color).toBe('rgb(140, 117, 0)');
    const box = [...document.querySelectorAll<HTMLElement>('.tt-report-text-box')].at(-1)!;
    expect(getComputedStyle(box).backgroundColor).toBe('rgb(255, 212, 0)');
    expect(getComputedStyle(box.querySelector('.tt-report-text')!).color).toBe('rgb(0, 0, 0)');
  });

  it('is not ready while a dashlet waits', async () => {
    await openPrint({ query: queryOf(), replies: [reply(readData, pending)] });
    await expectVisible(page.getByText('Service report'));
    await expect.poll(attribute('ready')).toBe('false');
  });

  it('says why it cannot be printed', async () => {
    await openPrint({ query: queryOf(), replies: [reply(customerReports.read, problem('NOT_FOUND'))] });
    await expect.poll(attribute('problem')).toBe('REPORT_UNAVAILABLE');
  });

  it('continues with a table over further sheets, with its headings, and counts them', async () => {
    await openPrint({ query: queryOf(), entry: aReport(longTable), replies: [manyRows] });
    await expect.poll(attribute('ready')).toBe('true');
    const sheets = [...document.querySelectorAll<HTMLElement>('.tt-report-sheet')];
    expect(attribute('pages')()).toBe(String(sheets.length));
    expect(sheets.length).toBeGreaterThan(3);
    const tables = sheets.slice(0, -1).map((sheet) => sheet.querySelector('table')!);
    for (const [index, table] of tables.entries()) {
      expect([...table.tHead!.rows[0]!.cells].map(({ textContent }) => textContent)[0]).toBe('Interface');
      const { bottom } = table.parentElement!.getBoundingClientRect();
      expect(table.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom + 1);
      expect(sheets[index]!.querySelector('.tt-report-foot')?.textContent).toContain(
        `Page ${String(index + 1)} of ${String(sheets.length)}`,
      );
    }
    const names = tables.flatMap((table) =>
      [...table.tBodies[0]!.rows].map((row) => row.cells[0]!.textContent),
    );
    expect(names).toEqual(Array.from({ length: ROWS }, (_, index) => `port ${String(index + 1)}`));
    expect(sheets.at(-2)!.textContent).toContain(`to ${String(ROWS)} of ${String(ROWS)}`);
    expect(sheets[1]!.querySelector('h2')?.textContent).toBe('Summary (continued)');
  });
});
