import { describe, expect, it } from 'vitest';
import { isRequestOf } from '../dashboard/document-read-guard.ts';
import { requestsOf } from '../dashboard/document-requests.ts';
import { DataRequest } from '../data/data-request.ts';
import { emptyReport, REPORT_VERSION, ReportDocument } from './document.ts';
import { pageSize } from './page-size.ts';
import { variableFaults } from './parameters.ts';
import { reportSpan } from './period.ts';
import { printAddress, variablesFrom } from './print.ts';
import { fieldsIn, plainText, RichText } from './rich-text.ts';
import { confirmationsOf, isOutside, unusedVariables, withFormat, withLayout } from './rules.ts';
import { variablesOf, pageViews } from './views.ts';

const frame = { x: 0, y: 0, width: 100, height: 100 };
const gauge = { type: 'gauge', title: '', settings: { series: [{ kpi: 'itf_in_util' }] } };
const variable = (id: string, element: string, more: object = {}) => ({
  name: id,
  choice: { id, element, ...more },
});
const page = (more: object = {}) => ({ ...emptyReport.pages[0]!, ...more });
const report = (more: object = {}): ReportDocument =>
  ReportDocument.parse({ version: REPORT_VERSION, pages: [page()], ...more });
const dashlet = (more: object = {}) => ({ id: 'i1', kind: 'dashlet', frame, content: gauge, ...more });

describe('pages', () => {
  it.each([
    ['a4', 'landscape', 1_123, 794],
    ['a4', 'portrait', 794, 1_123],
    ['letter', 'landscape', 1_056, 816],
    ['letter', 'portrait', 816, 1_056],
  ] as const)('%s %s has %i by %i pixels at 96 dpi', (format, layout, width, height) => {
    expect(pageSize(format, layout)).toEqual({ width, height });
  });

  it('take the size of another format, each in its orientation', () => {
    const [one, two] = withFormat(
      withLayout(report({ pages: [page(), page({ id: 'p2' })] })),
      'letter',
    ).pages;
    expect([one?.width, two?.height]).toEqual([816, 1_056]);
  });
});

describe('confirmation is requested', () => {
  it.each([
    ['left of it', { ...frame, x: -1 }, true],
    ['above it', { ...frame, y: -1 }, true],
    ['right of it in part', { ...frame, x: 1_024 }, true],
    ['below it', { ...frame, y: 900 }, true],
    ['within it', { ...frame, x: 1_023 }, false],
  ])('when items lie outside their page: %s', (_, at, expected) => {
    expect(isOutside(at, page() as never)).toBe(expected);
    const items = [{ id: 'i1', kind: 'shape', shape: 'line', frame: at }];
    expect(confirmationsOf(report({ pages: [page({ items })] }))).toEqual(
      expected ? ['REPORT_ITEMS_OUTSIDE_PAGE'] : [],
    );
  });

  const site = variable('site', 'site');
  it.each([
    ['nothing', {}, ['site']],
    ['a dashlet', { pages: [page({ items: [dashlet({ variables: ['site'] })] })] }, []],
    ['a page multiplier', { pages: [page({ multiplier: 'site' })] }, []],
    ['a page filter', { pages: [page({ filters: ['site'] })] }, []],
    ['the breakdown', { breakdown: 'site' }, []],
  ])('when variables are unused: used by %s', (_, more, expected) => {
    const document = report({ variables: [site], ...more });
    expect(unusedVariables(document)).toEqual(expected);
    expect(confirmationsOf(document)).toEqual(expected.length > 0 ? ['REPORT_VARIABLES_UNUSED'] : []);
  });
});

