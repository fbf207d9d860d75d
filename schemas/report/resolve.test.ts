import { describe, expect, it } from 'vitest';
import type { ListedElement } from '../data/element-routes.ts';
import { emptyReport, REPORT_VERSION, ReportDocument, type ReportPage } from './document.ts';
import { designedPages, resolvePages, type ElementsOfVariable } from './resolve.ts';

const sites = ['Lyon', 'Nice'].map((label, index) => ({ id: index + 1, label, active: true, values: [] }));
const links = [
  { id: 11, label: 'Gi0/1', site: 1 },
  { id: 12, label: 'Gi0/2', site: 1 },
  { id: 21, label: 'Gi0/1', site: 2 },
];

/** A network of two sites and three interfaces. */
async function list({ element, filters, count }: ElementsOfVariable): Promise<readonly ListedElement[]> {
  const [first, within] = filters;
  const found: readonly ListedElement[] =
    element === 'site'
      ? sites
      : links
          .filter(({ site }) => within?.ids === undefined || within.ids.includes(site))
          .map(({ id, label }) => ({ id, label, active: true, values: [] }));
  const chosen = found.filter(({ id }) => first?.ids === undefined || first.ids.includes(id));
  return await Promise.resolve(chosen.slice(0, count));
}

const variable = (id: string, element: string, more: object = {}) => ({
  name: id,
  choice: { id, element, ...more },
});
const page = (id: string, more: Partial<ReportPage> = {}) => ({ ...emptyReport.pages[0]!, id, ...more });
const report = (pages: readonly object[], more: object = {}): ReportDocument =>
  ReportDocument.parse({
    version: REPORT_VERSION,
    pages,
    variables: [variable('site', 'site'), variable('link', 'interface')],
    ...more,
  });
const keysOf = async (document: ReportDocument, options: { selection?: object; maxPages?: number } = {}) => {
  const { pages, truncated } = await resolvePages(document, {
    selection: {},
    maxPages: 200,
    list,
    ...options,
  } as never);
  return { keys: pages.map(({ key }) => key), truncated };
};

describe('report pages are resolved', () => {
  it('a page without multiplier once', async () => {
    expect(await keysOf(report([page('a'), page('b')]))).toEqual({ keys: ['a', 'b'], truncated: false });
  });

  it('a page with a multiplier once per element', async () => {
    expect((await keysOf(report([page('a', { multiplier: 'site' })]))).keys).toEqual(['a.1', 'a.2']);
  });

  it('the elements that the reader selects are those of the multiplier', async () => {
    const document = report([page('a', { multiplier: 'site' })]);
    expect((await keysOf(document, { selection: { site: [2] } })).keys).toEqual(['a.2']);
  });

  it('with a breakdown consecutive pages are repeated together, a cover page is not', async () => {
    const document = report([page('cover', { brokenDown: false }), page('a'), page('b')], {
      breakdown: 'site',
    });
    expect((await keysOf(document)).keys).toEqual(['cover', 'a.1', 'b.1', 'a.2', 'b.2']);
  });

  it('a multiplier lists the elements of the breakdown', async () => {
    const document = report([page('a', { multiplier: 'link' })], { breakdown: 'site' });
    expect((await keysOf(document)).keys).toEqual(['a.1.11', 'a.1.12', 'a.2.21']);
  });

  it('a multiplier that is the breakdown repeats nothing twice', async () => {
    const document = report([page('a', { multiplier: 'site' })], { breakdown: 'site' });
    expect((await keysOf(document)).keys).toEqual(['a.1', 'a.2']);
  });

  it('a variable that starts with its first element resolves to that one', async () => {
    const document = report([page('a', { multiplier: 'site' })], {
      variables: [variable('site', 'site', { default: { strategy: 'first' } })],
    });
    expect((await keysOf(document)).keys).toEqual(['a.1']);
  });

  it('resolution is truncated to a maximum page count', async () => {
    const document = report([page('a', { multiplier: 'link' }), page('b')]);
    expect(await keysOf(document, { maxPages: 2 })).toEqual({ keys: ['a.11', 'a.12'], truncated: true });
    expect(await keysOf(document, { maxPages: 4 })).toEqual({
      keys: ['a.11', 'a.12', 'a.21', 'b'],
      truncated: false,
    });
  });

  it('each page is numbered, and selects its elements', async () => {
    const document = report([page('a', { multiplier: 'link' })], { breakdown: 'site' });
    const { pages } = await resolvePages(document, { selection: { other: [9] }, maxPages: 200, list });
    expect(pages[1]).toMatchObject({
      number: 2,
      selection: { other: [9], site: [1], link: [12] },
      elements: [
        { variable: 'site', id: 1, label: 'Lyon' },
        { variable: 'link', id: 12, label: 'Gi0/2' },
      ],
    });
  });

  it('outside the administration space only: there every page is shown once', () => {
    const document = report([page('a', { multiplier: 'site' }), page('b')], { breakdown: 'site' });
    expect(designedPages(document).map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
