import { describe, expect, it } from 'vitest';
import { askableOf } from '../../data/compatibility.ts';
import { libraryDirectory } from '../../kpi/directory.ts';
import { kpiFaults, requestsOf } from '../document-requests.ts';
import { elementPage } from './element-document.ts';
import { filtersOf, markedBy, type PageSubject } from './page-kind.ts';
import { pageKinds } from './page-kinds.ts';

const day = { kind: 'last', minutes: 1_440 } as const;
const context = { period: { from: 1_800_000_000, to: 1_800_086_400 }, timeZone: 'UTC' };
const askable = (key: string) => {
  const facts = libraryDirectory.get(key);
  return facts && askableOf(facts);
};
const pageOf = (
  subject: PageSubject,
  language: 'en' | 'fr' = 'en',
  period: Parameters<typeof elementPage>[1]['period'] = day,
) => elementPage(subject, { language, kpis: libraryDirectory, period });
const subjectOf = (kind: PageSubject['kind']): PageSubject => ({ kind, id: 7, number: 443, site: 3 });

describe('the page of an element', () => {
  it.each(pageKinds)('of kind %s asks for what its KPIs can say, of the element alone', (kind) => {
    const { document } = pageOf(subjectOf(kind));
    expect(document.dashlets.flatMap((dashlet) => kpiFaults(dashlet, askable))).toEqual([]);
    const requests = requestsOf(document, context).map((each) =>
      'request' in each ? each.request : expect.fail(each.missing),
    );
    expect(
      new Set(requests.flatMap(({ series }) => series.map(({ kpi }) => libraryDirectory.has(kpi)))),
    ).toEqual(new Set(kind === 'conversation' ? [] : [true]));
    for (const { filters } of requests)
      expect(filters?.map(({ element, ids }) => ({ element, ids }))).toEqual(
        filtersOf(subjectOf(kind))?.map(({ element, ids }) => ({ element, ids })),
      );
  });

  it.each(pageKinds)('of kind %s has the same graphs in French, with titles of their own', (kind) => {
    const [english, french] = [pageOf(subjectOf(kind)), pageOf(subjectOf(kind), 'fr')];
    expect(french.graphs).toHaveLength(english.graphs.length);
    const titled = english.graphs.filter(({ dashlet }) => dashlet.title.includes(' '));
    for (const { dashlet } of titled)
      expect(french.graphs.find((each) => each.dashlet.id === dashlet.id)?.dashlet.title).not.toBe(
        dashlet.title,
      );
  });

  it('shows lines of bandwidth and thresholds with the traffic of an interface', () => {
    const settings = pageOf(subjectOf('interface')).graphs.map(({ dashlet }) => dashlet.settings);
    const series = settings.map((each) => ('series' in each ? each.series.map(({ kpi }) => kpi) : []));
    expect(series).toContainEqual(['itf_in_bps', 'itf_out_bps', 'itf_in_capacity', 'itf_out_capacity']);
    const utilisation = settings.find(
      (each) => 'thresholds' in each && each.series[0]?.kpi === 'itf_in_util',
    );
    expect(utilisation).toMatchObject({ thresholds: [{ from: 80 }, { from: 90 }] });
  });

  it('shows the newest values while it is live, and those of the period of a time in the past', () => {
    const periodsOf = (period: Parameters<typeof pageOf>[2]) =>
      requestsOf(pageOf(subjectOf('device'), 'en', period).document, context).flatMap((each) =>
        each.dashlet === 'interface-values' && 'request' in each ? [each.request.to - each.request.from] : [],
      );
    expect(periodsOf(day)).toEqual([1_800]);
    expect(periodsOf({ kind: 'fixed', ...context.period })).toEqual([86_400]);
  });

  it('adds the KPIs that administrators defined for its kind', () => {
    const cpu = libraryDirectory.get('cpe_cpu')!;
    const kpis = new Map([...libraryDirectory, ['fan_noise', { ...cpu, key: 'fan_noise' }]]);
    const own = (kind: PageSubject['kind']) =>
      elementPage(subjectOf(kind), { language: 'en', kpis, period: day }).graphs.flatMap(({ dashlet }) =>
        'series' in dashlet.settings ? dashlet.settings.series.map(({ kpi }) => kpi) : [],
      );
    expect(own('device')).toContain('fan_noise');
    expect(own('interface')).not.toContain('fan_noise');
  });

  it('has a step per hour in the small lines of a day, of a thousand parts', () => {
    const trend = requestsOf(pageOf(subjectOf('device')).document, context).find(
      ({ dashlet }) => dashlet === 'interface-trend',
    );
    expect(trend).toMatchObject({ request: { display: '1h', lines: { count: 1_000 } } });
  });

  it('marks the alarms of an element and of its parts, and requests nothing where no filter selects it', () => {
    expect(markedBy(subjectOf('interface'))).toEqual([
      {
        element: 'interface',
        filters: [{ element: 'interface', ids: [7], predicates: [], onlyActive: false }],
      },
    ]);
    expect(markedBy(subjectOf('device')).map(({ element }) => element)).toContain('interface');
    expect(markedBy(subjectOf('conversation'))).toEqual([]);
    expect(filtersOf({ kind: 'application', id: 7 })).toBeUndefined();
  });
});
