import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { commonestPasswords } from './password/commonest.ts';
import { isDate } from './password/is-date.ts';
import { defaultPasswordPolicy, passwordFaults, PasswordPolicy } from './password-policy.ts';

let commonest: ReadonlySet<string>;
beforeAll(async () => {
  commonest = await commonestPasswords();
});

const lax: PasswordPolicy = { ...defaultPasswordPolicy, minCharacters: 8, forbiddenWords: false };
const codes = (password: string, policy: Partial<PasswordPolicy> = {}, username = 'ada') =>
  passwordFaults({ ...lax, ...policy }, { password, username, unchanged: false }, commonest).map(
    ({ code }) => code,
  );

describe('the default policy', () => {
  it('is a policy: 12 to 128 characters, no other minimum, forbidden words on', () => {
    expect(PasswordPolicy.parse(defaultPasswordPolicy)).toMatchObject({
      minCharacters: 12,
      maxCharacters: 128,
      minLowercase: 0,
      minUppercase: 0,
      minDigits: 0,
      minSymbols: 0,
      minUniqueCharacters: 0,
      forbiddenWords: true,
    });
  });

  it.each([
    ['correct horse battery', []],
    ['un cheval à la fenêtre', []],
    ['kq zv wj', ['PASSWORD_TOO_SHORT']],
    ['elevenkqzvw', ['PASSWORD_TOO_SHORT']],
    ['x'.repeat(127) + 'y', []],
    ['x'.repeat(128) + 'y', ['PASSWORD_TOO_LONG']],
  ])('returns for %j the faults %j', (password, expected) => {
    expect(codes(password, defaultPasswordPolicy)).toEqual(expected);
  });
});

describe('a minimum', () => {
  it.each([
    ['minLowercase', 2, 'ABCDEFGa1', 'PASSWORD_LOWERCASE'],
    ['minLowercase', 2, 'ABCDEFGéà', undefined],
    ['minUppercase', 1, 'abcdefgh', 'PASSWORD_UPPERCASE'],
    ['minUppercase', 1, 'Éabcdefgh', undefined],
    ['minDigits', 2, 'abcdefg1', 'PASSWORD_DIGITS'],
    ['minDigits', 2, 'abcdefg1٣', undefined],
    ['minSymbols', 1, 'abcdefg1é', 'PASSWORD_SYMBOLS'],
    ['minSymbols', 1, 'abcdefg 1', undefined],
    ['minSymbols', 1, 'abcdefg😀', undefined],
    ['minUniqueCharacters', 5, 'abababab', 'PASSWORD_UNIQUE_CHARACTERS'],
    ['minUniqueCharacters', 5, 'abcdeabc', undefined],
  ] as const)('%s of %i in %j: %s', (name, min, password, expected) => {
    expect(codes(password, { [name]: min })).toEqual(expected === undefined ? [] : [expected]);
  });

  it('returns every broken rule at once, each with its bound', () => {
    const policy = { ...lax, minCharacters: 12, minUppercase: 2, minDigits: 1, minSymbols: 3 };
    const given = { password: 'lundi', confirmation: 'mardi', username: 'lundi', unchanged: true };
    expect(passwordFaults(policy, given, commonest)).toEqual([
      { code: 'PASSWORD_TOO_SHORT', params: { min: 12 } },
      { code: 'PASSWORD_UPPERCASE', params: { min: 2 } },
      { code: 'PASSWORD_DIGITS', params: { min: 1 } },
      { code: 'PASSWORD_SYMBOLS', params: { min: 3 } },
      { code: 'PASSWORD_CONTAINS_USERNAME' },
      { code: 'PASSWORD_UNCHANGED' },
      { code: 'PASSWORDS_DIFFER', field: 'confirmation' },
    ]);
  });
});

describe('characters', () => {
  it('are code points, so an emoji counts as one', () => {
    expect(codes('😀'.repeat(7))).toContain('PASSWORD_TOO_SHORT');
    expect(codes('😀'.repeat(8))).not.toContain('PASSWORD_TOO_SHORT');
  });
  it('are counted in normal form C, so a letter and its accent count as one', () => {
    expect(codes('é'.repeat(7))).toContain('PASSWORD_TOO_SHORT');
    expect(codes('é'.repeat(8))).not.toContain('PASSWORD_TOO_SHORT');
  });
  it('typed twice in different forms are the same password', () => {
    const given = {
      password: 'été à la plage',
      confirmation: 'été à la plage',
      username: 'ada',
      unchanged: false,
    };
    expect(passwordFaults(lax, given, commonest)).toEqual([]);
  });
});

