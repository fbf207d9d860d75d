import { describe, expect, it } from 'vitest';
import { explainRights } from './explained-rights.ts';
import { passwordExpiry, unlockNeedsConfirmation } from './rules.ts';
import { PersonNames, UserDraft } from './user.ts';

describe('unlocking', () => {
  it.each([
    ['expired', 1_000, 500, true],
    ['expired', 1_000, null, true],
    ['expired', 1_000, 1_000, true],
    ['expired', 1_000, 1_001, false],
    ['expired', null, 1_001, true],
    ['admin', 1_000, 500, false],
    ['retries', 1_000, null, false],
    ['inactivity', 1_000, null, false],
  ] as const)(
    'locked as %s at %s, password of %s: warns %s',
    (reason, lockedAt, passwordUpdatedAt, warns) => {
      expect(unlockNeedsConfirmation({ reason, lockedAt, passwordUpdatedAt })).toBe(warns);
    },
  );
});

describe('a password', () => {
  it.each([
    [null, 1, 86_400_500],
    [0, null, null],
    [1_000, 1, 86_401_000],
  ])('chosen at %s with %s days ends at %s', (updatedAt, days, end) => {
    expect(passwordExpiry({ updatedAt, givenAt: null, createdAt: 500, hasPassword: true }, days)).toBe(end);
  });
  it('without a password never expires', () => {
    expect(
      passwordExpiry({ updatedAt: null, givenAt: null, createdAt: 500, hasPassword: false }, 1),
    ).toBeNull();
  });
  it('that was issued counts from its issue', () => {
    expect(passwordExpiry({ updatedAt: null, givenAt: 700, createdAt: 500, hasPassword: true }, 1)).toBe(
      86_400_700,
    );
  });
});

describe('the permissions of a role', () => {
  it('are explained with the permissions that imply them', () => {
    expect(explainRights({ isAdmin: false, permissions: ['NETWORK.SDWAN_MANAGER.write'] })).toContainEqual({
      permission: 'NETWORK.PROVISIONING.read',
      from: 'role',
      carriedBy: ['NETWORK.PROVISIONING.write', 'NETWORK.SDWAN_MANAGER.read'].sort(),
    });
    expect(explainRights({ isAdmin: true, permissions: [] })).toContainEqual({
      permission: 'LICENSE.read',
      from: 'administrator',
      carriedBy: ['LICENSE.write'],
    });
  });
});

describe('a username', () => {
  const codeOf = (username: string) =>
    PersonNames.safeParse({ username, firstName: '', lastName: '', email: '' }).error?.issues[0]?.message;

  it.each([
    'ada',
    'ada.lovelace@example.net',
    'ACME\\noc',
    'auth0|5f7',
    'svc$',
    '_svc',
    '#noc',
    'иван',
    'zoé',
    'нос',
    'νοσ',
    '田中',
  ])('may be %s', (username) => {
    expect(codeOf(username)).toBeUndefined();
  });
  it.each([
    ...['n\u043Es', '\u0430da', 'n\u03BFc'].map((name) => [name, 'LOOK_ALIKE_LETTERS']),
    ...['nose\u0301\u0301', 'nos\u0323\u0323'].map((name) => [name, 'LOOK_ALIKE_LETTERS']),
    ...['.nos', 'nos.', 'nos\u00B7', 'nos\u3002', "nos'", 'nos\u02BC', '\u0301nos'].map((name) => [
      name,
      'USERNAME_EDGE',
    ]),
    ...['<img/src=x>', 'a"b', 'a&b'].map((name) => [name, 'USERNAME_CHARACTER']),
  ])('that is not read as it is written is rejected: %s', (username, code) => {
    expect(codeOf(username)).toBe(code);
  });
});

describe('a user draft', () => {
  it('restricts a customer once', () => {
    const restrictions = [
      { customer: 1, sites: [2] },
      { customer: 1, sites: [3] },
    ];
    const draft = {
      username: 'x',
      firstName: '',
      lastName: '',
      email: '',
      language: null,
      role: 1,
      allCustomers: false,
      customers: [1],
      profiles: [],
      restrictions,
    };
    expect(UserDraft.safeParse(draft).error?.issues[0]?.message).toBe('NOT_UNIQUE');
    expect(UserDraft.safeParse({ ...draft, restrictions: [] }).success).toBe(true);
  });
});
