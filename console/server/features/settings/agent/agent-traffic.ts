import { agentFinder } from '../../../shared/agent/agent-of.ts';
import type { AgentTraffic } from './agent-queries.ts';

interface Received {
  readonly records: number;
  readonly lastSeen: number;
}

/** What was received from each agent: an address counts for the agent of its customer with the longest prefix. */
export function receivedOf(
  agents: readonly { readonly id: number; readonly customer: number; readonly source: string }[],
  traffic: readonly AgentTraffic[],
): ReadonlyMap<number, Received> {
  const agentOf = agentFinder(agents);
  const received = new Map<number, Received>();
  for (const { records, lastSeen, ...exporter } of traffic) {
    const agent = agentOf(exporter);
    if (agent === undefined) continue;
    const before = received.get(agent.id) ?? { records: 0, lastSeen: 0 };
    received.set(agent.id, {
      records: before.records + records,
      lastSeen: Math.max(before.lastSeen, lastSeen),
    });
  }
  return received;
}
