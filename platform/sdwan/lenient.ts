import { asLine } from '#schemas/text/line.ts';

/** Managers write numbers as texts and missing values as texts too: rows are read leniently. */
export type LooseFields = Readonly<Record<string, unknown>>;

/** What vManage and Nuage write for nothing. */
const NOTHING: ReadonlySet<string> = new Set(['', '-', 'NA', 'N/A', 'None', 'Null', 'null']);

const isFields = (value: unknown): value is LooseFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; an empty one for anything else. */
export const looseFields = (value: unknown): LooseFields => (isFields(value) ? value : {});

/** The objects of a list; none for anything else. */
export const looseRows = (value: unknown): readonly LooseFields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

/** The first non-empty text or number of the named fields as a line; empty when there is none. */
export function looseText(row: LooseFields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = row[name];
    const text = typeof value === 'string' ? asLine(value) : typeof value === 'number' ? String(value) : '';
    if (!NOTHING.has(text)) return text;
  }
  return '';
}

/** Undefined where the field holds no number. */
export function looseNumber(row: LooseFields, name: string): number | undefined {
  const text = looseText(row, name);
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

/** The values that are known. */
export const knownValues = <Key extends string>(
  values: Readonly<Partial<Record<Key, number | undefined>>>,
): Partial<Record<Key, number>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, number>
  >;
