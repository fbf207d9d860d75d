import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Stops the boot when a route has neither a contract nor a reason to go without one: a route that is open because somebody
 * forgot its permission cannot happen. Looked at when all are there, since plugins mark theirs after the fact.
 */
export function denyByDefault(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    await Promise.resolve();
    const open = routes.find(
      ({ config }) => config?.contract === undefined && config?.outsideContracts === undefined,
    );
    if (open === undefined) return;
    throw new Error(`${String(open.method)} ${open.url} has no contract: serve it through kernel/route`);
  });
}
