import { dateText } from '#schemas/settings/agent/agent.ts';
import { createAgent, listAgents } from '#schemas/settings/agent/routes.ts';
import { readLivewire, updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { StoryClient } from './story-client.ts';

/** Lent probes, each with the network (RFC 5737) that it exports from; its marker is a site of the customer. */
const probes = [
  { agentId: 'probe-1', index: 'k7Q', source: '198.51.100.0/24', days: 90 },
  { agentId: 'probe-2', index: 'm3X', source: '203.0.113.7', days: 14 },
] as const;

interface AgentPlaces {
  /** Ids by client id. */
  readonly customers: ReadonlyMap<string, number>;
  readonly siteOf: (clientId: string) => string | undefined;
  readonly nowMs: number;
}

/** The Livewire address of the provider, and agents of its first customers. */
export async function addAgents(
  { call }: StoryClient,
  { customers, siteOf, nowMs }: AgentPlaces,
): Promise<void> {
  const { url } = await call(readLivewire);
  if (url === '')
    await call(updateLivewire, {
      body: { url: 'https://livewire.telltale.example/device/{address}?c={clientId}' },
    });
  const { agents } = await call(listAgents);
  const known = new Set(agents.map(({ agentId }) => agentId));
  const places = [...customers];
  for (const [at, { days, ...probe }] of probes.entries()) {
    const [clientId = '', customer] = places[at] ?? [];
    const networkMarker = siteOf(clientId);
    if (customer === undefined || networkMarker === undefined || known.has(probe.agentId)) continue;
    const expires = dateText(nowMs + days * DAY_MS);
    await call(createAgent, { body: { ...probe, networkMarker, customer, expires } });
  }
}
