import type { ExploreKeyPart, ExploreMeasure, ExploreRow } from '#schemas/explore/explore.ts';
import type { FieldType } from '#schemas/explore/field-type.ts';
import { dimension } from '#schemas/explore/fields.ts';
import { countryName } from '#schemas/explore/country.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { useLanguageTag } from '#web/lib/text.ts';
import { useExploreTexts, type ExploreText } from './texts/en.ts';

/** What rows are named with. */
export interface RowWords {
  readonly text: ExploreText;
  /** Tag of the language of the user. */
  readonly locale: string;
}

export function useRowWords(): RowWords {
  return { text: useExploreTexts(), locale: useLanguageTag() };
}

const units: Readonly<Record<ExploreMeasure, Unit>> = {
  bytes: 'byte',
  packets: 'scalar',
  flows: 'scalar',
  bps: 'bps',
  pps: 'pps',
};
export const measureUnit = (measure: ExploreMeasure): Unit => units[measure];

const NONE = '0';

const isUnknown = (type: FieldType, value: string): boolean =>
  value === '' || (value === NONE && type !== 'number' && type !== 'protocol');

/** Types whose values are words of their own. */
function wordOf(type: FieldType, value: string, text: ExploreText): string | undefined {
  if (type === 'way') return text(`way_${value as '0' | '1' | '2' | '3'}`);
  return type === 'direction' ? text(value === NONE ? 'ingress' : 'egress') : undefined;
}

function namelessPart(type: FieldType, value: string, { text, locale }: RowWords): string {
  if (type === 'country') return value === '' ? text('noCountry') : countryName(value, locale);
  if (isUnknown(type, value)) return text(type === 'site' ? 'outside' : 'unknown');
  if (type === 'as') return `AS${value}`;
  return ['site', 'exporter', 'interface', 'customer', 'class'].includes(type) ? `#${value}` : value;
}

/** What a part of a key is called. */
export function keyPartName(
  { dimension: id, id: value, name, hidden }: ExploreKeyPart,
  words: RowWords,
): string {
  const { text } = words;
  const { type } = dimension(id);
  if (hidden === true) return text('hiddenSites');
  const word = wordOf(type, value, text);
  if (word !== undefined) return word;
  if (name === null) return namelessPart(type, value, words);
  return type === 'as' && value !== NONE ? `AS${value} ${name}` : name;
}

/** What a row is called. */
export const rowLabel = ({ key }: Pick<ExploreRow, 'key'>, words: RowWords): string =>
  key.map((part) => keyPartName(part, words)).join(' → ');

/** The identity of a row among those of a result. */
export const rowKey = ({ key }: Pick<ExploreRow, 'key'>): string => JSON.stringify(key.map(({ id }) => id));

/** The filter that a row stands for, or its opposite; undefined: a part cannot be written. */
export function filterOfRow({ key }: Pick<ExploreRow, 'key'>, isExcluded: boolean): string | undefined {
  if (key.length === 0 || key.some(({ filter }) => filter === null)) return undefined;
  const tests = key.map(({ dimension: id, filter }) => `${id} = ${filter ?? ''}`);
  const all = tests.join(' and ');
  if (!isExcluded) return all;
  return tests.length === 1 ? all.replace(' = ', ' != ') : `not (${all})`;
}

/** A filter that also demands another one. */
export const narrowed = (filter: string, by: string): string => {
  const own = filter.trim();
  if (own === '') return by;
  return /\bor\b/i.test(own) ? `(${own}) and ${by}` : `${own} and ${by}`;
};
