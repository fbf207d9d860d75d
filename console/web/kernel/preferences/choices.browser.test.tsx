import { afterEach, describe, expect, it } from 'vitest';
import { forgetChoices, readOwned, readStored, setOwner, writeOwned, writeStored } from '#web/lib/stored.ts';
import { defineTexts, offeredLanguages, setLanguage, toLanguage } from '#web/lib/text.ts';
import { toasts } from '#web/ui/feedback/toast-store.ts';
import { chooseDensity } from '#web/ui/table/use-density.ts';
import { aSession } from '#web/testing/a-session.ts';
import { nameOfLanguage } from './own-texts.ts';
import { applyPreferences, choosableLanguages, chooseLanguage, startLanguage } from './preferences.ts';

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

describe('the texts of the installation', () => {
  const texts = defineTexts(
    'choices-of-test',
    { hello: 'Hello', world: 'World' },
    { hello: 'Bonjour', world: 'Monde' },
  );
  const fetched = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = fetched;
    delete document.documentElement.dataset['texts'];
    toasts.set([]);
  });

  /** The reply to the file of texts, whose name is new for each test. */
  function serve(file: string, reply: Response): void {
    document.documentElement.dataset['texts'] = file;
    globalThis.fetch = () => Promise.resolve(reply);
  }

  it('add a language, which falls back to English and is the choice of this browser', async () => {
    serve('de.1.json', Response.json({ 'choices-of-test': { hello: 'Hallo' } }));
    expect([choosableLanguages(), nameOfLanguage('de')]).toEqual([['en', 'fr', 'de'], 'Deutsch']);
    await chooseLanguage('de', false);
    applyPreferences(ofUser(1, { language: 'fr' }));
    expect(document.documentElement.lang).toBe('de');
    expect([texts.in('de')('hello'), texts.in('de')('world')]).toEqual(['Hallo', 'World']);
    await startLanguage();
    expect(document.documentElement.lang).toBe('de');
  });

  it('that cannot be loaded leave those of the product, which is said', async () => {
    serve('fr.2.json', new Response('', { status: 500 }));
    await chooseLanguage('fr', false);
    expect(document.documentElement.lang).toBe('fr');
    expect(toasts.get()).toMatchObject([
      { tone: 'bad', text: 'Les traductions personnalisées n’ont pas pu être chargées.' },
    ]);
  });
});
