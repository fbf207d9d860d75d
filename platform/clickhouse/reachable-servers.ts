import type { ClickHouse } from './clickhouse-client.ts';
import { fromReplica } from './replica-state.ts';
import { ClickHouseUnreachable } from './store-error.ts';

/**
 * The servers that respond, for what each of them must have: tables, accounts, rows in memory. One server is returned untried. Throws
 * ClickHouseUnreachable when none does.
 */
export async function reachableServers(clickhouse: ClickHouse): Promise<readonly ClickHouse[]> {
  const { replicas } = clickhouse;
  if (replicas === undefined) return [clickhouse];
  const responses = await Promise.all(replicas.map((one) => fromReplica(one.ping()).catch(() => false)));
  const reachable = replicas.filter((_, at) => responses[at] === true);
  if (reachable.length === 0) throw new ClickHouseUnreachable(new Error('no replica responds'));
  return reachable;
}
