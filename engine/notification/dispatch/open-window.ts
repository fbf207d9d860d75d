import type { ElementKind } from '#schemas/element/kind.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { MAX_REPORTED_EVENTS } from '#schemas/notification/job.ts';
import { getsEveryEvent } from '#schemas/settings/webhook/service/service.ts';
import type { GroupedEvent, GroupedNotice } from '#schemas/notification/notice.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';
import { listingOf, sizeOfListed } from './listing.ts';
import { linkToPeriod, type Brief } from './notice-of.ts';

/** At most `singles` notifications per customer, target and window; what remains is grouped into one more. */
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

const plural = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

/** The most frequent alarms by name. */
function names(alarms: ReadonlyMap<string, number>): string {
  const byCount = [...alarms].toSorted(([, one], [, other]) => other - one);
  const shown = byCount.slice(0, 3).map(([name, count]) => `${name} (${String(count)})`);
  const more = byCount.length - shown.length;
  return [...shown, ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
}

function describe({ counted, customer, isRestricted }: Tally): string {
  const { raises, clears, sites, alarms } = counted;
  const one = isRestricted ? 'restricted alarm' : 'alarm';
  const edges = [
    ...(raises > 0 ? [`${plural(raises, one)} raised`] : []),
    ...(clears > 0 ? [`${plural(clears, one)} cleared`] : []),
  ];
  return `${edges.join(' and ')} on ${plural(sites.size, 'site')} of ${customer.name}: ${names(alarms)}`;
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
  events: [],
  listed: [],
  listedBytes: 0,
  fromMs: atMs,
  untilMs: atMs,
  firstMs: Infinity,
  lastMs: 0,
});

/** The part of an event that a group lists. */
const listedEvent = (brief: Brief): GroupedEvent => {
  const { event, edge, correlation, sequence, alarm, severity, site, element, value, threshold, atMs } =
    brief;
  return { event, edge, correlation, sequence, alarm, severity, site, element, value, threshold, atMs };
};

function count(counted: Counted, brief: Brief, atMs: number): void {
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
  counted.alarms.set(brief.alarm.name, (counted.alarms.get(brief.alarm.name) ?? 0) + 1);
  const { name, kind } = brief.element;
  if (counted.events.length < MAX_REPORTED_EVENTS) counted.events.push(brief.event);
  if (counted.elements.length < MAX_NAMED) counted.elements.push({ name, kind });
}

/** `publicUrl`: address of the console, for links; undefined: there are none. */
function groupOf(tally: Tally, publicUrl: string | undefined): Group {
  const { target, isRestricted, customer, counted } = tally;
  const { part, raises, clears, severity, elements, events, listed, fromMs, untilMs } = counted;
  return {
    target,
    isRestricted,
    events,
    notice: {
      is: 'grouped',
      customer,
      raises,
      clears,
      severity,
      description: describe(tally),
      elements,
      fromMs,
      untilMs,
      ...(publicUrl === undefined ? {} : { link: linkOf(tally, publicUrl) }),
      part,
      events: listed,
    },
  };
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
  readonly #publicUrl: string | undefined;

  /** `atMs`: when the stream stored the first message. `publicUrl`: address of the console, for links; undefined: there are none. */
  constructor(
    rule: GroupingRule,
    { firstSeq, atMs, publicUrl }: { firstSeq: number; atMs: number; publicUrl?: string | undefined },
  ) {
    this.firstSeq = firstSeq;
    this.#publicUrl = publicUrl;
    this.#rule = rule;
    this.endMs = (Math.floor(atMs / rule.windowMs) + 1) * rule.windowMs;
  }

  /**
   * Returns whether the event is sent individually; otherwise it is counted. A service that keeps the state of each alarm gets every event
   * by itself: it would not resolve what a group only counts. A target that lists the events of groups gets one as soon as
   * it is full: `full`.
   */
  admit(target: DeliveryTarget, notice: Brief, atMs: number): boolean {
    if (target.kind === 'webhook' && getsEveryEvent(target.service)) return true;
    const tally = this.#tally(target, notice, atMs);
    const singles = target.kind === 'mail' && target.grouping === 'minute' ? 0 : this.#rule.singles;
    if (tally.singles < singles) {
      tally.singles += 1;
      return true;
    }
    const { counted } = tally;
    count(counted, notice, atMs);
    const listing = listingOf(target);
    if (listing === undefined) return false;
    counted.listed.push(listedEvent(notice));
    counted.listedBytes += sizeOfListed(notice);
    if (counted.listed.length < listing.events && counted.listedBytes < listing.bytes) return false;
    this.#full.push(groupOf(tally, this.#publicUrl));
    tally.counted = nothingCounted(counted.part + 1, notice, atMs);
    return false;
  }

  /** Returns the groups that have filled up since the last call. */
  takeFull(): readonly Group[] {
    return this.#full.splice(0);
  }

  /** Returns the groups of the counted events, per target and customer; restricted alarms are separate. */
  groups(): readonly Group[] {
    const remaining = this.#tallies.values().filter(({ counted }) => counted.raises + counted.clears > 0);
    return [...this.takeFull(), ...remaining.map((tally) => groupOf(tally, this.#publicUrl))];
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
