import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { fillLevel, readHealth } from '#schemas/health/stream-fill.ts';
import type { StreamFill } from '#schemas/health/stream-fill.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

/** How full the streams are, as NATS says at the moment. */
export function streamFillPlugin(
  app: FastifyInstance,
  { bus }: { readonly bus: Pick<Bus, 'streamState'> },
): void {
  const fillOf = async ({ name, maxBytes, discard }: StreamDefinition): Promise<StreamFill> => {
    const { bytes, messages } = await bus.streamState(name);
    return { stream: name, messages, bytes, maxBytes, level: fillLevel(bytes, maxBytes), discard };
  };
  serve(app, readHealth, async () => {
    try {
      return { streams: await Promise.all(Object.values(streams).map(fillOf)) };
    } catch (error) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause: error });
    }
  });
}
