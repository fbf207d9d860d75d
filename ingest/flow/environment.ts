import { z } from 'zod';
import { standard } from '#platform/env/standard.ts';
import { choice, flagVariable, name, port, integerVariable } from '#platform/env/variable.ts';
import { diskVariables } from '#platform/disk/stores-disk.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';

const { NATS_URL, DATABASE_URL, TELLTALE_DATA, HEALTH_PORT, HOST, LOG_LEVEL, PARTITIONS } = standard;

/** Environment variables of a collector. */
export const collectorEnvironment = z.object({
  NATS_URL,
  DATABASE_URL,
  TELLTALE_DATA,
  HEALTH_PORT,
  HOST,
  LOG_LEVEL,
  PARTITIONS,
  ...diskVariables,
  ...tracingVariables,
  /** Each port accepts NetFlow v5, v9, IPFIX and sFlow: the header identifies the protocol. */
  NETFLOW_PORT: port(2055),
  IPFIX_PORT: port(4739),
  SFLOW_PORT: port(6343),
  /** Name in collector monitoring when several collectors run. */
  COLLECTOR_NAME: name('collector'),
  /** Several collectors share the ports: the kernel distributes the exporters over them. */
  SHARED_PORTS: flagVariable(false),
  /**
   * `batches` reads with recvmmsg(2) through the optional package `koffi`, on Linux. `events` reads one datagram per event with
   * node:dgram, at a higher CPU cost; it is also the fallback where batches are unavailable.
   */
  UDP_RECEIVER: choice(['batches', 'events'], 'batches'),
  /** Collection sub-network (recipient id) whose exporters this collector accepts; 0 accepts all. */
  COLLECT_NETWORK: integerVariable(0, 65_535, 0),
  /** For a tunnelled packet sampled by sFlow, count the outer packet, as NetFlow does, or the inner one. */
  SFLOW_TUNNELS: choice(['outer', 'inner'], 'outer'),
  /** Disk limit of the debug recordings of this collector. */
  DEBUG_FOLDER_BYTES: integerVariable(0, Number.MAX_SAFE_INTEGER, 10_000_000_000),
});
