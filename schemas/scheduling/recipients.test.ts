import { describe, expect, it } from 'vitest';
import { parseInput } from '../problem/input-faults.ts';
import { addressesOf, missingAddresses, Recipients } from './recipients.ts';

describe('a list of recipients', () => {
  it.each([
    ['a@example.net', ['a@example.net']],
    ['a@example.net, b@example.net', ['a@example.net', 'b@example.net']],
    ['a@example.net;b@example.net\nc@example.net', ['a@example.net', 'b@example.net', 'c@example.net']],
    [' a@example.net ,, A@Example.NET,', ['a@example.net']],
    ['', []],
  ])('%j has the addresses %j', (list, addresses) => {
    expect(addressesOf(list)).toEqual(addresses);
  });

  it.each([
    [[], 'SCHEDULING_NO_EMAILS'],
    [['one'], 'SCHEDULING_LIST_INVALID'],
    [['a@example.net', 'b@'], 'SCHEDULING_LIST_INVALID'],
    [[`${'a'.repeat(250)}@example.net`], 'SCHEDULING_LIST_INVALID'],
    [Array.from({ length: 101 }, (_, index) => `a${String(index)}@example.net`), 'SELECTION_TOO_LARGE'],
  ])('%j is rejected with %s', (list, code) => {
    const parsed = parseInput(Recipients, list);
    expect(parsed.ok ? [] : parsed.faults.map((fault) => fault.code)).toEqual([code]);
  });

  it('misses the addresses that are not in it, whatever their case', () => {
    expect(missingAddresses(['A@example.net', 'b@example.net'], ['a@EXAMPLE.net'])).toEqual([
      'b@example.net',
    ]);
  });
});
