import { INDEX_LENGTH, type AgentDraft } from '#schemas/settings/agent/agent.ts';
import type { ListedAgent, readAgentTraffic } from '#schemas/settings/agent/routes.ts';
import type { z } from 'zod';

/** Without 0, O, 1, I and l, which are mistaken for each other. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** An index of random bytes. */
export const randomIndex = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, INDEX_LENGTH), (byte) => CHARACTERS.charAt(byte % CHARACTERS.length)).join('');

export const emptyAgent = (index: string): AgentDraft => ({
  agentId: '',
  customer: 0,
  networkMarker: '',
  index,
  source: '',
  expires: '',
});

/** A row of the list. */
export interface ShownAgent extends ListedAgent {
  readonly name: string;
  /** What collectors received from it; undefined while it is not known. */
  readonly received: { readonly records: number; readonly lastSeen: number | null } | undefined;
}

type Traffic = z.output<typeof readAgentTraffic.reply>;

/** Agents with what was received from them. */
export function shownAgents(
  agents: readonly ListedAgent[],
  traffic: Traffic | undefined,
): readonly ShownAgent[] {
  const byId = new Map(traffic?.agents.map((of) => [of.id, of]));
  const nothing = { records: 0, lastSeen: null };
  return agents.map((agent) => ({
    ...agent,
    name: agent.agentId,
    received: traffic && (byId.get(agent.id) ?? nothing),
  }));
}

/** The draft of a stored agent. */
export const toAgentDraft = ({
  agentId,
  customer,
  networkMarker,
  index,
  ...of
}: ListedAgent): AgentDraft => ({
  agentId,
  customer,
  networkMarker,
  index,
  source: of.source,
  expires: of.expires,
});
