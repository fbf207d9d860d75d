import type { FormulaFault } from './fault.ts';
import { tokenize, type FormulaToken } from './token.ts';
import { precedenceLevels, type BinaryOperator, type FormulaTree } from './tree.ts';

export const LONGEST_FORMULA = 2_000;
const DEEPEST = 40;

export type Parsed =
  | { readonly ok: true; readonly tree: FormulaTree }
  | { readonly ok: false; readonly fault: FormulaFault };

/** Thrown only within this file. */
class Fault extends Error {
  readonly fault: FormulaFault;
  constructor(reason: FormulaFault['reason'], { at, text }: { at: number; text: string }) {
    super(reason);
    this.fault = { reason, at, found: text };
  }
}

/** Recursive descent by precedence; every method leaves the position after what it consumed. */
class Reader {
  readonly #tokens: readonly FormulaToken[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly FormulaToken[]) {
    this.#tokens = tokens;
  }

  complete(): FormulaTree {
    const first = this.#token;
    if (first.is === 'end') throw new Fault('empty', first);
    const tree = this.#level(0);
    const remaining = this.#token;
    if (remaining.is !== 'end') throw new Fault('end expected', remaining);
    return tree;
  }

  get #token(): FormulaToken {
    return this.#tokens[this.#next] as FormulaToken;
  }

  #take(text: string): boolean {
    const found = this.#token.is !== 'number' && this.#token.text === text;
    if (found) this.#next += 1;
    return found;
  }

  #level(level: number): FormulaTree {
    const signs = precedenceLevels[level];
    if (signs === undefined) return this.#unary();
    if (level === 2 && this.#isWord('not')) return this.#not();
    let left = this.#level(level + 1);
    for (let sign = this.#sign(signs); sign !== undefined; sign = this.#sign(signs)) {
      const right = this.#level(level + 1);
      left = { is: 'pair', sign, left, right, at: left.at };
      if (level === 2) break;
    }
    return left;
  }

  #isWord(word: string): boolean {
    return this.#token.is === 'name' && this.#token.text === word;
  }

  #sign(signs: readonly BinaryOperator[]): BinaryOperator | undefined {
    return signs.find((sign) => this.#take(sign));
  }

  #not(): FormulaTree {
    const { at } = this.#token;
    this.#next += 1;
    return this.#deeper(() => ({ is: 'not', of: this.#level(2), at }));
  }

  #unary(): FormulaTree {
    const { at } = this.#token;
    if (this.#take('-')) return this.#deeper(() => ({ is: 'negative', of: this.#unary(), at }));
    return this.#primary();
  }

  #primary(): FormulaTree {
    const token = this.#token;
    if (token.is === 'number') {
      this.#next += 1;
      return { is: 'number', value: token.value, at: token.at };
    }
    if (this.#take('(')) return this.#deeper(() => this.#closed(this.#level(0)));
    if (
      token.is !== 'name' ||
      precedenceLevels.flat().some((sign) => sign === token.text) ||
      token.text === 'not'
    )
      throw new Fault('value expected', token);
    this.#next += 1;
    if (!this.#take('(')) return { is: 'name', name: token.text, at: token.at };
    const args = this.#deeper(() => this.#args());
    return { is: 'call', name: token.text, args, at: token.at };
  }

  #args(): readonly FormulaTree[] {
    if (this.#take(')')) return [];
    const args = [this.#level(0)];
    while (this.#take(',')) args.push(this.#level(0));
    return this.#closed(args);
  }

  #closed<Inner>(inner: Inner): Inner {
    if (!this.#take(')')) throw new Fault('parenthesis expected', this.#token);
    return inner;
  }

  #deeper<Inner>(read: () => Inner): Inner {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Fault('too deep', this.#token);
    const inner = read();
    this.#depth -= 1;
    return inner;
  }
}

/** Parses a formula or returns its fault. Names are resolved later (`resolve.ts`). */
export function parseFormula(text: string): Parsed {
  if (text.length > LONGEST_FORMULA)
    return { ok: false, fault: { reason: 'too long', at: LONGEST_FORMULA, found: '' } };
  const tokens = tokenize(text);
  if ('reason' in tokens) return { ok: false, fault: tokens };
  try {
    return { ok: true, tree: new Reader(tokens).complete() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}
