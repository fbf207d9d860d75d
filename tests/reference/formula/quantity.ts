import type { Expression } from './expression.ts';
import type { CounterReading, Readings } from './readings.ts';

/** A value as a part of something: numerator / denominator, which add up over elements and time. */
export interface NaiveQuantity {
  readonly numerator: number;
  readonly denominator: number;
  /** Whether the denominator is a time in seconds. */
  readonly isTime: boolean;
}
type Found = NaiveQuantity | undefined;

const plain = (value: number | undefined): Found =>
  value === undefined || !Number.isFinite(value)
    ? undefined
    : { numerator: value, denominator: 1, isTime: false };

/** Undefined for a division by zero. */
export const valueOf = ({ numerator, denominator }: NaiveQuantity): number | undefined => {
  const value = numerator / denominator;
  return Number.isFinite(value) ? value : undefined;
};
const valueIn = (found: Found): number | undefined => found && valueOf(found);

function ratio(part: number | undefined, all: number | undefined, isTime: boolean): Found {
  if (part === undefined || all === undefined || all === 0) return undefined;
  return { numerator: part, denominator: all, isTime };
}

const ofCounter: Readonly<Record<string, (reading: CounterReading) => Found>> = {
  delta: ({ delta }) => plain(delta),
  rate: ({ delta, seconds }) => ratio(delta, seconds, true),
  seconds: ({ seconds }) => plain(seconds),
  held: ({ held }) => plain(held),
  share: ({ held, seconds }) => ratio(held, seconds, false),
  last: ({ last }) => plain(last),
  at: ({ at }) => plain(at),
  sum: ({ sum }) => plain(sum),
  count: ({ count }) => plain(count),
  min: ({ min }) => plain(min),
  max: ({ max }) => plain(max),
  avg: ({ sum, count }) => ratio(sum, count, false),
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const ofPresent: Readonly<Record<string, (values: readonly number[]) => number>> = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sum: sumOf,
  avg: (values) => sumOf(values) / values.length,
};

const truth = (is: boolean): number => (is ? 1 : 0);
const ofPair: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '<': (left, right) => truth(left < right),
  '<=': (left, right) => truth(left <= right),
  '>': (left, right) => truth(left > right),
  '>=': (left, right) => truth(left >= right),
  '=': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  and: (left, right) => truth(left !== 0 && right !== 0),
  or: (left, right) => truth(left !== 0 || right !== 0),
};

const ofValue: Readonly<Record<string, (value: number) => number>> = {
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  sqrt: Math.sqrt,
  not: (value) => truth(value === 0),
};

const isTimeName = (expression: Expression): boolean =>
  (expression.is === 'name' && expression.name === 'window') ||
  (expression.is === 'call' && expression.name === 'seconds');

/** Evaluates formulas for one element and window, in doubles. */
class Evaluation {
  readonly #readings: Readings;
  readonly #calls: Readonly<Record<string, (args: readonly Expression[]) => Found>> = {
    coalesce: (args) => this.#first(args),
    percent: (args) => this.#percent(args),
    present: ([of]) => plain(truth(this.#value(of!) !== undefined)),
    if: (args) => this.#choice(args),
    clamp: (args) => this.#clamped(args.map((arg) => this.#value(arg))),
  };

  constructor(readings: Readings) {
    this.#readings = readings;
  }

  of(expression: Expression): Found {
    if (expression.is === 'number') return plain(expression.value);
    if (expression.is === 'name') return this.#name(expression.name);
    return expression.is === 'call' ? this.#call(expression) : this.#pair(expression);
  }

  #value(expression: Expression): number | undefined {
    return valueIn(this.of(expression));
  }

  #name(name: string): Found {
    const { counters, properties } = this.#readings;
    const reading = counters[name];
    return plain(properties[name] ?? reading?.newest ?? reading?.last);
  }

  #pair({ sign, left, right }: Expression & { readonly is: 'pair' }): Found {
    if (sign === '/') return this.#quotient(left, right);
    if (sign === '*' && left.is === 'number') return this.#multiple(left.value, right);
    const [one, other] = [this.#value(left), this.#value(right)];
    if (one === undefined || other === undefined) return undefined;
    return plain(ofPair[sign]?.(one, other));
  }

  /** A multiple of a part of something is one too. */
  #multiple(factor: number, of: Expression): Found {
    const found = this.of(of);
    return found && { ...found, numerator: factor * found.numerator };
  }

  #quotient(left: Expression, right: Expression): Found {
    const part = this.of(left);
    if (part !== undefined && right.is === 'number')
      return { ...part, denominator: part.denominator * right.value };
    return ratio(valueIn(part), this.#value(right), isTimeName(right));
  }

  #call({ name, args }: Expression & { readonly is: 'call' }): Found {
    const [first] = args;
    if (args.length === 1 && first?.is === 'name' && Object.hasOwn(ofCounter, name)) {
      const reading = this.#readings.counters[first.name];
      return reading && ofCounter[name]?.(reading);
    }
    const own = this.#calls[name];
    return own === undefined ? this.#ofValues(name, args) : own(args);
  }

  #ofValues(name: string, args: readonly Expression[]): Found {
    const values = args.flatMap((arg) => this.#value(arg) ?? []);
    const of = ofPresent[name];
    if (of !== undefined) return values.length === 0 ? undefined : plain(of(values));
    const [value] = values;
    if (!Object.hasOwn(ofValue, name)) throw new Error(`unknown function ${name}`);
    return value === undefined ? undefined : plain(ofValue[name]?.(value));
  }

  #first(args: readonly Expression[]): Found {
    for (const arg of args) {
      const found = this.of(arg);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #percent([part, all]: readonly Expression[]): Found {
    const found = ratio(this.#value(part!), this.#value(all!), false);
    return found && { ...found, numerator: 100 * found.numerator };
  }

  #choice([when, then, otherwise]: readonly Expression[]): Found {
    const condition = this.#value(when!);
    if (condition === undefined) return undefined;
    return this.of(condition === 0 ? otherwise! : then!);
  }

  #clamped([value, low, high]: readonly (number | undefined)[]): Found {
    if (value === undefined || low === undefined || high === undefined) return undefined;
    return plain(Math.min(Math.max(value, low), high));
  }
}

/** The value of a formula for one element and window; undefined: absent. */
export const quantityOf = (expression: Expression, readings: Readings): NaiveQuantity | undefined =>
  new Evaluation(readings).of(expression);

/** A rate as volume and time: one that its source measures is that of its window. */
export function volumeAndTime(quantity: NaiveQuantity, windowSeconds: number): NaiveQuantity {
  if (quantity.isTime) return quantity;
  const rate = quantity.numerator / quantity.denominator;
  return { numerator: rate * windowSeconds, denominator: windowSeconds, isTime: true };
}
