import { subjects } from '#schemas/bus/subject.ts';
import { trafficTiming, type TrafficState } from '#schemas/flowmap/traffic-state.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { runCooperatively } from '#platform/clock/steps.ts';
import { TrafficSlots } from './traffic-slots.ts';
import { trafficStatesSteps } from './traffic-states.ts';

const CHECK_INTERVAL_MS = 500;
/** A slot is published this long after its end: rows are on their way from the collector for some 200 ms. */
const GRACE_MS = 1_000;
/** Larger states are compressed. */
const PLAIN_BYTES = 4 * 1_024;
const SLOT_MS = trafficTiming.slotSeconds * SECOND_MS;

export interface TrafficPublisherNeeds {
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  /** Run of the engine. */
  readonly epoch: string;
  readonly signal: AbortSignal;
  /** Whether everything stored has been consumed: a replay publishes nothing. */
  readonly isLive: () => boolean;
}

/** Publishes the traffic between sites of the customers of a partition every ten seconds, as it was in the last minute. */
export class TrafficPublisher {
  readonly #needs: TrafficPublisherNeeds;
  /** Sums the flows. */
  readonly slots: TrafficSlots;
  #publishedEnd = 0;
  /** Customers with traffic in the last state: when it ends, that is published once. */
  #shown = new Map<number, TrafficState>();

  constructor(needs: TrafficPublisherNeeds) {
    const { clock, signal } = needs;
    this.#needs = needs;
    this.slots = new TrafficSlots(clock.now().getTime());
    clock.every(CHECK_INTERVAL_MS, () => this.publishDue(), signal);
  }

  /** Publishes the newest slot once it has ended. */
  async publishDue(): Promise<void> {
    const { bus, clock, epoch, signal, isLive } = this.#needs;
    const now = clock.now().getTime() - GRACE_MS;
    if (!isLive() || Math.floor(now / SLOT_MS) * SLOT_MS <= this.#publishedEnd) return;
    const { end, slots } = this.slots.coveredSlots(now);
    this.#publishedEnd = end;
    if (slots.length === 0) return;
    const states = await runCooperatively(trafficStatesSteps(slots, { epoch, end }), { clock, signal });
    if (states === undefined) return;
    const shown = new Map(states.map((state) => [state.customer, state]));
    for (const [customer, before] of this.#shown)
      if (!shown.has(customer)) bus.publish(subjects.traffic(customer), packJson(ended(before, end)));
    this.#shown = shown;
    for (const state of states) bus.publish(subjects.traffic(state.customer), packJson(state, PLAIN_BYTES));
  }
}

/** The state of a customer whose traffic has ended. */
const ended = (before: TrafficState, end: number): TrafficState => ({
  ...before,
  end,
  source: [],
  destination: [],
  dscp: [],
  bytes: [],
  packets: [],
  others: { bytes: 0, packets: 0 },
});
