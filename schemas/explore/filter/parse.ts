import { isNamedType, operatorsOf, type FilterOperator } from '../field-type.ts';
import { dimension, dimensionsOfField, fieldIds, typeOf, type FieldId } from '../fields.ts';
import { parseValue, valueWords } from '../values.ts';
import type { FilterFault } from './fault.ts';
import { filterTokens, type FilterToken } from './token.ts';
import type { FilterTest, FilterTree, WrittenValue } from './tree.ts';

/** Characters of a filter. */
export const LONGEST_FILTER = 10_240;
const DEEPEST = 32;
const MOST_TESTS = 200;

export type ParsedFilter =
  | {
      readonly ok: true;
      /** Undefined: an empty filter, which every flow matches. */ readonly tree: FilterTree | undefined;
    }
  | { readonly ok: false; readonly fault: FilterFault };

/** Thrown only within this file. */
class Fault extends Error {
  readonly fault: FilterFault;
  constructor(
    reason: FilterFault['reason'],
    { at, text }: Pick<FilterToken, 'at' | 'text'>,
    expected: readonly string[] = [],
  ) {
    super(reason);
    this.fault = { reason, at, found: text, expected };
  }
}

const fieldOf = (text: string): FieldId | undefined => fieldIds.find((field) => field === text.toLowerCase());

const SIGNS: readonly string[] = ['=', '!=', '<', '<=', '>', '>=', '~', '!~'] satisfies FilterOperator[];

/** The largest number of a field. */
const maxOf = (field: FieldId): number | undefined => {
  const [first] = dimensionsOfField(field);
  return first === undefined ? undefined : dimension(first).max;
};

const isId = (text: string): boolean => /^#\d{1,16}$/.test(text);

/** Recursive descent; every method leaves the position after what it consumed. */
class Reader {
  readonly #tokens: readonly FilterToken[];
  #next = 0;
  #depth = 0;
  #tests = 0;

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens;
  }

  filter(): FilterTree | undefined {
    if (this.#tokens[0]?.is === 'end') return undefined;
    const tree = this.#either();
    if (this.#token.is !== 'end') throw new Fault('end expected', this.#token, ['and', 'or']);
    return tree;
  }

  get #token(): FilterToken {
    return this.#tokens[this.#next] as FilterToken;
  }

  #isWord(word: string): boolean {
    const { is, text } = this.#token;
    return is === 'word' && text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    const found = this.#isWord(word);
    if (found) this.#next += 1;
    return found;
  }

  #takeSign(sign: string): boolean {
    const { is, text } = this.#token;
    const found = is === 'sign' && text === sign;
    if (found) this.#next += 1;
    return found;
  }

  #joined(is: 'and' | 'or', part: () => FilterTree): FilterTree {
    const first = part();
    const parts = [first];
    while (this.#takeWord(is)) parts.push(part());
    return parts.length === 1 ? first : { is, parts };
  }

  #either(): FilterTree {
    return this.#joined('or', () => this.#joined('and', () => this.#unary()));
  }

  /** A negation or what is in parentheses: only these nest. */
  #nested(inner: () => FilterTree): FilterTree {
    const before = this.#tokens[this.#next - 1] as FilterToken;
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Fault('too deep', before);
    const tree = inner();
    this.#depth -= 1;
    return tree;
  }

  #unary(): FilterTree {
    if (this.#takeWord('not')) return this.#nested(() => ({ is: 'not', of: this.#unary() }));
    if (!this.#takeSign('(')) return this.#test();
    const tree = this.#nested(() => this.#either());
    if (!this.#takeSign(')')) throw new Fault('parenthesis expected', this.#token, [')', 'and', 'or']);
    return tree;
  }

  #test(): FilterTest {
    const token = this.#token;
    this.#tests += 1;
    if (this.#tests > MOST_TESTS) throw new Fault('too many tests', token);
    if (token.is !== 'word') throw new Fault('field expected', token, [...fieldIds, 'not', '(']);
    const field = fieldOf(token.text);
    if (field === undefined) throw new Fault('unknown field', token, fieldIds);
    this.#next += 1;
    const operator = this.#operator(field);
    return { is: 'test', field, operator, values: this.#values(field, operator) };
  }

  #operator(field: FieldId): FilterOperator {
    const token = this.#token;
    const possible = operatorsOf[typeOf(field)];
    let found: string | undefined;
    if (this.#takeWord('in')) found = 'in';
    else if (this.#takeWord('not')) found = this.#takeWord('in') ? 'not in' : undefined;
    else if (token.is === 'sign' && SIGNS.includes(token.text)) {
      found = token.text;
      this.#next += 1;
    }
    const operator = possible.find((each) => each === found);
    if (operator === undefined) throw new Fault('operator expected', token, possible);
    return operator;
  }

  #values(field: FieldId, operator: FilterOperator): readonly WrittenValue[] {
    if (operator !== 'in' && operator !== 'not in') return [this.#value(field)];
    if (!this.#takeSign('(')) throw new Fault('parenthesis expected', this.#token, ['(']);
    const values = [this.#value(field)];
    while (this.#takeSign(',')) values.push(this.#value(field));
    if (!this.#takeSign(')')) throw new Fault('parenthesis expected', this.#token, [')', ',']);
    return values;
  }

  #value(field: FieldId): WrittenValue {
    const token = this.#token;
    const { is, at, text } = token;
    const type = typeOf(field);
    if (is === 'open') throw new Fault('unclosed text', token, ['"']);
    if (is !== 'word' && is !== 'text') throw new Fault('value expected', token, valueWords(type));
    if (!(isNamedType(type) && isId(text)) && parseValue(type, text, maxOf(field)) === undefined)
      throw new Fault('bad value', token, valueWords(type));
    this.#next += 1;
    return { text, at };
  }
}

/** Parses a filter of flows (docs/62-explore.md has the grammar). Names are resolved by the server. */
export function parseFlowFilter(text: string): ParsedFilter {
  if (text.length > LONGEST_FILTER)
    return { ok: false, fault: { reason: 'too long', at: LONGEST_FILTER, found: '', expected: [] } };
  try {
    return { ok: true, tree: new Reader(filterTokens(text)).filter() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}
