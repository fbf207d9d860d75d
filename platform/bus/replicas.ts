import { JetStreamApiError, type StreamInfo } from '@nats-io/jetstream';
import type { BusConnection } from './connection.ts';

/** Prefix of the streams of key-value buckets (NATS ADR-8). */
const BUCKET = 'KV_';

/** The cluster cannot have so many replicas: too few servers, or too little space on them. */
export class ReplicasRefusedError extends Error {
  override readonly name = 'ReplicasRefusedError';
}

/**
 * What a stream must have. Any replica responds to a direct read, also one that lags: buckets of several replicas are read from their leader,
 * since a checkpoint is several entries, and a state that is read back must be the one that was written.
 */
const desiredOf = ({ config: { name } }: StreamInfo, replicas: number) => ({
  num_replicas: replicas,
  ...(name.startsWith(BUCKET) ? { allow_direct: replicas === 1 } : {}),
});

/**
 * Gives each stream and bucket of the server this number of replicas. Returns the names of those that were changed. Throws a
 * ReplicasRefusedError when the cluster cannot have them.
 */
export async function ensureReplicas({ admin }: BusConnection, replicas: number): Promise<readonly string[]> {
  const changed: string[] = [];
  for await (const info of admin.streams.list()) {
    const { name } = info.config;
    const desired = desiredOf(info, replicas);
    const isSame =
      info.config.num_replicas === desired.num_replicas &&
      (desired.allow_direct === undefined || info.config.allow_direct === desired.allow_direct);
    if (isSame) continue;
    try {
      await admin.streams.update(name, desired);
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      throw new ReplicasRefusedError(
        `${name} cannot have ${String(replicas)} replicas: ${error.message}; needed are as many servers with JetStream, with max_file_store above the sum of max_bytes of all streams`,
        { cause: error },
      );
    }
    changed.push(name);
  }
  return changed;
}
