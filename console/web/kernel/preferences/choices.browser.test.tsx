import { afterEach, expect, it } from 'vitest';
import { forgetChoices, readOwned, readStored, setOwner, writeOwned, writeStored } from '#web/lib/stored.ts';
import { offeredLanguages, setLanguage, toLanguage } from '#web/lib/text.ts';
import { chooseDensity } from '#web/ui/table/use-density.ts';
import { aSession } from '#web/testing/a-session.ts';
import { applyPreferences } from './preferences.ts';

const ofUser = (id: number, change = {}) => ({ ...aSession().user, id, ...change });
afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['languages'];
  setLanguage('en');
});

it('sign-out leaves nothing that the user chose to the next one, who finds what is theirs', () => {
  applyPreferences(ofUser(1));
  chooseDensity('compact');
  writeOwned('customer', '7');
  writeStored('language', 'fr');
  writeStored('theme', 'light');
  forgetChoices();
  expect([readStored('language'), readStored('theme')]).toEqual([undefined, undefined]);
  applyPreferences(ofUser(2));
  expect([readOwned('density'), readOwned('customer')]).toEqual([undefined, undefined]);
  applyPreferences(ofUser(1));
  expect([readOwned('density'), readOwned('customer')]).toEqual(['compact', '7']);
  setOwner(0);
});

it('a language of the browser or of the user that is not offered falls back to the default', () => {
  expect([offeredLanguages(), toLanguage('fr-CA'), toLanguage('de')]).toEqual([['en', 'fr'], 'fr', 'en']);
  document.documentElement.dataset['languages'] = 'fr en';
  expect([toLanguage('de'), toLanguage('en-GB')]).toEqual(['fr', 'en']);
  document.documentElement.dataset['languages'] = 'fr';
  expect(offeredLanguages()).toEqual(['fr']);
  applyPreferences(ofUser(1, { language: 'en' }));
  expect(document.documentElement.lang).toBe('fr');
});
