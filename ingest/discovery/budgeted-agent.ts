import type { Agent, Answer } from '../snmp/agent.ts';
import type { PacketBudget } from './packet-budget.ts';

/** The repeats of a request that was not answered have left by themselves. */
const repeatsOf = (answer: Answer, retries: number): number =>
  !answer.ok && answer.reason === 'timeout' ? retries : 0;

/** An agent whose requests keep to the budget of the run. */
export function budgetedAgent(agent: Agent, budget: PacketBudget, retries: number): Agent {
  const within = async (request: () => Promise<Answer>): Promise<Answer> => {
    await budget.take();
    const answer = await request();
    budget.spent(repeatsOf(answer, retries));
    return answer;
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
