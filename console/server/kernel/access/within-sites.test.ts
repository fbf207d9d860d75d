import { expect, it } from 'vitest';
import { withinSites } from './within-sites.ts';

const restricted = { sites: new Map([[7, new Set([1, 2])]]) };

it.each([
  ['a user of every site who asks for none', 8, undefined, undefined],
  ['a user of every site who asks for some', 8, [3], [3]],
  ['a user of two sites who asks for none', 7, undefined, [1, 2]],
  ['a user of two sites who asks for one of them and a third', 7, [2, 3], [2]],
  ['a user of two sites who asks for a third', 7, [3], []],
])('%s', (_, customer, requested, expected) => {
  expect(withinSites(restricted, customer, requested)).toEqual(expected);
});
