import { expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '../route.ts';
import { NumberList, ValueList } from './number-list.ts';

it.each<[unknown, boolean, boolean]>([
  [[], true, true],
  [[1, 2.5, -3], true, true],
  [[1, null], false, true],
  [[Number.NaN], false, false],
  [[Infinity], false, false],
  [['1'], false, false],
  [[[1]], false, false],
  [{ length: 0 }, false, false],
  [null, false, false],
])('%j is a list of numbers: %s, with gaps: %s', (value, isNumbers, isValues) => {
  expect([NumberList.safeParse(value).success, ValueList.safeParse(value).success]).toEqual([
    isNumbers,
    isValues,
  ]);
});

it('is described in the reference as a list, also in a reply', () => {
  const { reply } = route({
    method: 'GET',
    path: '/',
    scope: 'none',
    needs: 'anonymous',
    summary: '',
    reply: z.strictObject({ values: ValueList }),
  });
  expect(z.toJSONSchema(reply, { unrepresentable: 'any' })).toMatchObject({
    properties: { values: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } } },
  });
  expect(reply.safeParse({ values: ['1'] }).success).toBe(false);
});
