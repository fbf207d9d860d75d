import { z } from 'zod';
import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { AlertState } from '#schemas/alerting/alert.ts';
import { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { Audience } from '../../kernel/access/audience.ts';
import { resyncs } from '../../kernel/socket/resync.ts';
import type { DeltaRoom } from '../../kernel/socket/resync.ts';
import type { DeltaForAudience } from '../../kernel/socket/live-gateway.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import type { MirroredAlerts, MutableMirroredAlerts } from './mirrored-alerts.ts';
import { PacedQueue } from './paced-queue.ts';
import { alertDeltaForAudience, countDeltaForAudience, touchedSites } from './audience-view.ts';

const AlertStates = z.array(AlertState);
const RETRY_MS = 1_000;
const REQUEST_TIMEOUT_MS = 5_000;

export interface AlertMirrorNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly partitions: number;
  readonly signal: AbortSignal;
  readonly visibility: AlarmVisibility;
  /**
   * Called with each delta for a room and the number of rows that it changes. The delta is unchanged for privileged users, and has no
   * alarms that an audience does not see.
   */
  readonly onDelta: (room: DeltaRoom, delta: DeltaForAudience, rows: number) => void;
  /** Called when the state of a customer was replaced because another engine took over its partition. */
  readonly onReset: (customer: number) => void;
}

const mirroredState = (state: AlertState): MutableMirroredAlerts => ({
  customer: state.customer,
  epoch: state.epoch,
  seq: { ...state.seq },
  at: state.at,
  window: state.window,
  counts: state.counts,
  byAlarm: state.byAlarm,
  sites: new Map(state.sites.map((site) => [site.site, site])),
  alarms: new Map(state.alarms.map((alarm) => [alarm.id, alarm])),
});

/** The whole delta for privileged users. */
const deltaFor =
  (delta: unknown, forOthers: DeltaForAudience): DeltaForAudience =>
  (audience) =>
    audience === 'privileged' ? delta : forOthers(audience);

const changedRowCount = ({ set = [], remove = [] }: AlertDelta): number => set.length + remove.length;

function applyAlert(alerts: MutableMirroredAlerts, delta: AlertDelta): void {
  alerts.seq.alert = delta.seq;
  alerts.at = delta.at;
  alerts.window = delta.window;
  if (delta.counts !== undefined) alerts.counts = delta.counts;
  for (const site of delta.sites ?? []) alerts.sites.set(site.site, site);
  for (const alarm of delta.set ?? []) alerts.alarms.set(alarm.id, alarm);
  for (const id of delta.remove ?? []) alerts.alarms.delete(id);
}

function applyCount(alerts: MutableMirroredAlerts, delta: CountDelta): void {
  alerts.seq.count = delta.seq;
  alerts.at = delta.at;
  alerts.window = delta.window;
  alerts.counts = delta.counts;
  alerts.byAlarm = delta.byAlarm;
}

/**
 * The alert state of all engines: loaded at start and when an engine takes over a partition, then updated by deltas. After a gap the
 * partition is loaded again.
 */
export class AlertMirror {
  readonly customers = new Map<number, MutableMirroredAlerts>();
  readonly #needs: AlertMirrorNeeds;
  readonly #loaded = new Set<number>();
  readonly #loading = new Set<number>();

  constructor(needs: AlertMirrorNeeds) {
    this.#needs = needs;
    const { bus, clock, log, signal } = needs;
    const deltas = new PacedQueue<BusMessage>({
      clock,
      handle: ({ subject, data }) => {
        try {
          this.#handleDelta(subject, data);
        } catch (error) {
          this.#needs.log.warn({ err: error, subject }, 'delta unreadable');
        }
      },
      onDropped: (bytes) => {
        log.warn({ bytes }, 'deltas dropped');
        this.#loadAll();
      },
    });
    bus.subscribe(
      subjects.anyLive,
      (message) => {
        deltas.push(message);
      },
      { signal },
    );
    bus.subscribe(
      subjects.engineReady,
      () => {
        this.#loadAll();
      },
      { signal },
    );
    this.#loadAll();
  }

