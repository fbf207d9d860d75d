import { expect, it } from 'vitest';
import { writtenPercent } from './demonstration-history.ts';

it.each([
  ['nothing before the first day', { writtenFromS: undefined, done: false }, 0],
  ['a part', { writtenFromS: 600, done: false }, 40],
  ['less than all until it is marked as done', { writtenFromS: 0, done: false }, 99],
  ['no figure once it is done', { writtenFromS: 0, done: true }, undefined],
])('of the past of the demonstration is written: %s', (_, { writtenFromS, done }, percent) => {
  const progress = { fromS: 0, untilS: 1_000, done, ...(writtenFromS !== undefined && { writtenFromS }) };
  expect(writtenPercent(progress)).toBe(percent);
});
