import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { streams, type StreamDefinition } from '#schemas/bus/stream.ts';
import { fillLevel, listStreams, type StreamFill } from '#schemas/health/stream-fill.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { StreamRejections } from './stream-rejections.ts';

interface StreamFillNeeds {
  readonly bus: Pick<Bus, 'streamState'>;
  readonly rejections: StreamRejections;
  readonly letters: Pick<DroppedLetters, 'count'>;
}

/** Fill levels of the NATS streams, and the messages that they rejected. */
export function streamFillPlugin(app: FastifyInstance, { bus, rejections, letters }: StreamFillNeeds): void {
  const fillOf = async ({ name, discard }: StreamDefinition): Promise<StreamFill> => {
    const { bytes, messages, maxBytes } = await bus.streamState(name);
    const level = fillLevel(bytes, maxBytes);
    const dropped = name === streams.dead.name ? await letters.count() : 0;
    return {
      stream: name,
      messages,
      bytes,
      maxBytes,
      level,
      discard,
      dropped,
      alarm: rejections.alarmOf(name),
    };
  };
  const fills = async () => {
    try {
      return { streams: await Promise.all(Object.values(streams).map(fillOf)) };
    } catch (error) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause: error });
    }
  };
  serve(app, listStreams, fills);
}
