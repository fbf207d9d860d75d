import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { EngineReady } from '#schemas/alerting/alert.ts';
import { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { Audience } from '../../kernel/access/audience.ts';
import { resyncs, type DeltaRoom } from '../../kernel/socket/resync.ts';
import type { DeltaForAudience } from '../../kernel/socket/live-gateway.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import {
  mirrorAlertDelta,
  mirrorCountDelta,
  placeOf,
  type MirroredAlerts,
  type MutableMirroredAlerts,
} from './mirrored-alerts.ts';
import { PartitionLoads, type PartitionLoad } from './partition-loads.ts';
import { PacedQueue } from './paced-queue.ts';
import type { StateAssembly } from './state-assembly.ts';
import { alertDeltaForAudience, countDeltaForAudience, touchedSites } from './audience-view.ts';

/** A message that waits: a delta, or a page of the state of a partition. */
interface Arrived {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Present for a page: the attempt to load that it belongs to. */
  readonly load?: PartitionLoad;
}

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

/** The whole delta for privileged users. */
const deltaFor =
  (delta: unknown, forOthers: DeltaForAudience): DeltaForAudience =>
  (audience) =>
    audience === 'privileged' ? delta : forOthers(audience);

const changedRowCount = ({ set = [], remove = [] }: AlertDelta): number => set.length + remove.length;

/**
 * The alert state of all engines: loaded at start and when an engine takes over a partition, then updated by deltas. After a gap the
 * partition is loaded again.
 */
export class AlertMirror {
  readonly customers = new Map<number, MutableMirroredAlerts>();
  readonly #needs: AlertMirrorNeeds;
  readonly #loaded = new Set<number>();
  readonly #loads: PartitionLoads;

  constructor(needs: AlertMirrorNeeds) {
    this.#needs = needs;
    const { bus, clock, log, signal } = needs;
    // Pages and deltas in one queue: an engine sends them in this order.
    const arrived = new PacedQueue<Arrived>({
      clock,
      handle: (message) => {
        this.#handle(message);
      },
      onDropped: (bytes) => {
        log.warn({ bytes }, 'deltas dropped');
        this.#restartAll();
      },
    });
    this.#loads = new PartitionLoads({
      ...needs,
      onPage: (load, data) => {
        arrived.push({ subject: subjects.alertState(load.partition), data, load });
      },
      onLoaded: (partition, states) => {
        for (const state of states) this.#replaceState(state);
        this.#loaded.add(partition);
      },
    });
    bus.subscribe(
      subjects.anyLive,
      ({ subject, data }) => {
        arrived.push({ subject, data });
      },
      { signal },
    );
    bus.subscribe(
      subjects.engineReady,
      ({ data }) => {
        const ready = EngineReady.safeParse(JSON.parse(new TextDecoder().decode(data)));
        if (ready.success && ready.data.partition < needs.partitions)
          this.#loads.restart(ready.data.partition);
      },
      { signal },
    );
    this.#restartAll();
  }

  /** Whether every partition is loaded. */
  get isReady(): boolean {
    return this.#loaded.size === this.#needs.partitions;
  }

  #restartAll(): void {
    for (let partition = 0; partition < this.#needs.partitions; partition += 1)
      this.#loads.restart(partition);
  }

  #handle({ subject, data, load }: Arrived): void {
    try {
      if (load === undefined) this.#handleDelta(subject, data);
      else this.#loads.readPage(load, data);
    } catch (error) {
      this.#needs.log.warn({ err: error, subject }, 'delta unreadable');
    }
  }

  #replaceState(state: MutableMirroredAlerts): void {
    const known = this.customers.get(state.customer);
    this.customers.set(state.customer, state);
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
    this.#assemble(customer, (assembly) => assembly.addAlertDelta(delta));
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
    if (this.#isNext(alerts, 'alert', delta)) mirrorAlertDelta(alerts, delta);
    const forAudience = (audience: Audience): AlertDelta =>
      alertDeltaForAudience(delta, { alerts, touched, visibility: visibility.of(audience) });
    onDelta({ topic: 'alert', customer }, deltaFor(delta, forAudience), changedRowCount(delta));
  }

  #handleCountDelta(customer: number, delta: CountDelta): void {
    const { visibility, onDelta } = this.#needs;
    this.#assemble(customer, (assembly) => assembly.addCountDelta(delta));
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
    if (this.#isNext(alerts, 'count', delta)) mirrorCountDelta(alerts, delta);
    const forAudience = (audience: Audience): CountDelta =>
      countDeltaForAudience(delta, { alerts, visibility: visibility.of(audience) });
    onDelta({ topic: 'count', customer }, deltaFor(delta, forAudience), 0);
  }

  /** Loads the partition of a customer that was imported after the engine replied. */
  #loadCustomer(customer: number): void {
    if (Number.isSafeInteger(customer)) this.#loads.begin(partitionOf(customer, this.#needs.partitions));
  }

  /** Whether a delta is the next one. After a gap the partition is loaded again; an old delta is ignored. */
  #isNext(alerts: MirroredAlerts, topic: 'alert' | 'count', delta: AlertDelta | CountDelta): boolean {
    const place = placeOf(alerts, topic, delta);
    if (place === 'after a gap') this.#loadCustomer(alerts.customer);
    return place === 'next';
  }

  /** The state that is being loaded takes the deltas that follow it. */
  #assemble(customer: number, add: (assembly: StateAssembly) => boolean): void {
    const partition = partitionOf(customer, this.#needs.partitions);
    const assembly = this.#loads.assemblyOf(partition);
    if (assembly !== undefined && !add(assembly)) this.#loads.restart(partition);
  }
}
