import type { Agent, AgentResponse } from '../../snmp/agent/agent.ts';
import type { PacketRateLimit } from './packet-rate-limit.ts';

/** Retries of an unanswered request were already sent. */
const sentRetries = (response: AgentResponse, retries: number): number =>
  !response.ok && response.reason === 'timeout' ? retries : 0;

/** An agent whose requests respect the packet rate of the run. */
export function rateLimitedAgent(agent: Agent, budget: PacketRateLimit, retries: number): Agent {
  const within = async (request: () => Promise<AgentResponse>): Promise<AgentResponse> => {
    await budget.acquire();
    const response = await request();
    budget.charge(sentRetries(response, retries));
    return response;
  };
  return {
    get: (oids) => within(() => agent.get(oids)),
    getBulk: (oid, repetitions) => within(() => agent.getBulk(oid, repetitions)),
    get strays() {
      return agent.strays;
    },
    get forged() {
      return agent.forged;
    },
    close() {
      agent.close();
    },
  };
}
