import { describe, expect, it } from 'vitest';
import { Conditions, conditionsText } from './conditions.ts';

describe('conditions of a list', () => {
  it.each([
    ['vendor:equals:Cisco|Juniper', [['vendor', 'equals', ['Cisco', 'Juniper']]]],
    [
      'city:exists;name:notcontains:lab',
      [
        ['city', 'exists', []],
        ['name', 'notcontains', ['lab']],
      ],
    ],
    ['address:equals:2001:db8::1', [['address', 'equals', ['2001:db8::1']]]],
    [String.raw`a\:b:contains:1\|2|3\;4|\\`, [['a:b', 'contains', ['1|2', '3;4', '\\']]]],
    ['', []],
  ] as const)('are read from %s', (text, expected) => {
    const read = Conditions.parse(text);
    expect(read.map(({ property, operator, values }) => [property, operator, values])).toEqual(expected);
    expect(Conditions.parse(conditionsText(read))).toEqual(read);
  });

  it.each(['vendor', 'vendor:like:x', 'vendor:equals', ':exists'])('reject %s', (text) => {
    expect(Conditions.safeParse(text).success).toBe(false);
  });
});
