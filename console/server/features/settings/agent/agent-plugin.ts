import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createAgent,
  deleteAgent,
  listAgents,
  readAgentTraffic,
  updateAgent,
} from '#schemas/settings/agent/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AgentRepository } from './agent-repository.ts';

interface AgentNeeds {
  readonly agents: AgentRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Agents, which take effect as exporters of the inventory do. */
export function agentPlugin(app: FastifyInstance, { agents, bus }: AgentNeeds): void {
  const announce = (): void => bus.publish(subjects.config('inventory'), '{}');
  serve(app, listAgents, () => agents.list());
  serve(app, readAgentTraffic, async () => ({ agents: await agents.traffic() }));
  serve(app, createAgent, async ({ body, ...actor }) => {
    const created = await agents.create(body, actor);
    announce();
    return created;
  });
  serve(app, updateAgent, async ({ params, body, ...actor }) => {
    const updated = await agents.update(params.id, body, actor);
    announce();
    return updated;
  });
  serve(app, deleteAgent, async ({ params, ...actor }) => {
    await agents.delete(params.id, actor);
    announce();
    return {};
  });
}
