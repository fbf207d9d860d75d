import type { Severity } from '../../../alerting/severity.ts';
import { noticeWords } from '../../../notification/notice-words.ts';
import type { NoticeWords } from '../../../notification/texts/en.ts';
import type { TargetNotice } from '../../../notification/job.ts';
import { isPlatformNotice } from '../../../notification/platform-notice.ts';
import { placeholderValues } from '../placeholder-values.ts';

/** Names of facts for programs; people read `words.facts`. */
export type FactName = keyof NoticeWords['facts'];

/** A notice as a service shows it. */
export interface ServiceMessage {
  /**
   * One running of the alarm on its element: equal in its raise, its changes of severity and its clear, and different when the alarm is
   * raised again. Undefined in a group.
   */
  readonly occurrence: string | undefined;
  /** Messages with the same one are one thread: those of an incident, or of an occurrence where none is known. Undefined in a group. */
  readonly thread: string | undefined;
  /** Whether those who do not follow the thread need to see it: its incident got worse or is over. */
  readonly isNews: boolean;
  readonly state: 'raised' | 'changed' | 'cleared';
  readonly severity: Severity;
  /** What and where. */
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [name: FactName, value: string])[];
  /** Words of the language of the target. */
  readonly words: NoticeWords;
  /** The network element, or the customer of a group. */
  readonly source: string;
  readonly site: string;
  readonly customer: string;
  readonly kpi: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Address of the alarm in the console; empty without one. */
  readonly link: string;
  /** Address or text; empty without one. */
  readonly runbook: string;
}

/** Without the time of its raise, which evidence of earlier versions lacks, an occurrence is known by its alarm. */
function occurrenceOf(notice: TargetNotice): string | undefined {
  if (notice.is === 'grouped') return undefined;
  const { correlation, sinceMs } = notice;
  return sinceMs === null ? correlation : `${correlation}:${String(sinceMs)}`;
}

/** Of one customer: places have numbers of their own. */
function threadOf(notice: TargetNotice): string | undefined {
  if (notice.is === 'grouped' || isPlatformNotice(notice) || notice.incident === undefined)
    return occurrenceOf(notice);
  return `incident:${String(notice.customer.id)}:${notice.incident.id}`;
}

/** Without an incident, a clear: a red message must not be mistaken for a running alarm. */
function isNewsOf(notice: TargetNotice): boolean {
  if (notice.is === 'grouped') return true;
  const turn = isPlatformNotice(notice) ? undefined : notice.incident?.turn;
  return turn === undefined ? notice.edge === 'clear' : turn !== 'same';
}

function stateOf(notice: TargetNotice): ServiceMessage['state'] {
  if (notice.is === 'grouped') return notice.raises > 0 ? 'raised' : 'cleared';
  if (notice.edge === 'clear') return 'cleared';
  return !isPlatformNotice(notice) && notice.cause === 'severity' ? 'changed' : 'raised';
}

const joined = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

/** The message of a notice, for people. */
export function serviceMessage(notice: TargetNotice): ServiceMessage {
  const values = placeholderValues(notice);
  const [customer, site] = [values['customer.name'], values['site.name']];
  const where = joined([values['alert.element'], site], ', ');
  const isPlatform = isPlatformNotice(notice);
  const at = values['alert.datetime'];
  return {
    occurrence: occurrenceOf(notice),
    thread: threadOf(notice),
    isNews: isNewsOf(notice),
    state: stateOf(notice),
    severity: isPlatform ? 'critical' : notice.severity,
    title: notice.is === 'single' ? joined([values['alert.name'], where], ' — ') : values['alert.name'],
    text: values['alert.description'],
    facts: (
      [
        ['value', joined([values['alert.reading'], values['alert.limit']], ' ')],
        ['incident', values['incident.text']],
        ['customer', customer],
        ['since', values['alert.since'] === at ? '' : values['alert.since']],
        ['at', at],
      ] as const
    ).filter(([, value]) => value !== ''),
    words: noticeWords(isPlatform ? 'en' : notice.language),
    source: values['alert.element'] === '' ? customer : values['alert.element'],
    site,
    customer,
    kpi: values['kpi.name'],
    at,
    link: values['alert.link'],
    runbook: values['alert.runbook'],
  };
}
