import type { BinaryOp, UnaryOp } from './core.ts';

/** An operation on blocks: computes the first `length` values of `out`. */
export type Block = (out: Float64Array, args: readonly Float64Array[], length: number) => void;

export interface Operation {
  /** ClickHouse SQL; arguments are Float64 names or literals. */
  readonly sql: (...args: readonly string[]) => string;
  readonly block: Block;
}

/** Lifts a scalar JavaScript function to blocks; V8 inlines it. */
const unary =
  (of: (a: number) => number): Block =>
  (out, [a], length) => {
    for (let i = 0; i < length; i += 1) out[i] = of((a as Float64Array)[i] as number);
  };

const binary =
  (of: (a: number, b: number) => number): Block =>
  (out, [a, b], length) => {
    const [left, right] = [a as Float64Array, b as Float64Array];
    for (let i = 0; i < length; i += 1) out[i] = of(left[i] as number, right[i] as number);
  };

const isAbsent = (value: number): boolean => value !== value;

/** 1 or 0; absent if either side is absent. */
const truth =
  (holds: (a: number, b: number) => boolean) =>
  (a: number, b: number): number => {
    if (isAbsent(a) || isAbsent(b)) return Number.NaN;
    return holds(a, b) ? 1 : 0;
  };

const truthSql =
  (condition: (a: string, b: string) => string) =>
  (a = '', b = ''): string =>
    `if(isNaN(${a}) OR isNaN(${b}), nan, toFloat64(${condition(a, b)}))`;

const comparison = (sign: string, holds: (a: number, b: number) => boolean): Operation => ({
  sql: truthSql((a, b) => `${a} ${sign} ${b}`),
  block: binary(truth(holds)),
});

/** The present operand; if both are present, the result of `of`. */
const ofPresent = (
  of: (a: number, b: number) => number,
  sql: (a: string, b: string) => string,
): Operation => ({
  sql: (a = '', b = '') => `if(isNaN(${a}), ${b}, if(isNaN(${b}), ${a}, ${sql(a, b)}))`,
  block: binary((a, b) => {
    if (isAbsent(a)) return b;
    return isAbsent(b) ? a : of(a, b);
  }),
});

const infix = (sign: string, of: (a: number, b: number) => number): Operation => ({
  sql: (a = '', b = '') => `${a} ${sign} ${b}`,
  block: binary(of),
});

/**
 * Every operation in JavaScript and SQL: engine and queries compute the same 64-bit floats (fully defined by IEEE 754), NaN for
 * absent. A property test compares them.
 */
export const operations = {
  negative: { sql: (a = '') => `negate(${a})`, block: unary((a) => -a) },
  not: {
    sql: (a = '') => `if(isNaN(${a}), nan, toFloat64(${a} = 0))`,
    block: unary((a) => (isAbsent(a) ? Number.NaN : Number(a === 0))),
  },
  abs: { sql: (a = '') => `abs(${a})`, block: unary(Math.abs) },
  floor: { sql: (a = '') => `floor(${a})`, block: unary(Math.floor) },
  ceil: { sql: (a = '') => `ceil(${a})`, block: unary(Math.ceil) },
  sqrt: { sql: (a = '') => `sqrt(${a})`, block: unary(Math.sqrt) },
  present: { sql: (a = '') => `if(isNaN(${a}), 0., 1.)`, block: unary((a) => (isAbsent(a) ? 0 : 1)) },
  add: infix('+', (a, b) => a + b),
  subtract: infix('-', (a, b) => a - b),
  multiply: infix('*', (a, b) => a * b),
  divide: {
    sql: (a = '', b = '') => `if(${b} = 0, nan, ${a} / ${b})`,
    block: binary((a, b) => (b === 0 ? Number.NaN : a / b)),
  },
  less: comparison('<', (a, b) => a < b),
  'less or equal': comparison('<=', (a, b) => a <= b),
  greater: comparison('>', (a, b) => a > b),
  'greater or equal': comparison('>=', (a, b) => a >= b),
  equal: comparison('=', (a, b) => a === b),
  'not equal': comparison('!=', (a, b) => a !== b),
  and: {
    sql: truthSql((a, b) => `${a} != 0 AND ${b} != 0`),
    block: binary(truth((a, b) => a !== 0 && b !== 0)),
  },
  or: {
    sql: truthSql((a, b) => `${a} != 0 OR ${b} != 0`),
    block: binary(truth((a, b) => a !== 0 || b !== 0)),
  },
  coalesce: {
    sql: (a = '', b = '') => `if(isNaN(${a}), ${b}, ${a})`,
    block: binary((a, b) => (isAbsent(a) ? b : a)),
  },
  minimum: ofPresent(
    (a, b) => (a < b ? a : b),
    (a, b) => `if(${a} < ${b}, ${a}, ${b})`,
  ),
  maximum: ofPresent(
    (a, b) => (a > b ? a : b),
    (a, b) => `if(${a} > ${b}, ${a}, ${b})`,
  ),
  total: ofPresent(
    (a, b) => a + b,
    (a, b) => `${a} + ${b}`,
  ),
  choose: {
    sql: (when = '', then = '', otherwise = '') =>
      `if(isNaN(${when}), nan, if(${when} != 0, ${then}, ${otherwise}))`,
    block: (out, [when, then, otherwise], length) => {
      const [condition, yes, no] = [when as Float64Array, then as Float64Array, otherwise as Float64Array];
      for (let i = 0; i < length; i += 1) {
        const holds = condition[i] as number;
        const chosen = (holds === 0 ? no[i] : yes[i]) as number;
        out[i] = isAbsent(holds) ? Number.NaN : chosen;
      }
    },
  },
} as const satisfies Record<BinaryOp | UnaryOp | 'choose', Operation>;

export type OperationName = keyof typeof operations;
