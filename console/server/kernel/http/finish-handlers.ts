import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';

/** Longest time for which requests hold up a stop: the process has ten seconds for all of it. */
const FINISH_MS = 2_000;

/**
 * Lets requests end, in their hooks as in their handlers, before the app closes, and with it the stores. The server waits for open
 * connections only, and that of a client that has gone is closed while its request still reads. Applies to routes that are registered
 * afterwards.
 */
export function finishHandlers(app: FastifyInstance, clock: Clock): void {
  const running = new Set<FastifyRequest>();
  const inHandler = new WeakSet<FastifyRequest>();
  let idle = Promise.withResolvers<void>();
  const end = (request: FastifyRequest): void => {
    if (running.delete(request) && running.size === 0) idle.resolve();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (running.size === 0) idle = Promise.withResolvers<void>();
    running.add(request);
    done();
  });
  // What a hook replies to, or a handler without a promise, is over with its reply.
  app.addHook('onSend', (request) => {
    if (!inHandler.has(request)) end(request);
    return Promise.resolve();
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function tracked(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      inHandler.add(request);
      result.then(
        () => end(request),
        () => end(request),
      );
      return result;
    };
  });
  app.addHook('preClose', async () => {
    if (running.size === 0) return;
    const over = new AbortController();
    await Promise.race([idle.promise, clock.wait(FINISH_MS, over.signal)]);
    over.abort();
  });
}
