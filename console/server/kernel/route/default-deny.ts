import type { FastifyInstance, RouteOptions } from 'fastify';
import { permissionKeys } from '#schemas/permission/catalogue.ts';

const needs = new Set<string | undefined>([...permissionKeys, 'signed-in', 'anonymous']);
const scopes = new Set<string | undefined>(['none', 'customer', 'cross-customer', 'admin']);

function faultOf(config: RouteOptions['config']): string | undefined {
  if (config?.outsideContracts !== undefined) return undefined;
  const contract = config?.contract;
  if (contract === undefined) return 'has no contract: serve it through kernel/route';
  if (!needs.has(contract.needs)) return 'states no permission of the catalogue';
  if (!scopes.has(contract.scope)) return 'states no scope';
  return undefined;
}

/**
 * Stops the start when a route has neither a contract nor a declared reason to go without one, so that a forgotten permission
 * cannot leave a route open. Runs when all routes are registered, because plugins mark theirs late.
 */
export function denyByDefault(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    await Promise.resolve();
    for (const { method, url, config } of routes) {
      const fault = faultOf(config);
      if (fault !== undefined) throw new Error(`${[method].flat().join('/')} ${url} ${fault}`);
    }
  });
}
