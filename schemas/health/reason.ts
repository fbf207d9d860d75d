import { z } from 'zod';
import { formatDuration } from '../unit/duration.ts';
import { formatValue } from '../unit/format.ts';
import { languageOf, type Language, type Locale } from '../time/locale.ts';
import { reasonsEn, type ReasonText } from './reasons-en.ts';
import { reasonsFr } from './reasons-fr.ts';

export type ReasonCode = keyof typeof reasonsEn;
export const ReasonCode = z.enum(Object.keys(reasonsEn) as [ReasonCode, ...ReasonCode[]]);

export type ReasonFacts = Readonly<Record<string, string | number>>;

const texts: Readonly<Record<Language, Readonly<Record<ReasonCode, ReasonText>>>> = {
  en: reasonsEn,
  fr: reasonsFr,
};

/** `{name}` is a text or a number, `{name:byte}`, `{name:percent}` and `{name:duration}` (milliseconds) are figures. */
const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

function shown(value: string | number | undefined, style: string | undefined, locale: Locale): string {
  if (typeof value !== 'number') return value ?? '';
  if (style === 'duration') return formatDuration(value, locale);
  if (style === 'byte' || style === 'percent') return formatValue(value, style, locale);
  return formatValue(value, 'scalar', locale);
}

const filled = (text: string, facts: ReasonFacts, locale: Locale): string =>
  text.replace(PLACEHOLDER, (_, name: string, style?: string) => shown(facts[name], style, locale));

/** The words of a reason, and of what to do about it, in one language. */
export function reasonText(
  { code, facts }: { readonly code: ReasonCode; readonly facts: ReasonFacts },
  locale: Locale,
): ReasonText {
  const { reason, action } = texts[languageOf(locale)][code];
  return {
    reason: filled(reason, facts, locale),
    ...(action === undefined ? {} : { action: filled(action, facts, locale) }),
  };
}

/** The facts that the texts of a code name, with their styles. */
export const reasonPlaceholders = (code: ReasonCode, language: Language): readonly string[] => {
  const { reason, action = '' } = texts[language][code];
  return [...new Set([...`${reason} ${action}`.matchAll(PLACEHOLDER)].map(([full]) => full))].sort();
};
