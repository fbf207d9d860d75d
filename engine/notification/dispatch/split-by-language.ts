import type { Language } from '#schemas/time/locale.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';

/**
 * Who reads what a target is sent, by language: recipients of a mail who are users with a language of their own read that one, in a mail of
 * their own; everyone else reads that of the target.
 */
export function splitByLanguage(
  target: DeliveryTarget,
  languages: ReadonlyMap<string, Language>,
): readonly DeliveryTarget[] {
  if (target.kind !== 'mail') return [target];
  const languageOf = (address: string): Language => languages.get(address.toLowerCase()) ?? target.language;
  const { recipients } = target;
  if (recipients.every((address) => languageOf(address) === target.language)) return [target];
  return [...Map.groupBy(recipients, languageOf)].map(([language, own]) => ({
    ...target,
    recipients: own,
    language,
    isTranslation: language !== target.language,
  }));
}
