import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlarmMarks } from '../live/alarm-marks.ts';
import type { MarksAt } from '../live/alarm-marks.ts';
import { LiveLink } from '../live/live-link.ts';
import type { LiveNeeds } from '../live/live-link.ts';
import type { Partition } from '../partition/partition.ts';

/** Commands within this time change the screens together. */
const REMARK_MS = 20;

export interface ScreenNeeds extends LiveNeeds {
  readonly clock: Clock;
  readonly silences: { readonly current: readonly Silence[] };
  readonly windowSeconds: number;
}

/** What screens see of a partition: its running alarms, and what people did about them. */
export class PartitionScreens {
  readonly #needs: ScreenNeeds;
  readonly #partition: Partition;
  readonly #live: LiveLink;
  readonly #marks = new AlarmMarks();
  #inventory: Inventory;
  /** The silences that are shown, and when what is shown changes by itself. */
  #silences: readonly Silence[] = [];
  #remarkAt = Infinity;
  #remarkDue = false;

  constructor(needs: ScreenNeeds, partition: Partition, inventory: Inventory) {
    this.#needs = needs;
    this.#partition = partition;
    this.#live = new LiveLink(needs);
    this.#inventory = inventory;
  }

  /** From now on requests are answered. */
  open(inventory: Inventory): void {
    this.#inventory = inventory;
    this.#live.open(this.#shown());
  }

  /** After a window. */
  show(inventory: Inventory): void {
    this.#inventory = inventory;
    this.#live.show(this.#shown());
  }

  /** Acknowledgements expire, silences begin and end, also while no sample comes. */
  look(): void {
    const isDue = this.#needs.clock.now().getTime() >= this.#remarkAt;
    if (isDue || this.#silences !== this.#needs.silences.current) this.#remark();
  }

  /** After a command, with those that come right behind it. */
  async remarkSoon(): Promise<void> {
    if (this.#remarkDue) return;
    this.#remarkDue = true;
    await this.#needs.clock.wait(REMARK_MS, this.#needs.signal);
    this.#remarkDue = false;
    if (!this.#needs.signal.aborted) this.#remark();
  }

  #remark(): void {
    this.#live.remark({ running: this.#partition.running(), marks: this.#marksNow() });
  }

  #shown() {
    return {
      inventory: this.#inventory,
      running: this.#partition.running(),
      newest: { number: this.#partition.decided, length: this.#needs.windowSeconds },
      at: this.#partition.newest,
      marks: this.#marksNow(),
    };
  }

  #marksNow(): MarksAt {
    this.#silences = this.#needs.silences.current;
    const { acknowledgements } = this.#partition;
    const marking = { acknowledgements, silences: this.#silences, inventory: this.#inventory };
    const marks = this.#marks.at(marking, this.#needs.clock.now().getTime());
    this.#remarkAt = marks.changesAt;
    return marks;
  }
}
