import { z } from 'zod';
import { diskVariables } from '#platform/disk/stores-disk.ts';
import { networks } from '#platform/env/networks.ts';
import { latenessVariable, pollVariables } from '#platform/env/poll-variables.ts';
import { standard } from '#platform/env/standard.ts';
import { name, integerVariable } from '#platform/env/variable.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';

/** Environment variables of a process that collects from SD-WAN managers. */
export const sdwanEnvironment = z.object({
  NATS_URL: standard.NATS_URL,
  DATABASE_URL: standard.DATABASE_URL,
  PARTITIONS: standard.PARTITIONS,
  HEALTH_PORT: standard.HEALTH_PORT,
  LOG_LEVEL: standard.LOG_LEVEL,
  /** Several processes share the managers, each under a unique name. */
  SDWAN_NAME: name('sdwan'),
  /** SD-WAN managers are not called at loopback and link-local addresses, except in these networks. */
  SDWAN_ALLOWED_NETWORKS: networks(),
  /** Collection sub-network (recipient id) whose managers this process collects from and synchronises; 0: all. */
  COLLECT_NETWORK: integerVariable(0, 65_535, 0),
  /** Interval of collection. */
  POLL_INTERVAL_SECONDS: pollVariables.POLL_INTERVAL_SECONDS,
  ...latenessVariable,
  ...secretVariables,
  ...diskVariables,
  ...tracingVariables,
});
