import type { DecidedWindow } from '#schemas/alerting/alert.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlarmMarks, type MarksAt } from '../live/alarm-marks.ts';
import type { DataTime } from '../live/customer-alert-view.ts';
import { LivePublisher, type LiveNeeds } from '../live/live-publisher.ts';
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
  /** By partition of the pipeline. */
  readonly #newest = new Map<PipelinePartition, DecidedWindow>();
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

  /** Starts responding to requests. */
  async open(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    this.#observeDecisions((end) => end);
    await this.#publisher.open(this.#snapshot());
  }

  /** Publishes the state after a window; nothing may change before it resolves. */
  async show(inventory: Inventory): Promise<void> {
    this.#inventory = inventory;
    const now = this.#needs.clock.now().getTime();
    this.#observeDecisions(() => now);
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
      time: this.#time(),
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

  /** A restored window is taken as decided at its end: its true time is not stored. */
  #observeDecisions(decidedAt: (endMs: number) => number): void {
    const length = this.#needs.windowSeconds;
    for (const partition of this.#partitions) {
      const start = partition.decidedWindow * length;
      if (this.#newest.get(partition)?.start === start) continue;
      this.#newest.set(partition, { start, length, decided: decidedAt((start + length) * SECOND_MS) });
    }
  }

  /** The pipeline that decided longest ago counts: a screen is only as current as that one. */
  #time(): DataTime {
    const at = Math.max(...this.#partitions.map(({ newestDataMs }) => newestDataMs));
    const begun = [...this.#newest.values()].filter(({ start }) => start > 0);
    return { at, window: begun.sort((a, b) => a.decided - b.decided)[0] };
  }

  *#running(): Generator<LiveAlarm> {
    for (const partition of this.#partitions) {
      const newest = this.#newest.get(partition);
      if (newest === undefined) continue;
      for (const running of partition.runningInstances()) yield { ...running, newest };
    }
  }

  /** An alarm runs in one pipeline and is acknowledged there. */
  #acknowledgements(): Pick<PipelinePartition['acknowledgements'], 'find' | 'findAssigned' | 'expiresAfter'> {
    const all = this.#partitions.map((partition) => partition.acknowledgements);
    return {
      find(running, now) {
        for (const one of all) {
          const found = one.find(running, now);
          if (found !== undefined) return found;
        }
        return undefined;
      },
      findAssigned(running) {
        for (const one of all) {
          const found = one.findAssigned(running);
          if (found !== undefined) return found;
        }
        return undefined;
      },
      expiresAfter: (now) => Math.min(...all.map((one) => one.expiresAfter(now))),
    };
  }
}
