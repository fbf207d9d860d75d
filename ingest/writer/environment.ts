import { z } from 'zod';
import { standard } from '#platform/env/standard.ts';
import { integerVariable, name, textVariable } from '#platform/env/variable.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';
import { allowedPartitions } from './allowed-partitions.ts';

/** Environment variables of a writer. */
export const writerEnvironment = z
  .object({
    NATS_URL: standard.NATS_URL,
    CLICKHOUSE_URL: standard.CLICKHOUSE_URL,
    PARTITIONS: standard.PARTITIONS,
    HEALTH_PORT: standard.HEALTH_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
    ...tracingVariables,
    /** Several writers share the partitions, each under a unique name. */
    WRITER_NAME: name('writer'),
    /** Partitions that this process may write, comma-separated; writers with the same ones share them. Empty means all. */
    WRITER_PARTITIONS: textVariable(''),
    /** A range ends at this many bytes, rows or milliseconds, whichever comes first. */
    WRITER_RANGE_BYTES: integerVariable(1, 256 * 1024 ** 2, 64 * 1024 ** 2),
    WRITER_RANGE_ROWS: integerVariable(1, 2_000_000, 500_000),
    WRITER_RANGE_MS: integerVariable(10, 60_000, 1_000),
    /** The same for flows and samples while there are few. */
    WRITER_SPARSE_MS: integerVariable(10, 60_000, 5_000),
    /** Concurrent inserts of this process. */
    WRITER_INSERTS: integerVariable(1, 64, 2),
  })
  .transform((given, context) => {
    const partitions = allowedPartitions(given.WRITER_PARTITIONS, given.PARTITIONS);
    if (partitions.ok) return { ...given, within: partitions.value };
    context.addIssue({ code: 'custom', path: ['WRITER_PARTITIONS'], message: partitions.reason });
    return z.NEVER;
  });
