import { describe, expect, it } from 'vitest';
import { defineTexts, extendTexts, overrideTexts } from './text.ts';

const en = {
  plain: 'Alarms',
  site: 'Site {{site}} of {{total}}',
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
  waiting_zero: 'Starting…',
  waiting_one: 'One before it',
  waiting_other: '{{count}} before it',
  shown: '{{count}} shown',
} as const;
const fr = {
  ...en,
  rows_one: '{{count}} ligne',
  rows_other: '{{count}} lignes',
  rows_many: '{{count}} de lignes',
} as const;

describe('a text', () => {
  const useTexts = defineTexts('rows-of-test', en, fr);
  const text = useTexts.in('en');
  const french = useTexts.in('fr');

  it('is filled with its values', () => {
    expect(text('plain')).toBe('Alarms');
    expect(text('site', { site: 'Lyon', total: 8_443 })).toBe('Site Lyon of 8443');
    expect(text('site', { site: '$& {{total}}', total: 1 })).toBe('Site $& {{total}} of 1');
  });

  it.each([
    [0, '0 rows', '0 ligne'],
    [1, '1 row', '1 ligne'],
    [2, '2 rows', '2 lignes'],
    [1_500, '1,500 rows', '1\u202F500 lignes'],
    [1_000_000, '1,000,000 rows', '1\u202F000\u202F000 de lignes'],
  ])('of %d has the form of its language', (count, english, inFrench) => {
    expect(text('rows', { count })).toBe(english);
    expect(french('rows', { count })).toBe(inFrench);
  });

  it('has a form of its own for none where one is written', () => {
    expect(text('waiting', { count: 0 })).toBe('Starting…');
    expect(text('waiting', { count: 1 })).toBe('One before it');
    expect(text('shown', { count: 1_500 })).toBe('1,500 shown');
  });

  it('without a form for a count takes the usual one', () => {
    const texts = defineTexts('forms-of-test', en, en);
    expect(texts.in('fr')('rows', { count: 1_000_000 })).toBe('1\u202F000\u202F000 rows');
  });

  it('shows a name as it is, whatever it looks like', () => {
    for (const site of ['$t(plain)', '{{total}}', '<b>&amp;</b>', 'a:b.c', '$&'])
      expect(text('site', { site, total: 1 })).toBe(`Site ${site} of 1`);
  });

  it('names no other text', () => {
    overrideTexts('en', { 'nest-of-test': { plain: '$t(plain)' } });
    expect(defineTexts('nest-of-test', en, fr).in('en')('plain')).toBe('$t(plain)');
  });

  it('of the installation replaces that of the product, also of what loads later', () => {
    overrideTexts('fr', { 'late-of-test': { plain: 'Alertes' }, 'rows-of-test': { plain: 'Alertes' } });
    const later = defineTexts('late-of-test', en, fr);
    expect([french('plain'), later.in('fr')('plain'), later.in('en')('plain')]).toEqual([
      'Alertes',
      'Alertes',
      'Alarms',
    ]);
    expect(later.in('fr')('rows', { count: 2 })).toBe('2 lignes');
  });

  it('of a language of the installation has its plural rules, and is English where it is missing', () => {
    overrideTexts('pl', {
      'rows-of-test': {
        rows_one: '{{count}} wiersz',
        rows_few: '{{count}} wiersze',
        rows_many: '{{count}} wierszy',
      },
    });
    const polish = useTexts.in('pl');
    expect([1, 3, 5].map((count) => polish('rows', { count }))).toEqual([
      '1 wiersz',
      '3 wiersze',
      '5 wierszy',
    ]);
    expect(polish('plain')).toBe('Alarms');
  });

  it('of another feature is found with those that extend it', () => {
    const more = extendTexts(useTexts, 'more-of-test', { extra: 'More' }, { extra: 'Plus' });
    expect([more.in('fr')('extra'), more.in('fr')('rows', { count: 2 })]).toEqual(['Plus', '2 lignes']);
  });
});
