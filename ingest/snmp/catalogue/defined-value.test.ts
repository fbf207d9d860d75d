import { describe, expect, it } from 'vitest';
import type { ActivePoller } from '#schemas/polling/poller.ts';
import type { SnmpValue } from '../agent/value.ts';
import { definedValue } from './defined-value.ts';

const poller: ActivePoller = {
  id: 1,
  name: 'defined',
  level: 'device',
  oid: '1.3.6.1',
  procedure: undefined,
  valueType: 'gauge',
  defaultValue: null,
  incremental: false,
  counter: 10_000,
};
const gauge = (value: number): SnmpValue => ({ type: 'gauge32', value });
const text = (value: string): SnmpValue => ({ type: 'octets', value });
const absent: SnmpValue = { type: 'absent' };

const cases: readonly (readonly [string, Partial<ActivePoller>, readonly SnmpValue[], bigint | string])[] = [
  ['the value of one object', {}, [gauge(7)], 7n],
  [
    'all bits of a counter',
    { valueType: 'counter64' },
    [{ type: 'counter64', value: 2n ** 64n - 1n }],
    2n ** 64n - 1n,
  ],
  ['nothing where the device has nothing', {}, [absent], 'nothing'],
  ['nothing of a table without rows', { procedure: 'sum' }, [], 'nothing'],
  ['the default where the device has nothing', { defaultValue: 5 }, [absent], 5n],
  ['no value of another type', {}, [{ type: 'integer', value: 7 }], 'wrong type'],
  ['no value of another type, not even with a default', { defaultValue: 5 }, [text('7')], 'wrong type'],
  ['no sum with a row of another type', { procedure: 'sum' }, [gauge(1), text('2')], 'wrong type'],
  ['the sum of the rows there are', { procedure: 'sum' }, [gauge(1), absent, gauge(3)], 4n],
  ['the mean, rounded', { procedure: 'mean' }, [gauge(1), gauge(2)], 2n],
  ['the least', { procedure: 'minimum' }, [gauge(4), gauge(2)], 2n],
  ['the most', { procedure: 'maximum' }, [gauge(4), gauge(2)], 4n],
  ['how many rows', { procedure: 'count' }, [gauge(4), gauge(2)], 2n],
  ['the first row', { procedure: 'first' }, [gauge(4), gauge(2)], 4n],
  ['a load in hundredths of a percent', { procedure: 'meanLoad' }, [gauge(10), gauge(25)], 1_750n],
  ['a load without what is none', { procedure: 'meanLoad' }, [gauge(10), gauge(250)], 1_000n],
  ['a number within a text', { valueType: 'text' }, [text(' 12 ')], 12n],
  ['decimals as hundredths', { valueType: 'text', procedure: 'hundredths' }, [text('0.25')], 25n],
  ['no text that is no number', { valueType: 'text' }, [text('12 V')], 'wrong type'],
  ['nothing below zero', { valueType: 'integer' }, [{ type: 'integer', value: -3 }], 'below zero'],
];

describe('an administrator-defined poller returns', () => {
  it.each(cases)('%s', (_, change, values, expected) => {
    const made = definedValue({ ...poller, ...change }, values);
    expect(made.ok ? made.value : (made.fault ?? 'nothing')).toBe(expected);
  });
});
