import { z } from 'zod';
import { diskVariables } from '#platform/disk/stores-disk.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';
import { standard } from '#platform/env/standard.ts';
import { latenessVariable, pollVariables } from '#platform/env/poll-variables.ts';
import { name, integerVariable } from '#platform/env/variable.ts';

const { NATS_URL, DATABASE_URL, CLICKHOUSE_URL, HEALTH_PORT, LOG_LEVEL, PARTITIONS } = standard;

/** Environment variables of an engine. */
export const engineEnvironment = z.object({
  NATS_URL,
  DATABASE_URL,
  /** Stored measures, read by backtests only. */
  CLICKHOUSE_URL,
  HEALTH_PORT,
  LOG_LEVEL,
  PARTITIONS,
  ...diskVariables,
  ...tracingVariables,
  ...latenessVariable,
  ...pollVariables,
  /** Allowed lateness of flows: exporters report a flow when it ends or at their active timeout. */
  FLOW_LATENESS_SECONDS: integerVariable(10, 3_600, 120),
  /** Idle timeout of a partition: heartbeats then move its watermark; 0: derived from poll intervals. */
  IDLE_TIMEOUT_SECONDS: integerVariable(0, 86_400, 0),
  /** Time between two checkpoints of a partition: the most that a restart replays. */
  CHECKPOINT_SECONDS: integerVariable(1, 3_600, 30),
  /** Several engines share the partitions, each under a unique name. */
  ENGINE_NAME: name('engine'),
});
