import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { BacktestService } from '../backtest/backtest-service.ts';
import type { EngineMetrics } from '../engine-metrics.ts';
import type { FlowKey } from '../flow/flow-key.ts';

export interface WorkerNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: EngineMetrics;
  readonly inventory: { readonly current: Inventory };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly definitions: { readonly current: KpiDefinitions };
  readonly silences: { readonly current: readonly Silence[] };
  /** Names this run of the engine. */
  readonly epoch: string;
  readonly partitions: number;
  readonly windowSeconds: number;
  readonly latenessMs: number;
  /** How much later than the newest flow another one may come and still count; that of samples when left out. */
  readonly flowLatenessMs?: number;
  /**
   * After so long without data event time goes on all the same; never when left out. `by interval`: as long as those who bring the
   * data may take (`silence-length.ts`).
   */
  readonly silenceMs?: number | 'by interval' | undefined;
  readonly checkpointMs: number;
  /** Answers backtests; without it nobody does. */
  readonly backtests?: BacktestService | undefined;
  /** Makes elements of what flows were of; without it none come to those that are there. */
  readonly targets?: { readonly meet: (keys: readonly FlowKey[]) => void } | undefined;
}
