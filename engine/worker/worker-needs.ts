import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { BacktestService } from '../backtest/backtest-service.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { LateDevices } from './late-devices.ts';
import type { FlowSumKey } from '../flow/flow-key.ts';

export interface WorkerNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: EngineMetrics;
  readonly inventory: { readonly current: Inventory };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly definitions: { readonly current: KpiDefinitions };
  readonly silences: { readonly current: readonly Silence[] };
  /** Identifies this run of the engine. */
  readonly epoch: string;
  readonly partitions: number;
  readonly windowSeconds: number;
  readonly allowedLatenessMs: number;
  /** Allowed lateness of flows; that of samples by default. */
  readonly flowAllowedLatenessMs?: number;
  /**
   * Time without data after which heartbeats move the watermark; never if undefined. `by interval`: derived
   * from poll intervals (`idle-timeout.ts`).
   */
  readonly idleTimeoutMs?: number | 'by interval' | undefined;
  /** Whether producers are paused, because the disk of the stores is nearly full: no heartbeat closes their windows. */
  readonly isPaused?: () => boolean;
  readonly checkpointMs: number;
  /** Runs backtests; without it they get no response. */
  readonly backtests?: BacktestService | undefined;
  /** Collects the devices whose samples arrive too late. */
  readonly late?: Pick<LateDevices, 'observe'> | undefined;
  /** Creates elements for flow targets; without it no new ones are created. */
  readonly targets?: { readonly register: (keys: readonly FlowSumKey[]) => void } | undefined;
}
