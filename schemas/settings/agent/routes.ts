import { z } from 'zod';
import { API, route } from '../../route.ts';
import { AgentDraft } from './agent.ts';

const PATH = `${API}/mt/settings/agents`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'admin', everyCustomer: true } as const;

/** Days of which an agent's records are counted: as long as collector statistics are retained. */
export const AGENT_DAYS = 28;

export const ListedAgent = AgentDraft.extend({
  /** Canonical. */
  source: z.string(),
  id: z.int(),
  version: z.int(),
  customerName: z.string(),
  /** Name of the site whose flows they are; null: the customer has no site named like the marker. */
  site: z.string().nullable(),
  expired: z.boolean(),
});
export type ListedAgent = z.infer<typeof ListedAgent>;

export const listAgents = route({
  ...base,
  method: 'GET',
  path: PATH,
  needs: 'SETTINGS.AGENT.read',
  summary: 'Agents by id, and the organizations to choose from',
  reply: z.strictObject({
    agents: z.array(ListedAgent),
    /** Organizations to choose from. */
    customers: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  }),
});

export const readAgentTraffic = route({
  ...base,
  method: 'GET',
  path: `${PATH}/traffic`,
  needs: 'SETTINGS.AGENT.read',
  summary: `What was received from agents in the last ${String(AGENT_DAYS)} days`,
  reply: z.strictObject({
    agents: z.array(
      z.strictObject({
        id: z.int(),
        records: z.number(),
        /** Milliseconds since 1970. */
        lastSeen: z.number(),
      }),
    ),
  }),
});

const Stored = z.strictObject({ id: z.int(), version: z.int() });
const problems = ['AGENT_ID_TAKEN', 'AGENT_SOURCE_TAKEN', 'AGENT_DATE_PAST', 'NOT_FOUND'] as const;

export const createAgent = route({
  ...base,
  method: 'POST',
  path: PATH,
  needs: 'SETTINGS.AGENT.write',
  summary: 'Create an agent',
  body: AgentDraft,
  reply: Stored,
  problems,
});

export const updateAgent = route({
  ...base,
  method: 'PUT',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.AGENT.write',
  summary: 'Update an agent',
  params,
  body: AgentDraft.extend({ version: z.int() }),
  reply: Stored,
  problems: [...problems, 'CONFLICT'],
});

export const deleteAgent = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.AGENT.write',
  summary: 'Delete an agent; its exporters are unknown from then on',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
