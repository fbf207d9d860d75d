import type { Severity } from '../../alerting/severity.ts';

/** An event of an alarm, as its sentence describes it. */
export interface EventWords {
  readonly cause: string;
  readonly where: string;
  /** The KPI, the operator and the threshold. */
  readonly rule: string;
  readonly outliers: string;
  readonly measures: string;
  readonly isCleared: boolean;
  readonly value: string;
  /** The windows after the value have none. */
  readonly isWithout: boolean;
}

/** The events of a group. */
export interface GroupWords {
  readonly raises: number;
  readonly clears: number;
  readonly isRestricted: boolean;
  readonly sites: number;
  readonly customer: string;
  readonly names: string;
}

const plural = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

/** Words of notifications. */
export const en = {
  causes: {
    rule: '',
    disabled: 'The alarm was disabled. ',
    deleted: 'The alarm was deleted. ',
    moved: 'The element moved to another site. ',
    severity: '',
  },
  /** Severities by the names that programs know. */
  changed: (from: Severity, to: Severity): string => `The severity went from ${from} to ${to}. `,
  ofDevice: (element: string, device: string): string => `${element} of ${device}`,
  event: ({ cause, where, rule, outliers, measures, isCleared, value, isWithout }: EventWords): string => {
    const share = `${outliers} of ${measures} measures`;
    const state = isCleared ? `no longer in ${share}` : `in ${share}`;
    return `${cause}${where}: ${rule} ${state}, ${isWithout ? 'no value since' : 'last value'} ${value}`;
  },
  group: ({ raises, clears, isRestricted, sites, customer, names }: GroupWords): string => {
    const one = isRestricted ? 'restricted alarm' : 'alarm';
    const edges = [
      ...(raises > 0 ? [`${plural(raises, one)} raised`] : []),
      ...(clears > 0 ? [`${plural(clears, one)} cleared`] : []),
    ];
    return `${edges.join(' and ')} on ${plural(sites, 'site')} of ${customer}: ${names}`;
  },
  more: (count: number): string => `${String(count)} more`,
  moreEvents: (count: number): string => `${String(count)} more alarm events`,
  moreIncidents: (count: number): string => `and ${plural(count, 'more incident')}`,
  worstOf: (count: number, sentence: string): string =>
    `${plural(count, 'incident')}, the worst: ${sentence}`,
  state: { raised: 'RAISED', cleared: 'CLEARED' },
  /** As the console shows them. */
  severity: { critical: 'Critical', major: 'Warning', minor: 'Minor' } satisfies Record<Severity, string>,
  worse: (severity: string): string => `${severity} now`,
  over: 'Cleared',
  colon: ': ',
  facts: { value: 'Value', incident: 'Incident', customer: 'Customer', since: 'Since', at: 'At' },
  open: 'Open in Telltale',
  runbook: 'Runbook',
  /** Of a test, which must not be mistaken for an alarm. */
  example: {
    alarm: 'Test of a notification',
    customer: 'Example customer',
    site: 'Example site',
    description: 'This is a test: nothing is wrong.',
  },
} as const;

/** The same keys with texts of any language. */
type Like<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Like<Words[Key]>;
};
export type NoticeWords = Like<typeof en>;
