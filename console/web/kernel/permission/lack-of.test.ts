import { describe, expect, it } from 'vitest';
import { lackOf } from './lack-of.ts';

const write = { needs: 'USER.write', everyCustomer: true } as const;

describe('what keeps somebody from a call', () => {
  it.each([
    ['nothing', write, ['USER.write'], true, undefined],
    ['the right, named first', write, ['USER.read'], false, 'USER.write'],
    ['the right, for who sees every customer too', write, ['USER.read'], true, 'USER.write'],
    ['that he does not see every customer', write, ['USER.write'], false, 'every-customer'],
    [
      'nothing where single customers are concerned',
      { needs: 'USER.write' },
      ['USER.write'],
      false,
      undefined,
    ],
    ['nothing where being signed in is enough', { needs: 'signed-in' }, [], false, undefined],
  ] as const)('is %s', (_, call, permissions, everyCustomer, expected) => {
    expect(lackOf({ permissions: [...permissions], everyCustomer }, call)).toBe(expected);
  });
});
