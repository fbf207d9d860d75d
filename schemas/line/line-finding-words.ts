import { SECOND_MS } from '../time/duration.ts';
import { languageOf, type Locale } from '../time/locale.ts';
import { formatDuration } from '../unit/duration.ts';
import { formatValue } from '../unit/format.ts';
import type { ComparedSpeed, LineFinding } from './line-finding.ts';
import { readWithinMs } from './narrow-counter.ts';

type Finding<Is extends LineFinding['is']> = Extract<LineFinding, { is: Is }>;
type Words = { readonly [Is in LineFinding['is']]: (finding: Finding<Is>, locale: Locale) => string };

const bps = (value: number, locale: Locale): string => formatValue(value, 'bps', locale);
const percentOf = (value: number, locale: Locale): string =>
  formatValue(Math.round(value), 'percent', locale);

const sources = {
  en: { contract: 'by contract', ifSpeed: 'by ifSpeed', ifHighSpeed: 'by ifHighSpeed' },
  fr: { contract: 'selon le contrat', ifSpeed: 'selon ifSpeed', ifHighSpeed: 'selon ifHighSpeed' },
} as const satisfies Record<'en' | 'fr', Record<ComparedSpeed, string>>;

/** Full seconds in which the counters must be read; 0: no poll is that fast. */
const secondsOf = ({ wrapMs }: Finding<'32 bits'>): number => Math.floor(readWithinMs(wrapMs) / SECOND_MS);

const english: Words = {
  'above speed': ({ percent, way, of, speedBps }, locale) =>
    `Counters say ${percentOf(percent, locale)} of the configured speed (${way === 'in' ? 'inbound' : 'outbound'}; ${bps(speedBps, locale)} ${sources.en[of]})`,
  '32 bits'(finding, locale) {
    const { of, wrapMs, everyMs, isV1 } = finding;
    const seconds = secondsOf(finding);
    const cause = `${of === 'octets' ? 'No value' : 'No packet rate'}: 32-bit counters that may wrap within ${formatDuration(wrapMs, locale)} are read every ${formatDuration(everyMs, locale)}`;
    const faster =
      seconds === 0
        ? 'no poll is fast enough'
        : `read them every ${formatDuration(seconds * SECOND_MS, locale)} (POLL_MIN_INTERVAL_SECONDS)`;
    return isV1
      ? `${cause}; ${faster}, or use SNMPv2c or v3, which have 64-bit counters`
      : `${cause}; ${faster}`;
  },
  'counter fault': ({ values }) =>
    values === 1 ? '1 value excluded: counter fault' : `${String(values)} values excluded: counter fault`,
  'no speed': () => 'No utilisation: the device reports no speed, and no bandwidth is contracted',
};

const french: Words = {
  'above speed': ({ percent, way, of, speedBps }, locale) =>
    `Les compteurs indiquent ${percentOf(percent, locale)} du débit configuré (${way === 'in' ? 'entrant' : 'sortant'}\u00A0; ${bps(speedBps, locale)} ${sources.fr[of]})`,
  '32 bits'(finding, locale) {
    const { of, wrapMs, everyMs, isV1 } = finding;
    const seconds = secondsOf(finding);
    const cause = `${of === 'octets' ? 'Aucune valeur' : 'Aucun débit en paquets'}\u00A0: des compteurs 32 bits qui peuvent reboucler en ${formatDuration(wrapMs, locale)} sont lus toutes les ${formatDuration(everyMs, locale)}`;
    const faster =
      seconds === 0
        ? 'aucune interrogation n’est assez fréquente'
        : `lisez-les toutes les ${formatDuration(seconds * SECOND_MS, locale)} (POLL_MIN_INTERVAL_SECONDS)`;
    return isV1
      ? `${cause}\u00A0; ${faster}, ou passez à SNMPv2c ou v3, qui ont des compteurs 64 bits`
      : `${cause}\u00A0; ${faster}`;
  },
  'counter fault': ({ values }) =>
    values === 1
      ? '1 valeur exclue\u00A0: compteur défaillant'
      : `${String(values)} valeurs exclues\u00A0: compteur défaillant`,
  'no speed': () =>
    'Pas de taux d’utilisation\u00A0: l’équipement n’indique aucun débit, et aucun n’est contractuel',
};

/** A finding as a sentence, without its end. */
export function findingWords(finding: LineFinding, locale: Locale): string {
  const words = languageOf(locale) === 'fr' ? french : english;
  return (words[finding.is] as (one: LineFinding, locale: Locale) => string)(finding, locale);
}
