import type { ElementKind } from '#schemas/element/kind.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { MAX_REPORTED_EVENTS } from '#schemas/notification/job.ts';
import { getsEveryEvent } from '#schemas/settings/webhook/service/service.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import {
  MAX_GROUPED_INCIDENTS,
  type GroupedEvent,
  type GroupedNotice,
} from '#schemas/notification/notice.ts';
import { noticeWords } from '#schemas/notification/notice-words.ts';
import type { Language } from '#schemas/time/locale.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';
import { listingOf, sizeOfListed } from './listing.ts';
import { linkToPeriod, type Brief } from './notice-of.ts';
import { byWorst, type EventIncident } from './notified-incidents.ts';

/** At most `singles` notifications per customer, target and window; the others are grouped into one more. */
export interface GroupingRule {
  readonly singles: number;
  readonly windowMs: number;
}

/** Elements listed in a grouped notification. */
const MAX_NAMED = 20;

export interface Group {
  readonly target: DeliveryTarget;
  readonly isRestricted: boolean;
  readonly notice: GroupedNotice;
  /** Ids of its events, hexadecimal; of a group that lists none the first `MAX_REPORTED_EVENTS`. */
  readonly events: readonly string[];
}

interface Tally {
  readonly target: DeliveryTarget;
  readonly isRestricted: boolean;
  readonly customer: Brief['customer'];
  singles: number;
  /** What belongs to the next notice. */
  counted: Counted;
}

/** The events of one grouped notice. */
interface Counted {
  /** Running number of the notice in its group, from 1. */
  readonly part: number;
  raises: number;
  clears: number;
  severity: Severity;
  readonly elements: { name: string; kind: ElementKind }[];
  readonly alarms: Map<string, number>;
  readonly sites: Set<number>;
  /** Each as of its last event. */
  readonly incidents: Map<EventIncident['of'], EventIncident>;
  readonly events: string[];
  readonly listed: GroupedEvent[];
  /** Upper bound of the size of the listed events, bytes. */
  listedBytes: number;
  fromMs: number;
  untilMs: number;
  /** Start of the first and end of the last deciding window. */
  firstMs: number;
  lastMs: number;
}

const worst = (one: Severity, other: Severity): Severity =>
  severities.indexOf(one) <= severities.indexOf(other) ? one : other;

/** The most frequent alarms by name. */
function names(alarms: ReadonlyMap<string, number>, language: Language): string {
  const byCount = [...alarms].toSorted(([, one], [, other]) => other - one);
  const shown = byCount
    .slice(0, 3)
    .map(([name, count]) => `${shownBuiltIn('alarm', name, language)} (${String(count)})`);
  const more = byCount.length - shown.length;
  return [...shown, ...(more > 0 ? [noticeWords(language).more(more)] : [])].join(', ');
}

function describe({ counted, customer, isRestricted }: Tally, language: Language): string {
  const { raises, clears, sites, alarms } = counted;
  return noticeWords(language).group({
    raises,
    clears,
    isRestricted,
    sites: sites.size,
    customer: customer.name,
    names: names(alarms, language),
  });
}

/** The incidents of what was counted; undefined where none is known. */
function incidentsOf({ incidents }: Counted, language: Language): Pick<GroupedNotice, 'incidents'> {
  if (incidents.size === 0) return {};
  // One that a restricted alarm joined in the window is another object from then on.
  const byId = new Map([...incidents.values()].map((incident) => [incident.of.id, incident]));
  const listed = [...byId.values()]
    .toSorted(byWorst)
    .slice(0, MAX_GROUPED_INCIDENTS)
    .map((incident) => {
      const { id, text } = incident.describe(language);
      return { id, text };
    });
  return { incidents: { listed, total: byId.size } };
}

const linkOf = ({ customer, counted }: Tally, publicUrl: string): string =>
  linkToPeriod(
    { customer: customer.id, from: counted.firstMs / 1_000, to: counted.lastMs / 1_000 },
    publicUrl,
  );

const nothingCounted = (part: number, { severity }: Pick<Brief, 'severity'>, atMs: number): Counted => ({
  part,
  raises: 0,
  clears: 0,
  severity,
  elements: [],
  alarms: new Map(),
  sites: new Set(),
  incidents: new Map(),
  events: [],
  listed: [],
  listedBytes: 0,
  fromMs: atMs,
  untilMs: atMs,
  firstMs: Infinity,
  lastMs: 0,
});

/** An event with the incident that it belongs to; undefined where none is known. */
export interface WindowEvent {
  readonly brief: Brief;
  readonly incident?: EventIncident | undefined;
}

/** The part of an event that a group lists. */
const listedEvent = ({ brief, incident }: WindowEvent): GroupedEvent => {
  const { event, edge, correlation, sequence, alarm, severity, site, element, value, threshold, atMs } =
    brief;
  return {
    event,
    edge,
    correlation,
    sequence,
    alarm,
    severity,
    site,
    element,
    value,
    threshold,
    atMs,
    ...(incident === undefined ? {} : { incident: incident.of.id }),
  };
};

