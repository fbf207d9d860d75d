import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlarmMarks } from '../live/alarm-marks.ts';
import type { MarksAt } from '../live/alarm-marks.ts';
import { LivePublisher } from '../live/live-publisher.ts';
import type { LiveNeeds } from '../live/live-publisher.ts';
import type { LiveAlarm } from '../live/alarm-row.ts';
import type { PipelinePartition } from './pipeline-task.ts';

export interface LiveViewNeeds extends LiveNeeds {
  readonly clock: Clock;
  readonly silences: { readonly current: readonly Silence[] };
  readonly windowSeconds: number;
}

/** The live views of a partition: its running alarms with acknowledgements and silences. */
export class LiveViews {
  readonly #needs: LiveViewNeeds;
  readonly #partitions: readonly PipelinePartition[];
  readonly #publisher: LivePublisher;
  readonly #marks = new AlarmMarks();
  #inventory: Inventory;
  /** The silences shown, and when marks next change without user action. */
  #silences: readonly Silence[] = [];
  #refreshAt = Infinity;

  constructor(needs: LiveViewNeeds, partitions: readonly PipelinePartition[], inventory: Inventory) {
    this.#needs = needs;
    this.#partitions = partitions;
    this.#publisher = new LivePublisher(needs);
    this.#inventory = inventory;
  }

  /** Starts answering requests. */
  async open(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    await this.#publisher.open(this.#snapshot());
  }

  /** Publishes the state after a window; nothing may change before it resolves. */
  async show(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    await this.#publisher.show(this.#snapshot());
  }

  /** Whether marks are due: acknowledgements expire, and silences start and end, without samples too. */
  get isRefreshDue(): boolean {
    const { clock, silences } = this.#needs;
    return clock.now().getTime() >= this.#refreshAt || this.#silences !== silences.current;
  }

  /** Publishes changed acknowledgements and silences; nothing may change before it resolves. */
  refreshMarks(): Promise<void> {
    return this.#publisher.refreshMarks({ running: this.#running(), marks: this.#marksNow() });
  }

  #snapshot() {
    return {
      inventory: this.#inventory,
      running: this.#running(),
      at: Math.max(...this.#partitions.map(({ newestDataMs }) => newestDataMs)),
      marks: this.#marksNow(),
    };
  }

  #marksNow(): MarksAt {
    this.#silences = this.#needs.silences.current;
    const acknowledgements = this.#acknowledgements();
    const marking = { acknowledgements, silences: this.#silences, inventory: this.#inventory };
    const marks = this.#marks.at(marking, this.#needs.clock.now().getTime());
    this.#refreshAt = marks.changesAt;
    return marks;
  }

  *#running(): Generator<LiveAlarm> {
    const length = this.#needs.windowSeconds;
    for (const partition of this.#partitions) {
      const newest = { number: partition.decidedWindow, length };
      for (const running of partition.runningInstances()) yield { ...running, newest };
    }
  }

  /** An alarm runs in one pipeline and is acknowledged there. */
  #acknowledgements(): Pick<PipelinePartition['acknowledgements'], 'find' | 'expiresAfter'> {
    const all = this.#partitions.map((partition) => partition.acknowledgements);
    return {
      find(running, now) {
        for (const one of all) {
          const found = one.find(running, now);
          if (found !== undefined) return found;
        }
        return undefined;
      },
      expiresAfter: (now) => Math.min(...all.map((one) => one.expiresAfter(now))),
    };
  }
}
