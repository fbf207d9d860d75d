import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { fromReplica } from '#platform/clickhouse/replica-state.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

/** How often replicas are looked for that are back. */
const LOOK_MS = 5_000;

interface ReturnedReplicasNeeds {
  readonly url: string;
  /** Gives every replica that responds what it lacks: tables, retentions, accounts. */
  readonly prepare: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Prepares replicas of ClickHouse that were away at the start, or are back, until the signal aborts: a migration may have run without them.
 * Nothing is done where there is one server.
 */
export function watchReturnedReplicas(
  { url, prepare, clock, log }: ReturnedReplicasNeeds,
  signal: AbortSignal,
): void {
  const clickhouse = openClickHouse(url);
  const { replicas } = clickhouse;
  signal.addEventListener('abort', () => void clickhouse.close());
  if (replicas === undefined) return;
  // Whichever was away while the start prepared the others is prepared by the first look.
  const prepared = new Set<number>();
  const look = async (): Promise<void> => {
    const responses = await Promise.all(replicas.map((one) => fromReplica(one.ping()).catch(() => false)));
    const returned = [...replicas.keys()].filter((at) => responses[at] === true && !prepared.has(at));
    for (const at of replicas.keys()) if (responses[at] !== true) prepared.delete(at);
    if (returned.length === 0) return;
    try {
      await prepare();
      for (const at of returned) prepared.add(at);
      log.info({ replicas: returned.length }, 'replicas prepared');
    } catch (error) {
      log.warn({ err: error }, 'replicas not prepared');
    }
  };
  clock.every(LOOK_MS, look, signal);
}