describe('a forbidden word', () => {
  const forbid = { forbiddenWords: true, words: ['Borealis', 'Société Générique'] };
  it.each([
    'password',
    'PASSWORD',
    'P@ssw0rd',
    'Password2026!',
    '!!password!!',
    'passwordpassword',
    'azertyuiop12',
    'MotDePasse2025',
    'mot-de-passe',
    'qwertyuiop',
    'TELLTALE-2026',
    't3llt4le forever',
    'nos amis de borealis',
    'societe generique 12',
  ])('is found in %j', (password) => {
    expect(codes(password, forbid)).toContain('PASSWORD_FORBIDDEN_WORD');
  });
  it.each(['correct horse battery', 'dragon fruit at dawn', 'mon password prefere'])(
    'is not found in %j',
    (password) => {
      expect(codes(password, forbid)).not.toContain('PASSWORD_FORBIDDEN_WORD');
    },
  );
  it('is not searched for when the setting is off', () => {
    expect(codes('password', { forbiddenWords: false })).toEqual([]);
  });
});

describe('a date', () => {
  it.each([
    '14/07/1989',
    '07/14/1989',
    '1989-07-14',
    '14.7.89',
    '14 07 1989',
    '14071989',
    '19890714',
    '140789',
    '14 juillet 1989',
    'le 14 juillet 1989',
    'vendredi 14 juillet 1989',
    '1er janvier 2026',
    '1er mai 1981',
    '2 févr. 2020',
    '14juillet1989',
    'Août 2024',
    'July 14th, 1989',
    '14 July 1989',
    'Friday, July 14 1989',
    '29/02/2024',
  ])('is recognised in %j', (text) => expect(isDate(text)).toBe(true));
  it.each([
    '31/02/2024',
    '29/02/2023',
    '14/07/1989 at the beach',
    '14 brumaire 1989',
    'mars et venus',
    'juillet',
    '99999999',
    '1234567890',
    '',
    'may the fourth 1989 be with you',
  ])('is not recognised in %j', (text) => expect(isDate(text)).toBe(false));
  it('is rejected as a password', () => {
    expect(codes('14 juillet 1989')).toEqual(['PASSWORD_IS_DATE']);
  });
  it('of any day is recognised however it is written', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.', ' ', ''), (date, between) => {
        const [year = '', month = '', of = ''] = date.toISOString().slice(0, 10).split('-');
        expect(isDate([of, month, year].join(between))).toBe(true);
        expect(isDate([year, month, of].join(between))).toBe(true);
        for (const language of ['en-GB', 'en-US', 'fr-FR'])
          for (const dateStyle of ['full', 'long', 'medium'] as const) {
            const text = date.toLocaleDateString(language, { dateStyle, timeZone: 'UTC' });
            expect([text, isDate(text)]).toEqual([text, true]);
          }
      }),
    );
  });
});

describe('the username', () => {
  it.each([
    ['ada.lovelace', 'ADA.Lovelace-2026', true],
    ['zoé', 'une ZOE au jardin', true],
    ['noc@example.net', 'nocturne 88 chats', true],
    ['jo', 'bonjour tristesse', false],
    ['grace', 'admiral of the sea', false],
  ])('%s in %j: %s', (username, password, contained) => {
    expect(codes(password, {}, username).includes('PASSWORD_CONTAINS_USERNAME')).toBe(contained);
  });
});

describe('any typed text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  it('gives the same faults in every normal form', () => {
    fc.assert(
      fc.property(text, (password) => {
        expect(codes(password.normalize('NFD'), { forbiddenWords: true })).toEqual(
          codes(password.normalize('NFC'), { forbiddenWords: true }),
        );
      }),
    );
  });
  it('breaks a minimum exactly when it has fewer characters of the kind', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 6 }), (password, min) => {
        const digits = Array.from(password.normalize('NFC')).filter((each) => /\p{Nd}/u.test(each)).length;
        expect(codes(password, { minDigits: min }).includes('PASSWORD_DIGITS')).toBe(digits < min);
      }),
    );
  });
  it('keeps its faults when the policy gets stricter', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 63 }), (password, min) => {
        const lenient = codes(password, { minCharacters: min });
        const strict = codes(password, { minCharacters: min + 1 });
        expect(strict).toEqual(expect.arrayContaining(lenient));
      }),
    );
  });
});

describe('a policy', () => {
  it.each([
    [{ minCharacters: 7 }],
    [{ maxCharacters: 63 }],
    [{ minDigits: 40, minSymbols: 40, maxCharacters: 64 }],
    [{ words: ['abc'] }],
    [{ minDigits: -1 }],
  ])('with %j is rejected', (changed) => {
    expect(PasswordPolicy.safeParse({ ...defaultPasswordPolicy, ...changed }).success).toBe(false);
  });
});
