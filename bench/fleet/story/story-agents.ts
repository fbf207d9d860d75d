import { dateText } from '#schemas/settings/agent/agent.ts';
import { createAgent, listAgents } from '#schemas/settings/agent/routes.ts';
import { readLivewire, updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { StoryClient } from './story-client.ts';

/** Lent probes, each with the network (RFC 5737) that it exports from. */
const probes = [
  { agentId: 'probe-1', networkMarker: 'Headquarters', index: 'k7Q', source: '198.51.100.0/24', days: 90 },
  { agentId: 'probe-2', networkMarker: 'Data centre', index: 'm3X', source: '203.0.113.7', days: 14 },
] as const;

/** The Livewire address of the provider, and agents of its first customers. */
export async function addAgents(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<void> {
  const { url } = await call(readLivewire);
  if (url === '')
    await call(updateLivewire, {
      body: { url: 'https://livewire.telltale.example/device/{address}?c={clientId}' },
    });
  const { agents } = await call(listAgents);
  const known = new Set(agents.map(({ agentId }) => agentId));
  const ids = [...customers.values()];
  for (const [at, { days, ...probe }] of probes.entries()) {
    const customer = ids[at];
    if (customer === undefined || known.has(probe.agentId)) continue;
    await call(createAgent, { body: { ...probe, customer, expires: dateText(nowMs + days * DAY_MS) } });
  }
}
