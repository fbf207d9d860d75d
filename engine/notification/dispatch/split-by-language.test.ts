import { describe, expect, it } from 'vitest';
import type { MailTarget } from '../configuration/delivery-target.ts';
import { splitByLanguage } from './split-by-language.ts';

const mail: MailTarget = {
  kind: 'mail',
  id: 1,
  name: 'NOC',
  activeSinceMs: 0,
  includeRestricted: false,
  notifyPlatformEvents: false,
  language: 'en',
  customers: new Set(),
  severities: new Set(),
  alarms: new Set(),
  recipients: ['Ada@example.net', 'list@example.net', 'bea@example.net'],
  trigger: 'both',
  grouping: 'single',
  subject: '',
  body: '',
};
const readers = (language: 'en' | 'fr', languages: readonly (readonly [string, 'en' | 'fr'])[]) =>
  splitByLanguage({ ...mail, language }, new Map(languages)).map((one) => [
    one.language,
    one.kind === 'mail' ? one.recipients : [],
    one.kind === 'mail' && one.isTranslation === true,
  ]);

describe('recipients of a mail', () => {
  it.each<
    [string, 'en' | 'fr', readonly (readonly [string, 'en' | 'fr'])[], readonly (readonly unknown[])[]]
  >([
    ['who are no users read the language of the target', 'fr', [], [['fr', mail.recipients, false]]],
    [
      'who are users with a language read that one, whatever the case of their address',
      'en',
      [['ada@example.net', 'fr']],
      [
        ['fr', ['Ada@example.net'], true],
        ['en', ['list@example.net', 'bea@example.net'], false],
      ],
    ],
    [
      'whose language is that of the target get one mail',
      'fr',
      [['ada@example.net', 'fr']],
      [['fr', mail.recipients, false]],
    ],
    [
      'who all read another language get one mail in that',
      'en',
      mail.recipients.map((one) => [one.toLowerCase(), 'fr'] as const),
      [['fr', mail.recipients, true]],
    ],
  ])('%s', (_, language, languages, expected) => {
    expect(readers(language, languages)).toEqual(expected);
  });
});
