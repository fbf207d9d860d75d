import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlarmMarks } from '../live/alarm-marks.ts';
import type { MarksAt } from '../live/alarm-marks.ts';
import { LiveLink } from '../live/live-link.ts';
import type { LiveNeeds } from '../live/live-link.ts';
import type { ShownAlarm } from '../live/alarm-row.ts';
import type { LanePartition } from './lane.ts';

export interface ScreenNeeds extends LiveNeeds {
  readonly clock: Clock;
  readonly silences: { readonly current: readonly Silence[] };
  readonly windowSeconds: number;
}

/** What screens see of a partition: its running alarms, and what people did about them. */
export class PartitionScreens {
  readonly #needs: ScreenNeeds;
  readonly #partitions: readonly LanePartition[];
  readonly #live: LiveLink;
  readonly #marks = new AlarmMarks();
  #inventory: Inventory;
  /** The silences that are shown, and when what is shown changes by itself. */
  #silences: readonly Silence[] = [];
  #remarkAt = Infinity;

  constructor(needs: ScreenNeeds, partitions: readonly LanePartition[], inventory: Inventory) {
    this.#needs = needs;
    this.#partitions = partitions;
    this.#live = new LiveLink(needs);
    this.#inventory = inventory;
  }

  /** From now on requests are answered. */
  async open(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    await this.#live.open(this.#shown());
  }

  /** After a window; nothing may change before it resolves. */
  async show(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    await this.#live.show(this.#shown());
  }

  /** Acknowledgements expire, silences begin and end, also while no sample comes. */
  get isDue(): boolean {
    const { clock, silences } = this.#needs;
    return clock.now().getTime() >= this.#remarkAt || this.#silences !== silences.current;
  }

  /** What people did about running alarms has changed. Nothing may change before it resolves. */
  remark(): Promise<void> {
    return this.#live.remark({ running: this.#running(), marks: this.#marksNow() });
  }

  #shown() {
    return {
      inventory: this.#inventory,
      running: this.#running(),
      at: Math.max(...this.#partitions.map(({ heard }) => heard)),
      marks: this.#marksNow(),
    };
  }

  #marksNow(): MarksAt {
    this.#silences = this.#needs.silences.current;
    const acknowledgements = this.#acknowledgements();
    const marking = { acknowledgements, silences: this.#silences, inventory: this.#inventory };
    const marks = this.#marks.at(marking, this.#needs.clock.now().getTime());
    this.#remarkAt = marks.changesAt;
    return marks;
  }

  *#running(): Generator<ShownAlarm> {
    const length = this.#needs.windowSeconds;
    for (const partition of this.#partitions) {
      const newest = { number: partition.decided, length };
      for (const running of partition.running()) yield { ...running, newest };
    }
  }

  /** An alarm runs in one lane, and is acknowledged there. */
  #acknowledgements(): Pick<LanePartition['acknowledgements'], 'of' | 'expiresAfter'> {
    const all = this.#partitions.map((partition) => partition.acknowledgements);
    return {
      of(running, now) {
        for (const one of all) {
          const found = one.of(running, now);
          if (found !== undefined) return found;
        }
        return undefined;
      },
      expiresAfter: (now) => Math.min(...all.map((one) => one.expiresAfter(now))),
    };
  }
}
