import type { FastifyInstance } from 'fastify';
import { createToken, listTokens, revokeToken } from '#schemas/token/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { TokenRepository } from './token-repository.ts';

export interface TokenNeeds {
  readonly tokens: TokenRepository;
}

/** API tokens of the caller. */
export function tokenPlugin(app: FastifyInstance, { tokens }: TokenNeeds): void {
  serve(app, listTokens, async ({ caller }) => ({ tokens: await tokens.list(caller) }));

  serve(app, createToken, ({ body, ...actor }) => tokens.create(body, actor));

  serve(app, revokeToken, async ({ params, ...actor }) => {
    await tokens.revoke(params.id, actor);
    return {};
  });
}
