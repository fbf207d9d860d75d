import { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { AlertState } from '#schemas/alerting/alert.ts';
import { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { Audience } from '../../kernel/access/audience.ts';
import { resyncs } from '../../kernel/socket/resync.ts';
import type { DeltaRoom } from '../../kernel/socket/resync.ts';
import type { DeltaForAudience } from '../../kernel/socket/live-gateway.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import type { MirroredAlerts, MutableAlerts } from './mirrored-alerts.ts';
import { publicAlertDelta, publicCountDelta, sitesOf } from './public-view.ts';

const States = z.array(AlertState);
const ASK_AGAIN_MS = 1_000;
const ASK_TIMEOUT_MS = 5_000;

export interface MirrorNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly partitions: number;
  readonly signal: AbortSignal;
  readonly visibility: AlarmVisibility;
  /** Each delta for the rooms, and how many rows it changes: as it came for the privileged, and for each other audience without the alarms that it does not see. */
  readonly onDelta: (room: DeltaRoom, told: DeltaForAudience, rows: number) => void;
  /** The state of a customer is another one than deltas led to: an engine took its partition over. */
  readonly onAnew: (customer: number) => void;
}

const mirrored = (state: AlertState): MutableAlerts => ({
  customer: state.customer,
  epoch: state.epoch,
  seq: { ...state.seq },
  at: state.at,
  counts: state.counts,
  byAlarm: state.byAlarm,
  sites: new Map(state.sites.map((site) => [site.site, site])),
  alarms: new Map(state.alarms.map((alarm) => [alarm.id, alarm])),
});

/** The privileged see all of it. */
const unlessAll =
  (delta: unknown, told: DeltaForAudience): DeltaForAudience =>
  (audience) =>
    audience === 'privileged' ? delta : told(audience);

const rowsIn = ({ set = [], remove = [] }: AlertDelta): number => set.length + remove.length;

function applyAlert(alerts: MutableAlerts, delta: AlertDelta): void {
  alerts.seq.alert = delta.seq;
  alerts.at = delta.at;
  if (delta.counts !== undefined) alerts.counts = delta.counts;
  for (const site of delta.sites ?? []) alerts.sites.set(site.site, site);
  for (const alarm of delta.set ?? []) alerts.alarms.set(alarm.id, alarm);
  for (const id of delta.remove ?? []) alerts.alarms.delete(id);
}

function applyCount(alerts: MutableAlerts, delta: CountDelta): void {
  alerts.seq.count = delta.seq;
  alerts.at = delta.at;
  alerts.counts = delta.counts;
  alerts.byAlarm = delta.byAlarm;
}

/**
 * The engines' live state in this process: asked for at start and when an engine took a partition over, then followed delta
 * by delta. A gap asks the partition again.
 */
export class AlertMirror {
  readonly customers = new Map<number, MutableAlerts>();
  readonly #needs: MirrorNeeds;
  readonly #loaded = new Set<number>();
  readonly #asking = new Set<number>();

  constructor(needs: MirrorNeeds) {
    this.#needs = needs;
    const { bus, signal, partitions } = needs;
    bus.subscribe(
      subjects.anyLive,
      ({ subject, data }) => {
        try {
          this.#take(subject, data);
        } catch (error) {
          this.#needs.log.warn({ err: error, subject }, 'a delta cannot be read');
        }
      },
      { signal },
    );
    bus.subscribe(
      subjects.engineReady,
      () => {
        for (let partition = 0; partition < partitions; partition += 1) void this.#ask(partition);
      },
      { signal },
    );
    for (let partition = 0; partition < partitions; partition += 1) void this.#ask(partition);
  }

  /** Every partition has answered. */
  get ready(): boolean {
    return this.#loaded.size === this.#needs.partitions;
  }

  async #ask(partition: number): Promise<void> {
    if (this.#asking.has(partition)) return;
    this.#asking.add(partition);
    const { bus, clock, signal, log } = this.#needs;
    while (!signal.aborted) {
      try {
        const reply = await bus.request(subjects.alertState(partition), '', ASK_TIMEOUT_MS);
        for (const state of States.parse(unpackJson(reply))) this.#begin(state);
        this.#loaded.add(partition);
        break;
      } catch (error) {
        log.debug({ err: error, partition }, 'no engine answers for this partition yet');
        await clock.wait(ASK_AGAIN_MS, signal);
      }
    }
    this.#asking.delete(partition);
  }

  #begin(state: AlertState): void {
    const known = this.customers.get(state.customer);
    this.customers.set(state.customer, mirrored(state));
    // The first delta under the new epoch comes with the next window only.
    if (known !== undefined && known.epoch !== state.epoch) this.#needs.onAnew(state.customer);
  }

  #take(subject: string, data: Uint8Array): void {
    const [, customerText, topic] = subject.split('.');
    const customer = Number(customerText);
    const value = unpackJson(data);
    if (topic === 'alert') this.#takeAlert(customer, AlertDelta.parse(value));
    else if (topic === 'count') this.#takeCount(customer, CountDelta.parse(value));
  }

  #takeAlert(customer: number, delta: AlertDelta): void {
    const { visibility, onDelta } = this.#needs;
    const alerts = this.customers.get(customer);
    if (alerts === undefined) {
      this.#meet(customer);
      onDelta(
        { topic: 'alert', customer },
        unlessAll(delta, () => resyncs.alert(customer)),
        rowsIn(delta),
      );
      return;
    }
    // While the rows that go are still there.
    const touched = sitesOf(alerts, delta);
    if (this.#follows(alerts, 'alert', delta)) applyAlert(alerts, delta);
    const told = (audience: Audience): AlertDelta =>
      publicAlertDelta(delta, { alerts, touched, visibility: visibility.of(audience) });
    onDelta({ topic: 'alert', customer }, unlessAll(delta, told), rowsIn(delta));
  }

  #takeCount(customer: number, delta: CountDelta): void {
    const { visibility, onDelta } = this.#needs;
    const alerts = this.customers.get(customer);
    if (alerts === undefined) {
      this.#meet(customer);
      onDelta(
        { topic: 'count', customer },
        unlessAll(delta, () => resyncs.count(customer)),
        0,
      );
      return;
    }
    if (this.#follows(alerts, 'count', delta)) applyCount(alerts, delta);
    const told = (audience: Audience): CountDelta =>
      publicCountDelta(delta, { alerts, visibility: visibility.of(audience) });
    onDelta({ topic: 'count', customer }, unlessAll(delta, told), 0);
  }

  /** A customer that no state has named yet: it came with an import after the engine had answered. */
  #meet(customer: number): void {
    if (Number.isSafeInteger(customer)) void this.#ask(customer % this.#needs.partitions);
  }

  /** Whether a delta is the next one; asks for the whole state when it is not and is not an old one either. */
  #follows(
    alerts: MirroredAlerts,
    topic: 'alert' | 'count',
    { epoch, seq }: AlertDelta | CountDelta,
  ): boolean {
    const known = alerts.seq[topic];
    if (epoch === alerts.epoch && seq === known + 1) return true;
    if (epoch !== alerts.epoch || seq > known) void this.#ask(alerts.customer % this.#needs.partitions);
    return false;
  }
}
