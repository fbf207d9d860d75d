import { describe, expect, it } from 'vitest';
import { missingPermission } from './missing-permission.ts';

const write = { needs: 'USER.write', everyCustomer: true } as const;

describe('the missing permission of a call', () => {
  it.each([
    ['none', write, ['USER.write'], true, undefined],
    ['the permission, reported first', write, ['USER.read'], false, 'USER.write'],
    ['the permission, also with every customer in scope', write, ['USER.read'], true, 'USER.write'],
    ['every customer in scope', write, ['USER.write'], false, 'every-customer'],
    ['none where single customers are concerned', { needs: 'USER.write' }, ['USER.write'], false, undefined],
    ['none where being signed in is enough', { needs: 'signed-in' }, [], false, undefined],
  ] as const)('is %s', (_, call, permissions, everyCustomer, expected) => {
    expect(missingPermission({ permissions: [...permissions], everyCustomer }, call)).toBe(expected);
  });
});
