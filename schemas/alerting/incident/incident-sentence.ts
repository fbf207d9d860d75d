import { type Locale, languageOf } from '../../time/locale.ts';
import { formatDuration } from '../../unit/duration.ts';
import { formatValue } from '../../unit/format.ts';
import { plainNumber } from '../../unit/number.ts';
import type { AlarmIncident } from './incident.ts';

/** What a sentence is made of: a part of an incident, so that it names nothing else. */
export type DescribedIncident = Pick<AlarmIncident, 'siteName' | 'start' | 'end' | 'alarms' | 'elements'> & {
  readonly main: Pick<AlarmIncident['main'], 'name' | 'elementName'>;
  /** The largest application of the traffic of its main element, where flows say it. */
  readonly share?: { readonly application: string; readonly percent: number } | undefined;
};

interface Words {
  readonly place: string;
  readonly what: string;
  readonly duration: string;
  readonly share: string;
  readonly others: string;
}

const others = {
  en: (count: string, isOne: boolean, elements: string | undefined) =>
    `, and ${count} more ${isOne ? 'alarm' : 'alarms'}${elements === undefined ? '' : ` on ${elements} elements`}`,
  fr: (count: string, isOne: boolean, elements: string | undefined) =>
    `, et ${count} ${isOne ? 'autre alarme' : 'autres alarmes'}${elements === undefined ? '' : ` sur ${elements} éléments`}`,
} as const;

const sentences = {
  en: {
    running: ({ place, what, duration, share, others: more }: Words) =>
      `${place}${what} for ${duration}${share}${more}`,
    over: ({ place, what, duration, share, others: more }: Words) =>
      `${place}${what}, over after ${duration}${share}${more}`,
  },
  fr: {
    running: ({ place, what, duration, share, others: more }: Words) =>
      `${place}${what} depuis ${duration}${share}${more}`,
    over: ({ place, what, duration, share, others: more }: Words) =>
      `${place}${what}, terminé après ${duration}${share}${more}`,
  },
} as const;

const shares = {
  en: (percent: string, application: string) => `, ${percent} of it ${application}`,
  fr: (percent: string, application: string) => `, dont ${percent} ${application}`,
} as const;

const colon = { en: ': ', fr: '\u00A0: ' } as const;
const on = { en: 'on', fr: 'sur' } as const;

/**
 * An incident in one sentence: `Orléans warehouse: Saturation IN on orleans-r1 · Gi0/0/0 for 1 h 5 min, and 3 more alarms on 2 elements`.
 * The same wherever it is shown. `now`: seconds since 1970, for an incident that runs.
 */
export function incidentSentence(incident: DescribedIncident, now: number, locale: Locale): string {
  const language = languageOf(locale);
  const { siteName, start, end, alarms, elements, main } = incident;
  const count = (value: number) => plainNumber(value, locale);
  const more = alarms - 1;
  const spread = elements > 1 ? count(elements) : undefined;
  const duration = formatDuration(Math.max(0, (end ?? now) - start) * 1_000, locale);
  const share =
    incident.share === undefined
      ? ''
      : shares[language](formatValue(incident.share.percent, 'percent', locale), incident.share.application);
  const element = main.elementName === '' ? '' : ` ${on[language]} ${main.elementName}`;
  return sentences[language][end === null ? 'running' : 'over']({
    place: siteName === '' ? '' : `${siteName}${colon[language]}`,
    what: `${main.name}${element}`,
    duration,
    share,
    others: more === 0 ? '' : others[language](count(more), more === 1, spread),
  });
}