  /** Whether every partition is loaded. */
  get isReady(): boolean {
    return this.#loaded.size === this.#needs.partitions;
  }

  #loadAll(): void {
    for (let partition = 0; partition < this.#needs.partitions; partition += 1)
      void this.#loadPartition(partition);
  }

  async #loadPartition(partition: number): Promise<void> {
    if (this.#loading.has(partition)) return;
    this.#loading.add(partition);
    const { bus, clock, signal, log } = this.#needs;
    while (!signal.aborted) {
      try {
        const reply = await bus.request(subjects.alertState(partition), '', REQUEST_TIMEOUT_MS);
        for (const state of AlertStates.parse(unpackJson(reply))) this.#replaceState(state);
        this.#loaded.add(partition);
        break;
      } catch (error) {
        log.debug({ err: error, partition }, 'partition state unavailable');
        await clock.wait(RETRY_MS, signal);
      }
    }
    this.#loading.delete(partition);
  }

  #replaceState(state: AlertState): void {
    const known = this.customers.get(state.customer);
    this.customers.set(state.customer, mirroredState(state));
    // The first delta of the new epoch arrives with the next window.
    if (known !== undefined && known.epoch !== state.epoch) this.#needs.onReset(state.customer);
  }

  #handleDelta(subject: string, data: Uint8Array): void {
    const [, customerText, topic] = subject.split('.');
    const customer = Number(customerText);
    const value = unpackJson(data);
    if (topic === 'alert') this.#handleAlertDelta(customer, AlertDelta.parse(value));
    else if (topic === 'count') this.#handleCountDelta(customer, CountDelta.parse(value));
  }

  #handleAlertDelta(customer: number, delta: AlertDelta): void {
    const { visibility, onDelta } = this.#needs;
    const alerts = this.customers.get(customer);
    if (alerts === undefined) {
      this.#loadCustomer(customer);
      onDelta(
        { topic: 'alert', customer },
        deltaFor(delta, () => resyncs.alert(customer)),
        changedRowCount(delta),
      );
      return;
    }
    // Computed before the delta removes rows.
    const touched = touchedSites(alerts, delta);
    if (this.#isNext(alerts, 'alert', delta)) applyAlert(alerts, delta);
    const forAudience = (audience: Audience): AlertDelta =>
      alertDeltaForAudience(delta, { alerts, touched, visibility: visibility.of(audience) });
    onDelta({ topic: 'alert', customer }, deltaFor(delta, forAudience), changedRowCount(delta));
  }

  #handleCountDelta(customer: number, delta: CountDelta): void {
    const { visibility, onDelta } = this.#needs;
    const alerts = this.customers.get(customer);
    if (alerts === undefined) {
      this.#loadCustomer(customer);
      onDelta(
        { topic: 'count', customer },
        deltaFor(delta, () => resyncs.count(customer)),
        0,
      );
      return;
    }
    if (this.#isNext(alerts, 'count', delta)) applyCount(alerts, delta);
    const forAudience = (audience: Audience): CountDelta =>
      countDeltaForAudience(delta, { alerts, visibility: visibility.of(audience) });
    onDelta({ topic: 'count', customer }, deltaFor(delta, forAudience), 0);
  }

  /** Loads the partition of a customer that was imported after the engine replied. */
  #loadCustomer(customer: number): void {
    if (Number.isSafeInteger(customer))
      void this.#loadPartition(partitionOf(customer, this.#needs.partitions));
  }

  /** Whether a delta is the next one. After a gap the partition is loaded again; an old delta is ignored. */
  #isNext(
    alerts: MirroredAlerts,
    topic: 'alert' | 'count',
    { epoch, seq }: AlertDelta | CountDelta,
  ): boolean {
    const known = alerts.seq[topic];
    if (epoch === alerts.epoch && seq === known + 1) return true;
    if (epoch !== alerts.epoch || seq > known)
      void this.#loadPartition(partitionOf(alerts.customer, this.#needs.partitions));
    return false;
  }
}
