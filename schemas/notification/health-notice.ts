import { z } from 'zod';
import { componentName } from '../health/component-names.ts';
import { HealthReason } from '../health/component.ts';
import { reasonText } from '../health/reason.ts';
import { languages, type Language } from '../time/locale.ts';
import type { NoticeText } from './stream-notice.ts';

const Part = z.strictObject({ id: z.string(), reason: HealthReason });

/** Notice to the provider: parts of the platform are critical, or no part is any more. */
export const HealthNotice = z.strictObject({
  is: z.literal('health'),
  edge: z.enum(['raise', 'clear']),
  /** Without those already notified; of a clear all that were critical. */
  components: z.array(Part).min(1),
  /** Identical in all notices of one incident. */
  correlation: z.string(),
  /** Milliseconds since 1970. */
  sinceMs: z.number(),
  atMs: z.number(),
});
export type HealthNotice = z.infer<typeof HealthNotice>;

/** More parts are counted: a trap has room for 255 octets in both languages. */
const MAX_NAMED = 3;

const titles: Readonly<Record<Language, Record<HealthNotice['edge'], (names: string) => string>>> = {
  en: {
    raise: (names) => `Telltale is not in order: ${names}`,
    clear: (names) => `Telltale is in order again: ${names}`,
  },
  fr: {
    raise: (names) => `Telltale n’est pas en ordre\u00A0: ${names}`,
    clear: (names) => `Telltale est de nouveau en ordre\u00A0: ${names}`,
  },
};

function textIn({ edge, components }: HealthNotice, language: Language): NoticeText {
  const names = components.map(({ id }) => componentName(id, language));
  const named = names.slice(0, MAX_NAMED).join(', ');
  const shown = names.length > MAX_NAMED ? `${named}, +${String(names.length - MAX_NAMED)}` : named;
  const lines = components.map(({ id, reason }) => {
    const { reason: why, action = '' } = reasonText(reason, language);
    return `${componentName(id, language)}. ${why} ${action}`.trim();
  });
  return {
    title: titles[language][edge](shown),
    text: edge === 'raise' ? lines.join('\n') : names.join(', '),
  };
}

/** Subject and text in each language. */
export const healthNoticeTexts = (notice: HealthNotice): Readonly<Record<Language, NoticeText>> =>
  Object.fromEntries(languages.map((language) => [language, textIn(notice, language)])) as Record<
    Language,
    NoticeText
  >;
