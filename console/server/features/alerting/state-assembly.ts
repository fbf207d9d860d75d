import type { AlertStatePage, AlertStatePart } from '#schemas/alerting/alert.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import {
  mirrorAlertDelta,
  mirrorCountDelta,
  begunAlerts,
  placeOf,
  type MutableMirroredAlerts,
} from './mirrored-alerts.ts';

/** What deltas have changed since the state was requested: the pages are older. */
interface ChangedSince {
  readonly sites: Set<number>;
  readonly alarms: Set<string>;
}

interface Assembled {
  readonly alerts: MutableMirroredAlerts;
  readonly changed: ChangedSince;
}

/**
 * The state of a partition from its pages and from the deltas that arrive between them. All pages show the moment at which the engine
 * began to send; deltas are published in between.
 */
export class StateAssembly {
  readonly #customers = new Map<number, Assembled>();
  #pages = 0;
  #isComplete = false;

  /** Pages read so far. */
  get pages(): number {
    return this.#pages;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The state of each customer, once the last page was read. */
  *states(): Generator<MutableMirroredAlerts> {
    for (const { alerts } of this.#customers.values()) yield alerts;
  }

  /** Throws a RangeError when an earlier page is missing. */
  addPage({ page, isLast, parts }: AlertStatePage): void {
    if (page !== this.#pages)
      throw new RangeError(`page ${String(page)} follows ${String(this.#pages)} pages`);
    this.#pages += 1;
    this.#isComplete = isLast;
    for (const part of parts) this.#addPart(part);
  }

  /** Returns false when a delta is missing. Deltas of customers that are not known yet are part of their pages. */
  addAlertDelta(delta: AlertDelta): boolean {
    const known = this.#customers.get(delta.customer);
    if (known === undefined) return true;
    const place = placeOf(known.alerts, 'alert', delta);
    if (place !== 'next') return place === 'known';
    mirrorAlertDelta(known.alerts, delta);
    for (const { site } of delta.sites ?? []) known.changed.sites.add(site);
    for (const { id } of delta.set ?? []) known.changed.alarms.add(id);
    for (const id of delta.remove ?? []) known.changed.alarms.add(id);
    return true;
  }

  addCountDelta(delta: CountDelta): boolean {
    const known = this.#customers.get(delta.customer);
    if (known === undefined) return true;
    const place = placeOf(known.alerts, 'count', delta);
    if (place === 'next') mirrorCountDelta(known.alerts, delta);
    return place !== 'after a gap';
  }

  #addPart({ customer, head, sites, alarms }: AlertStatePart): void {
    if (head !== undefined)
      this.#customers.set(customer, {
        alerts: begunAlerts(customer, head),
        changed: { sites: new Set(), alarms: new Set() },
      });
    const known = this.#customers.get(customer);
    if (known === undefined) throw new RangeError(`customer ${String(customer)} has rows before its head`);
    const { alerts, changed } = known;
    for (const site of sites) if (!changed.sites.has(site.site)) alerts.sites.set(site.site, site);
    for (const alarm of alarms) if (!changed.alarms.has(alarm.id)) alerts.alarms.set(alarm.id, alarm);
  }
}