describe('the variables of a dashlet', () => {
  const variables = ['own', 'multiplier', 'ofPage', 'breakdown', 'ofReport'].map((id) =>
    variable(id, 'site'),
  );
  it.each([
    [['own'], 'own'],
    [[], 'multiplier'],
  ])('about one kind of elements: the nearest counts, with %j', (own, expected) => {
    const document = report({
      variables,
      breakdown: 'breakdown',
      filters: ['ofReport'],
      pages: [page({ multiplier: 'multiplier', filters: ['ofPage'], items: [dashlet({ variables: own })] })],
    });
    const [shown] = document.pages;
    const [item] = shown!.items;
    expect(variablesOf(document, shown!, item as never)).toEqual([expected]);
  });

  it('of a page that is not broken down are not those of the breakdown', () => {
    const document = report({
      variables: [variable('site', 'site')],
      breakdown: 'site',
      pages: [page({ brokenDown: false, items: [dashlet()] })],
    });
    expect(pageViews(document)[0]?.filters).toEqual([]);
  });

  it('make its request one of the report, for any selection', () => {
    const document = report({
      variables: [variable('site', 'site')],
      filters: ['site'],
      pages: [page({ items: [dashlet()] })],
    });
    const [view] = pageViews(document);
    const [first] = requestsOf(view!, {
      period: { from: 0, to: 3_600 },
      timeZone: 'UTC',
      selection: { site: [7] },
    });
    const request = DataRequest.parse((first as { request: unknown }).request);
    expect(request.filters).toMatchObject([{ element: 'site', ids: [7] }]);
    expect(isRequestOf(view!, request)).toBe(true);
    expect(isRequestOf(view!, { ...request, keys: ['interface'], breakdown: { kind: 'all' } } as never)).toBe(
      false,
    );
  });
});

describe('the period of a report', () => {
  const at = (text: string): number => Date.parse(text) / 1_000;
  const now = at('2026-11-18T10:30:00Z');
  it.each([
    ['the last hour', { kind: 'last', minutes: 60 }, '2026-11-18T09:30:00Z', '2026-11-18T10:30:00Z'],
    ['this month', { kind: 'current', unit: 'month' }, '2026-10-31T23:00:00Z', '2026-11-18T10:30:00Z'],
    [
      'the previous month',
      { kind: 'previous', unit: 'month', count: 1 },
      '2026-09-30T22:00:00Z',
      '2026-10-31T23:00:00Z',
    ],
    [
      'the previous three months',
      { kind: 'previous', unit: 'month', count: 3 },
      '2026-07-31T22:00:00Z',
      '2026-10-31T23:00:00Z',
    ],
    [
      'the previous week, from Monday',
      { kind: 'previous', unit: 'week', count: 1 },
      '2026-11-08T23:00:00Z',
      '2026-11-15T23:00:00Z',
    ],
  ] as const)('%s in Paris', (_, period, from, to) => {
    expect(reportSpan(period, now, 'Europe/Paris')).toEqual({ from: at(from), to: at(to) });
  });
});

describe('parameters', () => {
  const document = report({
    variables: [variable('site', 'site', { mandatory: true, default: { strategy: 'first' } })],
  });
  it.each([
    ['none', {}, []],
    ['a selection', { site: [1] }, []],
    ['nothing for a mandatory variable', { site: [] }, [{ variable: 'site', fault: 'empty' }]],
    ['a variable that was removed', { device: [1] }, [{ variable: 'device', fault: 'unknown' }]],
  ])('that fit and that do not: %s', (_, variables, expected) => {
    expect(variableFaults(document, { variables })).toEqual(expected);
  });

  it('are part of the address of a print', () => {
    const address = printAddress({
      report: 7,
      customer: 3,
      from: 0,
      to: 3_600,
      timeZone: 'Europe/Paris',
      language: 'fr',
      format: 'letter',
      variables: { site: [1, 2], device: [] },
    });
    expect(address).toBe(
      '/report/7/print?customer=3&from=0&to=3600&zone=Europe%2FParis&language=fr&format=letter&variables=site%3A1.2%2Cdevice%3A',
    );
    expect(variablesFrom('site:1.2,device:,<:1,x:-1')).toEqual({ site: [1, 2], device: [] });
  });
});

describe('a text', () => {
  const text = {
    type: 'doc',
    content: [
      {
        type: 'heading',
        attrs: { level: 1, textAlign: 'center' },
        content: [
          { type: 'text', text: 'Site ', marks: [{ type: 'bold' }] },
          { type: 'field', attrs: { name: 'Site' } },
        ],
      },
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] },
        ],
      },
    ],
  };
  it('is a value with fields, never markup', () => {
    const parsed = RichText.parse(text);
    expect(fieldsIn(parsed)).toEqual(['Site']);
    expect(plainText(parsed)).toBe('Site {Site} one');
  });

  it.each([
    ['a link', { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:1' } }] }],
    ['an image', { type: 'image', attrs: { src: 'https://example.invalid' } }],
    [
      'a colour that is none',
      { type: 'text', text: 'x', marks: [{ type: 'textStyle', attrs: { color: 'red;x:y' } }] },
    ],
  ])('with %s is rejected', (_, inline) => {
    expect(
      RichText.safeParse({ type: 'doc', content: [{ type: 'paragraph', content: [inline] }] }).success,
    ).toBe(false);
  });
});
