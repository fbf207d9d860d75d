import { describe, expect, it } from 'vitest';
import { speedOf, toStoredValue } from './interface-rows.ts';
import { decodeValue, type SnmpValue } from '../agent/value.ts';

describe('the value of a binding', () => {
  const bytes = (...list: readonly number[]): Buffer => Buffer.from(list);
  for (const [type, value, expected] of [
    [0x02, -1, { type: 'integer', value: -1 }],
    [0x41, 4_294_967_295, { type: 'counter32', value: 4_294_967_295 }],
    [0x42, 5, { type: 'gauge32', value: 5 }],
    [0x43, 6, { type: 'timeTicks', value: 6 }],
    [0x46, bytes(1, 0), { type: 'counter64', value: 256n }],
    [0x46, bytes(0, 255, 255, 255, 255, 255, 255, 255, 255), { type: 'counter64', value: 2n ** 64n - 1n }],
    [0x46, bytes(255, 255, 255, 255, 255, 255, 255, 255), { type: 'counter64', value: 2n ** 64n - 1n }],
    [0x46, bytes(1, 0, 0, 0, 0, 0, 0, 0, 0), { type: 'other' }],
    [0x46, bytes(), { type: 'other' }],
    [0x46, 7, { type: 'other' }],
    [0x04, Buffer.from('Gi0/1\0'), { type: 'octets', value: 'Gi0/1' }],
    [0x04, bytes(...Buffer.from('Lien Réseau été', 'latin1')), { type: 'octets', value: 'Lien Réseau été' }],
    [0x04, bytes(...Buffer.from('Region é ', 'latin1')), { type: 'octets', value: 'Region é ' }],
    [0x04, Buffer.from('Zürich €'), { type: 'octets', value: 'Zürich €' }],
    [0x04, Buffer.alloc(300), { type: 'other' }],
    [0x41, 0.5, { type: 'other' }],
    [0x80, null, { type: 'absent' }],
    [0x81, null, { type: 'absent' }],
    [0x82, null, { type: 'absent' }],
    [0x05, null, { type: 'other' }],
  ] as const)
    it(`of tag 0x${type.toString(16)} ${JSON.stringify(value)} is ${expected.type}`, () => {
      expect(decodeValue({ type, value })).toEqual(expected);
    });
});

describe('a stored value', () => {
  for (const [kind, value, expected] of [
    ['counter64', { type: 'counter64', value: 9n }, 9n],
    ['counter64', { type: 'counter32', value: 9 }, undefined],
    ['counter32', { type: 'counter32', value: 9 }, 9n],
    ['counter32', { type: 'gauge32', value: 9 }, undefined],
    ['gauge', { type: 'gauge32', value: 9 }, 9n],
    ['state', { type: 'integer', value: 1 }, 1n],
    ['state', { type: 'integer', value: 2 }, 0n],
    ['state', { type: 'integer', value: 7 }, 0n],
    ['state', { type: 'integer', value: 0 }, undefined],
    ['state', { type: 'integer', value: 8 }, undefined],
    ['state', { type: 'absent' }, undefined],
  ] as const)
    it(`of kind ${kind} from ${value.type} is ${String(expected)}`, () => {
      expect(toStoredValue(kind, value)).toBe(expected);
    });
});

describe('the speed of a line', () => {
  const gauge = (value: number): SnmpValue => ({ type: 'gauge32', value });
  for (const [high, low, expected] of [
    [gauge(2), gauge(1_544_000), { bps: 1_544_000, from: 'ifSpeed' }],
    [gauge(10_000), gauge(4_294_967_295), { bps: 10_000_000_000, from: 'ifHighSpeed' }],
    [gauge(0), gauge(512_000), { bps: 512_000, from: 'ifSpeed' }],
    [undefined, gauge(2_048_000), { bps: 2_048_000, from: 'ifSpeed' }],
    [gauge(10), { type: 'integer', value: 10_000_000 }, { bps: 10_000_000, from: 'ifHighSpeed' }],
    [gauge(0), gauge(0), undefined],
    [{ type: 'absent' }, undefined, undefined],
  ] as const)
    it(`is ${String(expected?.bps)} bit/s`, () => {
      expect(speedOf(high, low)).toEqual(expected);
    });
});
