import { z } from 'zod';
import { networks } from '#platform/env/networks.ts';
import { standard } from '#platform/env/standard.ts';
import { integerVariable } from '#platform/env/variable.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';

/** Environment variables of a discovery process. */
export const discoveryEnvironment = z.object({
  NATS_URL: standard.NATS_URL,
  DATABASE_URL: standard.DATABASE_URL,
  HEALTH_PORT: standard.HEALTH_PORT,
  LOG_LEVEL: standard.LOG_LEVEL,
  /** Maximum concurrent discovery runs. */
  DISCOVERY_RUNS: integerVariable(1, 50, 4),
  /** Loopback and link-local addresses are not searched, except in these networks. */
  SNMP_ALLOWED_NETWORKS: networks(),
  ...secretVariables,
});
