import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';

/** Longest time for which the handlers of requests hold up a stop: the process has ten seconds for all of it. */
const FINISH_MS = 4_000;

/**
 * Lets running handlers end before the app closes, and with it the stores. The server waits for open connections only, and that of a
 * client that has gone is closed while its handler still reads. Applies to routes that are registered afterwards.
 */
export function finishHandlers(app: FastifyInstance, clock: Clock): void {
  const running = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function tracked(request, reply) {
      const answered: unknown = handler.call(this, request, reply);
      if (!(answered instanceof Promise)) return answered;
      const ended: Promise<unknown> = answered.then(
        () => running.delete(ended),
        () => running.delete(ended),
      );
      running.add(ended);
      return answered;
    };
  });
  app.addHook('preClose', async () => {
    const over = new AbortController();
    const finish = async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    };
    await Promise.race([finish(), clock.wait(FINISH_MS, over.signal)]);
    over.abort();
  });
}
