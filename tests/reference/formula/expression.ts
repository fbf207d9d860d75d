/**
 * Formulas of the KPI language, read apart from the product: the syntax is that of docs/60-kpi-language.md.
 */
export type Expression =
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly is: 'pair'; readonly sign: string; readonly left: Expression; readonly right: Expression };

/** From the weakest to the strongest; comparisons do not chain. */
const levels = [['or'], ['and'], ['<', '<=', '>', '>=', '=', '!='], ['+', '-'], ['*', '/']] as const;
const COMPARISONS = 2;

const tokensOf = (text: string): readonly string[] =>
  text.match(/\d+(?:\.\d+)?|[a-z][a-z0-9_]*|<=|>=|!=|[-+*/<>=(),]/gi) ?? [];

class Reader {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  read(): Expression {
    const found = this.#pairs(0);
    if (this.#next < this.#tokens.length)
      throw new Error(`unread: ${this.#tokens.slice(this.#next).join(' ')}`);
    return found;
  }

  #take(...expected: readonly string[]): string | undefined {
    const token = this.#tokens[this.#next];
    if (token === undefined || !expected.includes(token)) return undefined;
    this.#next += 1;
    return token;
  }

  #expect(token: string): void {
    if (this.#take(token) === undefined) throw new Error(`${token} expected`);
  }

  #pairs(level: number): Expression {
    const signs = levels[level];
    if (signs === undefined) return this.#single();
    if (level === COMPARISONS && this.#take('not') !== undefined)
      return { is: 'call', name: 'not', args: [this.#pairs(level)] };
    let left = this.#pairs(level + 1);
    for (let sign = this.#take(...signs); sign !== undefined; sign = this.#take(...signs))
      left = { is: 'pair', sign, left, right: this.#pairs(level + 1) };
    return left;
  }

  #single(): Expression {
    if (this.#take('-') !== undefined)
      return { is: 'pair', sign: '-', left: { is: 'number', value: 0 }, right: this.#single() };
    if (this.#take('(') !== undefined) {
      const inner = this.#pairs(0);
      this.#expect(')');
      return inner;
    }
    const token = this.#tokens[this.#next] ?? '';
    this.#next += 1;
    if (/^\d/.test(token)) return { is: 'number', value: Number(token) };
    return this.#take('(') === undefined
      ? { is: 'name', name: token }
      : { is: 'call', name: token, args: this.#args() };
  }

  #args(): readonly Expression[] {
    const args = [this.#pairs(0)];
    while (this.#take(',') !== undefined) args.push(this.#pairs(0));
    this.#expect(')');
    return args;
  }
}

/** Throws an Error for a text that is no formula. */
export const expressionOf = (text: string): Expression => new Reader(text).read();

/** Names in a formula: counters, properties. */
export function namesIn(expression: Expression): readonly string[] {
  if (expression.is === 'name') return [expression.name];
  if (expression.is === 'call') return expression.args.flatMap(namesIn);
  return expression.is === 'pair' ? [...namesIn(expression.left), ...namesIn(expression.right)] : [];
}