function count(counted: Counted, { brief, incident }: WindowEvent, atMs: number): void {
  if (counted.raises + counted.clears === 0) {
    counted.fromMs = atMs;
    counted.severity = brief.severity;
  }
  if (brief.edge === 'raise') counted.raises += 1;
  else counted.clears += 1;
  counted.untilMs = atMs;
  counted.firstMs = Math.min(counted.firstMs, brief.startMs);
  counted.lastMs = Math.max(counted.lastMs, brief.atMs);
  counted.severity = worst(counted.severity, brief.severity);
  counted.sites.add(brief.site.id);
  if (incident !== undefined) counted.incidents.set(incident.of, incident);
  counted.alarms.set(brief.alarm.name, (counted.alarms.get(brief.alarm.name) ?? 0) + 1);
  const { name, kind } = brief.element;
  if (counted.events.length < MAX_REPORTED_EVENTS) counted.events.push(brief.event);
  if (counted.elements.length < MAX_NAMED) counted.elements.push({ name, kind });
}

/** A name that the product gave is in the language of the reader. */
const inLanguage = (listed: readonly GroupedEvent[], language: Language): GroupedEvent[] =>
  language === 'en'
    ? [...listed]
    : listed.map((event) => ({
        ...event,
        alarm: { ...event.alarm, name: shownBuiltIn('alarm', event.alarm.name, language) },
      }));

/** `publicUrl`: address of the console, for links; undefined: there are none. */
function groupOf(tally: Tally, target: DeliveryTarget, publicUrl: string | undefined): Group {
  const { isRestricted, customer, counted } = tally;
  const { part, raises, clears, severity, elements, events, listed, fromMs, untilMs } = counted;
  const { language } = target;
  return {
    target,
    isRestricted,
    events,
    notice: {
      is: 'grouped',
      language,
      customer,
      raises,
      clears,
      severity,
      description: describe(tally, language),
      ...incidentsOf(counted, language),
      elements,
      fromMs,
      untilMs,
      ...(publicUrl === undefined ? {} : { link: linkOf(tally, publicUrl) }),
      part,
      events: inLanguage(listed, language),
    },
  };
}

export interface WindowOptions {
  readonly firstSeq: number;
  /** When the stream stored the first message. */
  readonly atMs: number;
  /** Address of the console, for links; absent: there are none. */
  readonly publicUrl?: string | undefined;
  /** A target by the languages of its readers. */
  readonly splitByLanguage: (target: DeliveryTarget) => readonly DeliveryTarget[];
}

/**
 * The current grouping window. Its result depends only on the messages in stream order: reading again from
 * its first message gives the same result, so only that position is stored.
 */
export class OpenWindow {
  /** Sequence of the first message: identifies the window. */
  readonly firstSeq: number;
  /** Milliseconds since 1970. */
  readonly endMs: number;
  readonly #rule: GroupingRule;
  readonly #tallies = new Map<string, Tally>();
  readonly #full: Group[] = [];
  readonly #options: WindowOptions;

  constructor(rule: GroupingRule, options: WindowOptions) {
    const { firstSeq, atMs } = options;
    this.firstSeq = firstSeq;
    this.#options = options;
    this.#rule = rule;
    this.endMs = (Math.floor(atMs / rule.windowMs) + 1) * rule.windowMs;
  }

  /**
   * Returns whether the event is sent individually; otherwise it is counted. A service that keeps the state of each alarm gets every event
   * by itself: it would not resolve what a group only counts. A target that lists the events of groups gets one as soon as
   * it is full: `full`.
   */
  admit(target: DeliveryTarget, event: WindowEvent, atMs: number): boolean {
    if (target.kind === 'webhook' && getsEveryEvent(target.service)) return true;
    const { brief } = event;
    const tally = this.#tally(target, brief, atMs);
    const singles = target.kind === 'mail' && target.grouping === 'minute' ? 0 : this.#rule.singles;
    if (tally.singles < singles) {
      tally.singles += 1;
      return true;
    }
    const { counted } = tally;
    count(counted, event, atMs);
    const listing = listingOf(target);
    if (listing === undefined) return false;
    counted.listed.push(listedEvent(event));
    counted.listedBytes += sizeOfListed(brief);
    if (counted.listed.length < listing.events && counted.listedBytes < listing.bytes) return false;
    this.#full.push(...this.#groupsOf(tally));
    tally.counted = nothingCounted(counted.part + 1, brief, atMs);
    return false;
  }

  /** Returns the groups that have filled up since the last call. */
  takeFull(): readonly Group[] {
    return this.#full.splice(0);
  }

  /** Returns the groups of the counted events, per target and customer; restricted alarms are separate. */
  groups(): readonly Group[] {
    const remaining = this.#tallies.values().filter(({ counted }) => counted.raises + counted.clears > 0);
    return [...this.takeFull(), ...remaining.flatMap((tally) => this.#groupsOf(tally))];
  }

  #groupsOf(tally: Tally): Group[] {
    const { splitByLanguage, publicUrl } = this.#options;
    return splitByLanguage(tally.target).map((target) => groupOf(tally, target, publicUrl));
  }

  #tally(target: DeliveryTarget, brief: Brief, atMs: number): Tally {
    const { customer, isRestricted } = brief;
    const key = [target.kind, target.id, customer.id, isRestricted].join(':');
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const counted = nothingCounted(1, brief, atMs);
    const tally: Tally = { target, isRestricted, customer, singles: 0, counted };
    this.#tallies.set(key, tally);
    return tally;
  }
}
