import { describe, expect, it } from 'vitest';
import { movedTo, typedIndex } from './order-list.ts';

describe('the order of a list', () => {
  it.each([
    ['down', 0, 2, 'bcad'],
    ['up', 3, 0, 'dabc'],
    ['by one', 1, 2, 'acbd'],
    ['nowhere', 1, 1, 'abcd'],
    ['beyond the end', 0, 9, 'bcda'],
    ['from nowhere', 7, 0, 'abcd'],
  ])('moves one %s, and those between make room', (_, from, to, expected) => {
    expect(movedTo(['a', 'b', 'c', 'd'], from, to).join('')).toBe(expected);
  });

  it.each([
    ['3', 2],
    [' 12 ', 11],
    ['0', 0],
    ['-4', 0],
    ['501', 499],
    ['', undefined],
    ['1.5', undefined],
    ['first', undefined],
  ])('takes the typed position %j for the index %j', (text, expected) => {
    expect(typedIndex(text, 500)).toBe(expected);
  });
});
