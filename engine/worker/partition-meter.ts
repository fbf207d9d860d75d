import type { ClosedWindow, PartitionCounts } from '../partition/partition-output.ts';
import type { Pipeline } from '../configuration/sources.ts';
import type { EngineMetrics } from './engine-metrics.ts';

const leftOut = { samples: 'leftOut', flows: 'flowsLeftOut' } as const;
const lag = { samples: 'lag', flows: 'flowLag' } as const;
const checkpoint = { samples: 'checkpointBytes', flows: 'flowCheckpointBytes' } as const;

/** The metrics of one partition. */
export class PartitionMeter {
  readonly #metrics: EngineMetrics;
  readonly #partition: string;
  #counted: PartitionCounts = { late: 0, ahead: 0, unknown: 0, over: 0 };

  readonly #pipeline: Pipeline;

  /** `pipeline`: for metrics that exist per pipeline. */
  constructor(metrics: EngineMetrics, partition: number, pipeline: Pipeline = 'samples') {
    this.#metrics = metrics;
    this.#partition = String(partition);
    this.#pipeline = pipeline;
  }

  windowClosed({ evaluations, events }: ClosedWindow): void {
    const partition = this.#partition;
    this.#metrics.windows.inc({ partition });
    this.#metrics.evaluations.inc({ partition }, evaluations);
    for (const edge of ['raise', 'clear'] as const)
      this.#metrics.events.inc({ partition, edge }, events[edge]);
  }

  count(counts: PartitionCounts): void {
    const partition = this.#partition;
    for (const reason of ['late', 'ahead', 'unknown', 'fault', 'over'] as const) {
      const more = (counts[reason] ?? 0) - (this.#counted[reason] ?? 0);
      if (more > 0) this.#metrics[leftOut[this.#pipeline]].inc({ partition, reason }, more);
    }
    this.#counted = counts;
  }

  lag(milliseconds: number): void {
    this.#metrics[lag[this.#pipeline]].set({ partition: this.#partition }, milliseconds / 1_000);
  }

  running(count: number): void {
    this.#metrics.running.set({ partition: this.#partition }, count);
  }

  checkpoint(bytes: number): void {
    this.#metrics[checkpoint[this.#pipeline]].set({ partition: this.#partition }, bytes);
  }

  deadLetter(): void {
    this.#metrics.unreadable.inc({ partition: this.#partition });
  }
}
