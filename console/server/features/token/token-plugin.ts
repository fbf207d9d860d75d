import type { FastifyInstance } from 'fastify';
import {
  createDashboardDisplay,
  createDisplayToken,
  createToken,
  listTokens,
  readWall,
  revokeToken,
} from '#schemas/token/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { TokenRepository } from './token-repository.ts';

export interface TokenNeeds {
  readonly tokens: TokenRepository;
}

/** API and display tokens of the caller, and the scope of a wall. */
export function tokenPlugin(app: FastifyInstance, { tokens }: TokenNeeds): void {
  serve(app, listTokens, async ({ caller }) => ({ tokens: await tokens.list(caller) }));

  serve(app, createToken, ({ body, ...actor }) => tokens.create(body, actor));

  serve(app, createDisplayToken, ({ body, ...actor }) => tokens.createDisplay(body, actor));

  serve(app, createDashboardDisplay, ({ body, ...actor }) => tokens.createDashboardDisplay(body, actor));

  serve(app, readWall, ({ caller: { display, customers, scopes } }) => ({
    display: display === undefined ? null : { name: display.name, expiresAt: display.expiresAt },
    customers: [...customers.values()].map(({ id, clientId, name, timeZone }) => ({
      id,
      clientId,
      name,
      ...(timeZone !== undefined && { timeZone }),
    })),
    cross: scopes.includes('cross-customer'),
  }));

  serve(app, revokeToken, async ({ params, ...actor }) => {
    await tokens.revoke(params.id, actor);
    return {};
  });
}
