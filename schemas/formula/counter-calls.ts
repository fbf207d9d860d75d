import type { CounterKind } from '../counter/counter.ts';
import { binary, operand, type Core } from './core.ts';

type Kinds = readonly CounterKind[];
const growing: Kinds = ['counter64', 'counter32'];

export interface CounterCall {
  readonly kinds: Kinds;
  readonly of: (counter: string) => Core;
}

const ratio = (over: 'delta' | 'held', counter: string): Core =>
  binary('divide', operand(over, counter), operand('seconds', counter));

/** Functions on the windows of one counter, with the supported kinds of counter. */
export const counterCalls: Readonly<Record<string, CounterCall>> = {
  /** Increase in the window. */
  delta: { kinds: growing, of: (counter) => operand('delta', counter) },
  /** Growth per second. */
  rate: { kinds: growing, of: (counter) => ratio('delta', counter) },
  /** Seconds observed. */
  seconds: { kinds: [...growing, 'state'], of: (counter) => operand('seconds', counter) },
  /** Seconds in state 1. */
  held: { kinds: ['state'], of: (counter) => operand('held', counter) },
  /** Fraction of the time in state 1, from 0 to 1. */
  share: { kinds: ['state'], of: (counter) => ratio('held', counter) },
  last: { kinds: ['gauge'], of: (counter) => operand('last', counter) },
  /** Time of the newest sample of the window, seconds since 1970. */
  at: { kinds: ['gauge'], of: (counter) => operand('at', counter) },
  sum: { kinds: ['gauge'], of: (counter) => operand('sum', counter) },
  count: { kinds: ['gauge'], of: (counter) => operand('count', counter) },
  min: { kinds: ['gauge'], of: (counter) => operand('min', counter) },
  max: { kinds: ['gauge'], of: (counter) => operand('max', counter) },
  avg: {
    kinds: ['gauge'],
    of: (counter) => binary('divide', operand('sum', counter), operand('count', counter)),
  },
};
