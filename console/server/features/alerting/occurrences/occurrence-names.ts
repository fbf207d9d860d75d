import type { ElementKind } from '#schemas/element/kind.ts';
import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { wordsOf, foldForSearch } from '#schemas/search/fold.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { pastKpiKey, type PastNameLookup } from '../past/past-alerts.ts';
import type { SubjectRow } from './occurrence-queries.ts';

export interface OccurrenceNames {
  readonly name: string;
  readonly kpi: string;
  readonly siteName: string;
  readonly elementName: string;
  readonly elementKind?: ElementKind | undefined;
}

/** The names at a time, seconds since 1970. */
export const occurrenceNames = (
  { alarm, element, site, kpi }: SubjectRow,
  names: PastNameLookup,
  at: number,
): OccurrenceNames => ({
  name: names.then.alarm(alarm, at),
  kpi: pastKpiKey(kpi, names),
  siteName: names.then.site(site, at),
  elementName: names.then.element(element, at),
  elementKind: names.then.kindNow(element),
});

/** Whether each word is in one of the names. */
export function namesMatcher(query: string): (names: OccurrenceNames) => boolean {
  const words = wordsOf(query);
  return ({ name, kpi, siteName, elementName }) => {
    const text = foldForSearch([searchedBuiltIn('alarm', name), siteName, elementName, kpi].join(' '));
    return words.every((word) => text.includes(word));
  };
}

const namedBy = { alarm: 'name', site: 'siteName', element: 'elementName' } as const;

/** Orders by a name. */
export const byName =
  (column: keyof typeof namedBy) =>
  (a: OccurrenceNames, b: OccurrenceNames): number =>
    compareNames(a[namedBy[column]], b[namedBy[column]]);
