import { operatorsOf, type FieldType } from '../field-type.ts';
import { fieldIds, typeOf, type FieldId } from '../fields.ts';
import { valueWords } from '../values.ts';
import { parseFlowFilter } from './parse.ts';
import { filterTokens, type FilterToken } from './token.ts';

/** What can be written at a position of a filter; it replaces the text from `from` to `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  /** What is written there already. */
  readonly typed: string;
  readonly words: readonly string[];
  /** The field and type whose values can stand there; names of them are those of the server. */
  readonly values: { readonly field: FieldId; readonly type: FieldType } | undefined;
}

/** Stands where the next word would: no field has it, and every parser stops there. */
const PROBE = '\u0001';

/** The field of the comparison whose value is expected behind some tokens. */
function fieldBefore(tokens: readonly FilterToken[]): FieldId | undefined {
  const last = tokens.findLast(
    ({ is, text }) => is === 'word' && fieldIds.some((id) => id === text.toLowerCase()),
  );
  return fieldIds.find((id) => id === last?.text.toLowerCase());
}

const isSign = (token: FilterToken | undefined, ...signs: readonly string[]): boolean =>
  token?.is === 'sign' && signs.includes(token.text);

/** Whether a value follows: after an operator, or within the list of one. */
const isValueNext = (before: readonly FilterToken[]): boolean => {
  const last = before.at(-1);
  if (isSign(last, '=', '!=', '<', '<=', '>', '>=', '~', '!~', ',')) return true;
  const list = before.at(-2);
  return isSign(last, '(') && list?.is === 'word' && list.text.toLowerCase() === 'in';
};

/** Words that may follow, of those that the parser expects there. */
function wordsAfter(text: string, before: readonly FilterToken[]): readonly string[] {
  const parsed = parseFlowFilter(`${text.slice(0, before.at(-1)?.to ?? 0)} ${PROBE}`);
  if (parsed.ok) return [];
  const last = before.at(-1);
  const field = fieldIds.find((id) => id === last?.text.toLowerCase());
  const isAfterField = parsed.fault.reason === 'operator expected' && field !== undefined;
  if (isAfterField) return operatorsOf[typeOf(field)];
  return parsed.fault.reason === 'unknown field' ? [...fieldIds, 'not', '('] : parsed.fault.expected;
}

/** What can be written at a position: `cursor` is an offset in the text. */
export function completeFilter(text: string, cursor: number): Completion {
  const tokens = filterTokens(text.slice(0, cursor)).filter(({ is }) => is !== 'end');
  const last = tokens.at(-1);
  const isInside = last !== undefined && last.is !== 'sign' && last.is !== 'text' && last.to === cursor;
  const before = isInside ? tokens.slice(0, -1) : tokens;
  const place = isInside ? { from: last.at, typed: last.text } : { from: cursor, typed: '' };
  const to = isInside && last.is === 'word' ? endOfWord(text, cursor) : cursor;
  const starts = (words: readonly string[]) =>
    words.filter((word) => word.toLowerCase().startsWith(place.typed.toLowerCase()) && word !== place.typed);
  const field = isValueNext(before) ? fieldBefore(before) : undefined;
  if (field !== undefined) {
    const type = typeOf(field);
    return { ...place, to, words: starts(valueWords(type)), values: { field, type } };
  }
  return { ...place, to, words: starts(wordsAfter(text, before)), values: undefined };
}

const endOfWord = (text: string, cursor: number): number => {
  const more = /^[^\s<>=~!(),"]*/.exec(text.slice(cursor))?.[0] ?? '';
  return cursor + more.length;
};
