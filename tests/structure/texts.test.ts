import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problems } from '#schemas/problem/catalogue.ts';
import { auditSubjects } from '#web/features/audit/audit-query.ts';
import { actionsEn } from '#web/features/audit/texts/actions-en.ts';
import { trackedFiles } from './source-files.ts';

type Texts = Readonly<Record<string, string>>;

/** English that reads as translated, with the words of the field (docs/82-glossary.md). */
const odd: Readonly<Record<string, string>> = {
  'those to come': 'future',
  'all the same': 'anyway',
  'by itself': 'automatically',
  'no more': 'no longer',
  'not known here': 'unknown, does not exist here',
  '(?:is|are) left out': 'is skipped',
  'clients?': 'customer',
  'the present': 'the current version',
};
const oddWords = new RegExp(`\\b(?:${Object.keys(odd).join('|')})\\b`, 'i');

/** Texts to which a rule does not apply, each with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'console/web/features/settings/sdwan/texts/en.ts tlocExclusionHint': 'a pattern begins with a colon',
  ...Object.fromEntries(
    [
      ...['clientAuthentication', 'clientSecret', 'oidcClient'].map(
        (key) => `audit/texts/en.ts field-${key}`,
      ),
      ...['client', 'clientId', 'clientSecret', 'clientAuthentication', 'clientAuthentication-none'].map(
        (key) => `settings/oidc/texts/en.ts ${key}`,
      ),
      'settings/oidc/texts/en.ts check-client',
    ].map((key) => [`console/web/features/${key}`, 'a client of OAuth 2.0 is the program, not a customer']),
  ),
  OIDC_SECRET_OF_OTHER: 'a client of OAuth 2.0 is the program, not a customer',
};

const files = trackedFiles(['console/web']).filter(
  (file) => file.endsWith('texts/en.ts') || file.endsWith('text/en.ts'),
);

async function textsOf(file: string, language: 'en' | 'fr'): Promise<Texts> {
  const path = file.replace(/en\.ts$/, `${language}.ts`);
  const module = (await import(`../../${path}`)) as Readonly<Record<string, unknown>>;
  return module[language] as Texts;
}

interface Pair {
  readonly key: string;
  readonly en: string;
  readonly fr: string;
}

async function pairsOf(file: string): Promise<readonly Pair[]> {
  const [english, french] = [await textsOf(file, 'en'), await textsOf(file, 'fr')];
  return Object.entries(english).map(([key, en]) => ({ key: `${file} ${key}`, en, fr: french[key] ?? '' }));
}

const inProblems: readonly Pair[] = Object.entries(problems).map(([key, { en, fr }]) => ({ key, en, fr }));
const all: readonly Pair[] = [...(await Promise.all(files.map(pairsOf))).flat(), ...inProblems];

const placeholdersIn = (text: string): string =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .toSorted((one, other) => one!.localeCompare(other!))
    .join();
const faulty = (isFaulty: (pair: Pair) => boolean): readonly string[] =>
  all.filter((pair) => isFaulty(pair)).map(({ key, en, fr }) => `${key}: ${en} | ${fr}`);

describe('the texts of the console', () => {
  it('are found', () => {
    expect(all.length).toBeGreaterThan(3_000);
  });

  it('have the same placeholders in both languages', () => {
    // A form of the plural may write its number as a word.
    const without = (text: string): string => placeholdersIn(text.replaceAll('{{count}}', ''));
    expect(faulty(({ en, fr }) => without(en) !== without(fr))).toEqual([]);
  });

  it('have no double spaces, no line breaks and no dots for an ellipsis', () => {
    expect(faulty(({ en, fr }) => [en, fr].some((text) => / {2}|\n|\.\.\./.test(text)))).toEqual([]);
  });

  it('have typographic apostrophes and quotation marks', () => {
    expect(faulty(({ en, fr }) => [en, fr].some((text) => /\w'\w/.test(text)))).toEqual([]);
  });

  it('have a no-break space before double punctuation in French', () => {
    expect(faulty(({ key, fr }) => !(key in exempt) && / [:;!?»%]|« /.test(fr))).toEqual([]);
  });

  it('use the words of the field in English', () => {
    expect(
      faulty(({ key, en }) => !(key in exempt) && oddWords.test(en.replaceAll(/\{\{\w+\}\}/g, ''))),
    ).toEqual([]);
  });

  it('have one French word for what exports flows', () => {
    expect(faulty(({ fr }) => /exportateur/i.test(fr))).toEqual([]);
  });
});

/** What the server records: `action: 'role.create'`, `subject: 'role'`, `entry('import.plan', …)`. */
const recorded = (pattern: RegExp): readonly string[] => [
  ...new Set(
    trackedFiles(['console/server'])
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!)),
  ),
];

describe('the audit', () => {
  it('names every action in words', () => {
    const actions = recorded(/(?:action: |entry\()'([a-z-]+\.[a-z-]+)'/g);
    expect(actions.length).toBeGreaterThan(80);
    expect(actions.filter((action) => !Object.hasOwn(actionsEn, `action-${action}`))).toEqual([]);
  });

  it('offers every kind of object as a filter', () => {
    const subjects = recorded(/subject: '([a-z-]+)'/g);
    expect(subjects.length).toBeGreaterThan(15);
    expect(subjects.filter((subject) => !(auditSubjects as readonly string[]).includes(subject))).toEqual([]);
  });
});
