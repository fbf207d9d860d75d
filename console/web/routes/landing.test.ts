import { describe, expect, it } from 'vitest';
import { aSession, customers } from '#web/testing/a-session.ts';
import { landingOf } from './landing.ts';

describe('the page after sign-in', () => {
  it.each([
    ['several customers: the alarms across them', {}, '/cc/alert'],
    ['one customer: its alarms', { customers: customers.slice(0, 1) }, '/alert'],
    ['a user of one customer', { scopes: ['customer'], customers: customers.slice(0, 1) }, '/alert'],
    ['several customers without alarms', { permissions: ['CUSTOMER.read'] }, '/cc/customer'],
    ['administration only', { scopes: ['admin'], permissions: ['ROLE.read'] }, '/mt/role'],
    ['nothing', { permissions: [] }, undefined],
  ] as const)('%s', (_who, change, route) => {
    const { scopes, permissions, customers: seen, ...remaining } = { ...aSession(), ...change };
    const session = {
      ...remaining,
      scopes: [...scopes],
      permissions: [...permissions],
      customers: [...seen],
    };
    expect(landingOf(session)).toBe(route);
  });
});
