import type { FastifyInstance } from 'fastify';
import { createToken, listTokens, revokeToken } from '#schemas/token/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { TokenActor, TokenRepository } from './token-repository.ts';

export interface TokenNeeds {
  readonly tokens: TokenRepository;
}

/** Tokens of the interface. */
export function tokenPlugin(app: FastifyInstance, { tokens }: TokenNeeds): void {
  const actorOf = ({ caller, audit }: { caller: Caller; audit: Audit }): TokenActor => ({ caller, audit });

  serve(app, listTokens, async (call) => ({ tokens: await tokens.list(actorOf(call).caller) }));
  serve(app, createToken, ({ body, ...call }) => tokens.create(body, actorOf(call)));
  serve(app, revokeToken, async ({ params, ...call }) => {
    await tokens.revoke(params.id, actorOf(call));
    return {};
  });
}
