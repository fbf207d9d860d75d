import type { Severity } from '#schemas/alerting/severity.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { MAX_REPORTED_EVENTS } from '#schemas/notification/job.ts';
import type { GroupedNotice } from '#schemas/notification/notice.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';
import { linkToPeriod } from './notice-of.ts';
import type { Brief } from './notice-of.ts';

/** At most `singles` notifications per customer, target and window; the rest is grouped into one more. */
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
  /** Ids of its events, hexadecimal; the first `MAX_REPORTED_EVENTS`. */
  readonly events: readonly string[];
}

interface Tally {
  readonly target: DeliveryTarget;
  readonly isRestricted: boolean;
  readonly customer: Brief['customer'];
  singles: number;
  raises: number;
  clears: number;
  severity: Severity;
  readonly elements: { name: string; kind: ElementKind }[];
  readonly alarms: Map<string, number>;
  readonly sites: Set<number>;
  readonly events: string[];
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

function describe({ raises, clears, sites, alarms, customer, isRestricted }: Tally): string {
  const one = isRestricted ? 'restricted alarm' : 'alarm';
  const edges = [
    ...(raises > 0 ? [`${plural(raises, one)} raised`] : []),
    ...(clears > 0 ? [`${plural(clears, one)} cleared`] : []),
  ];
  return `${edges.join(' and ')} on ${plural(sites.size, 'site')} of ${customer.name}: ${names(alarms)}`;
}

const linkOf = ({ customer, firstMs, lastMs }: Tally, publicUrl: string): string =>
  linkToPeriod({ customer: customer.id, from: firstMs / 1_000, to: lastMs / 1_000 }, publicUrl);

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

  /** `atMs`: when the stream stored the first message. */
  constructor(rule: GroupingRule, firstSeq: number, atMs: number) {
    this.firstSeq = firstSeq;
    this.#rule = rule;
    this.endMs = (Math.floor(atMs / rule.windowMs) + 1) * rule.windowMs;
  }

  /** Returns whether the event is sent individually; otherwise it is counted. */
  admit(target: DeliveryTarget, notice: Brief, atMs: number): boolean {
    const tally = this.#tally(target, notice, atMs);
    const singles = target.kind === 'mail' && target.grouping === 'minute' ? 0 : this.#rule.singles;
    if (tally.singles < singles) {
      tally.singles += 1;
      return true;
    }
    if (tally.raises + tally.clears === 0) {
      tally.fromMs = atMs;
      tally.severity = notice.severity;
    }
    if (notice.edge === 'raise') tally.raises += 1;
    else tally.clears += 1;
    tally.untilMs = atMs;
    tally.firstMs = Math.min(tally.firstMs, notice.startMs);
    tally.lastMs = Math.max(tally.lastMs, notice.atMs);
    tally.severity = worst(tally.severity, notice.severity);
    tally.sites.add(notice.site.id);
    tally.alarms.set(notice.alarm.name, (tally.alarms.get(notice.alarm.name) ?? 0) + 1);
    const { name, kind } = notice.element;
    if (tally.events.length < MAX_REPORTED_EVENTS) tally.events.push(notice.event);
    if (tally.elements.length < MAX_NAMED) tally.elements.push({ name, kind });
    return false;
  }

  /**
   * Returns one notice of the counted events per target and customer; restricted alarms are separate. `publicUrl`: address of the
   * console, for links; undefined: there are none.
   */
  groups(publicUrl?: string): readonly Group[] {
    return [...this.#tallies.values()]
      .filter(({ raises, clears }) => raises + clears > 0)
      .map((tally) => {
        const { target, isRestricted, customer, raises, clears, severity, elements, fromMs, untilMs } = tally;
        const { events } = tally;
        const description = describe(tally);
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
            description,
            elements,
            fromMs,
            untilMs,
            ...(publicUrl === undefined ? {} : { link: linkOf(tally, publicUrl) }),
          },
        };
      });
  }

  #tally(target: DeliveryTarget, { customer, severity, isRestricted }: Brief, atMs: number): Tally {
    const key = [target.kind, target.id, customer.id, isRestricted].join(':');
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const tally: Tally = {
      target,
      isRestricted,
      customer,
      singles: 0,
      raises: 0,
      clears: 0,
      severity,
      elements: [],
      alarms: new Map(),
      sites: new Set(),
      events: [],
      fromMs: atMs,
      untilMs: atMs,
      firstMs: Infinity,
      lastMs: 0,
    };
    this.#tallies.set(key, tally);
    return tally;
  }
}
