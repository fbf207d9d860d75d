import type { FastifyInstance } from 'fastify';
import { PROBLEM_MEDIA_TYPE, problemOf } from '#schemas/problem/problem.ts';

/** Each tier by name, and whether it answers. */
export type Tiers = Readonly<Record<string, () => boolean | Promise<boolean>>>;

async function missing(tiers: Tiers): Promise<readonly string[]> {
  const states = await Promise.all(
    Object.entries(tiers).map(async ([name, answers]) => {
      const ok = await Promise.resolve(answers()).catch(() => false);
      return ok ? [] : [name];
    }),
  );
  return states.flat();
}

/** `/health/live` and `/health/ready`: 200 when every tier answers, else 503 that names those that do not. */
export function healthPlugin(app: FastifyInstance, { tiers }: { readonly tiers: Tiers }): void {
  const config = { outsideContracts: 'health' } as const;
  app.get('/health/live', { config }, () => ({ live: true }));
  app.get('/health/ready', { config }, async (_request, reply) => {
    const waitingFor = await missing(tiers);
    if (waitingFor.length === 0) return { ready: true, waitingFor };
    const problem = problemOf('UNAVAILABLE', { params: { tier: waitingFor.join(', ') } });
    return reply
      .code(503)
      .type(PROBLEM_MEDIA_TYPE)
      .send({ ...problem, ready: false, waitingFor });
  });
}
