import { shownBuiltIn } from '../../name/built-in-name.ts';
import { withShortPort } from '../../text/port-name-parts.ts';
import { type Locale, languageOf } from '../../time/locale.ts';
import { formatDuration } from '../../unit/duration.ts';
import { formatValue } from '../../unit/format.ts';
import { plainNumber } from '../../unit/number.ts';
import type { AlarmIncident } from './incident.ts';
import type { IncidentShare } from './incident-cause.ts';

/** What a sentence is made of: a part of an incident, so that it names nothing else. */
export type DescribedIncident = Pick<AlarmIncident, 'siteName' | 'start' | 'end' | 'alarms' | 'elements'> & {
  readonly main: Pick<AlarmIncident['main'], 'name' | 'elementName'>;
  /** The largest application of the traffic of its main element, where flows say it. */
  readonly share?: IncidentShare | undefined;
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

interface ShareWords {
  readonly percent: string;
  readonly application: string;
  /** Undefined: they are many, or unknown. */
  readonly hosts: string | undefined;
  readonly isOne: boolean;
}

const shares = {
  en: ({ percent, application, hosts, isOne }: ShareWords) =>
    `, ${percent} of it ${application}${hosts === undefined ? '' : ` from ${hosts} ${isOne ? 'host' : 'hosts'}`}`,
  fr: ({ percent, application, hosts, isOne }: ShareWords) =>
    `, dont ${percent} pour ${application}${hosts === undefined ? '' : ` depuis ${hosts} ${isOne ? 'hôte' : 'hôtes'}`}`,
} as const;

/** Hebrew, Arabic and their neighbours, which would order the words around them. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);

const colon = { en: ': ', fr: '\u00A0: ' } as const;
const on = { en: 'on', fr: 'sur' } as const;

function shareText(share: DescribedIncident['share'], locale: Locale): string {
  if (share === undefined) return '';
  const { application, percent, hosts } = share;
  return shares[languageOf(locale)]({
    percent: formatValue(percent, 'percent', locale),
    application: isolated(application),
    hosts: hosts === undefined ? undefined : plainNumber(hosts, locale),
    isOne: hosts === 1,
  });
}

/**
 * An incident in one sentence: `Orléans warehouse: Inbound saturation on orleans-r1 · Gi0/0/0 for 1 h 5 min, and 3 more alarms on 2 elements`.
 * The same wherever it is shown. `now`: seconds since 1970, for an incident that runs.
 */
export function incidentSentence(incident: DescribedIncident, now: number, locale: Locale): string {
  const language = languageOf(locale);
  const { siteName, start, end, alarms, elements, main } = incident;
  const count = (value: number) => plainNumber(value, locale);
  const more = alarms - 1;
  const spread = elements > 1 ? count(elements) : undefined;
  const duration = formatDuration(Math.max(0, (end ?? now) - start) * 1_000, locale);
  const share = shareText(incident.share, locale);
  const element =
    main.elementName === '' ? '' : ` ${on[language]} ${isolated(withShortPort(main.elementName))}`;
  return sentences[language][end === null ? 'running' : 'over']({
    place: siteName === '' ? '' : `${isolated(siteName)}${colon[language]}`,
    what: `${isolated(shownBuiltIn('alarm', main.name, language))}${element}`,
    duration,
    share,
    others: more === 0 ? '' : others[language](count(more), more === 1, spread),
  });
}
