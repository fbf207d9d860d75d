import { describe, expect, it } from 'vitest';
import { translateIn } from './text.ts';

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
  const text = translateIn(en, 'en');
  const french = translateIn(fr as unknown as typeof en, 'fr');

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
    expect(translateIn(en, 'fr')('rows', { count: 1_000_000 })).toBe('1\u202F000\u202F000 rows');
  });
});
