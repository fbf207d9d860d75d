import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isOffered } from '#schemas/menu/route-modules.ts';
import type { Route } from '#schemas/route.ts';
import { eventLog } from '../http/event-log.ts';
import { authorizeCall, callOf, type RouteCall } from './serve.ts';

type StreamRoute = Route & { readonly stream: 'application/x-ndjson' };

/** Arguments of a handler of a stream. */
export interface StreamCall<R extends Route> extends RouteCall<R> {
  /** Aborts when the caller closes the connection. */
  readonly signal: AbortSignal;
  /** Sends a line, and waits while the caller reads slower than lines are made. */
  readonly send: (line: z.input<R['reply']>) => Promise<void>;
  /** Sends a line that is JSON already, as callers share it. */
  readonly sendJson: (line: string) => Promise<void>;
}

export interface StreamHandler<R extends Route, Known> {
  /** Runs before the reply begins: its problem is the reply, as of other routes. */
  readonly before: (call: RouteCall<R>) => Promise<Known> | Known;
  readonly handle: (call: StreamCall<R>, known: Known) => Promise<void>;
}

/**
 * Serves a route whose reply is a stream of lines of JSON. A failure of the handler ends the connection. Lines are sent as they are: their
 * schema has no codec, and going through tens of thousands of values would take longer than reading them.
 */
export function serveStream<const R extends StreamRoute, Known>(
  app: FastifyInstance,
  contract: R,
  { before, handle }: StreamHandler<R, Known>,
): void {
  if (!isOffered(contract, app.modules)) return;
  app.route({
    method: contract.method,
    url: contract.path,
    config: { contract },
    ...(contract.bodyLimit === undefined ? {} : { bodyLimit: contract.bodyLimit }),
    onRequest: async (request) => {
      await Promise.resolve(authorizeCall(app, contract, request));
    },
    handler: async (request, reply) => {
      const call = callOf(contract, request, reply);
      const known = await before(call);
      const lines = new PassThrough();
      const closing = new AbortController();
      const { signal } = closing;
      lines.once('close', () => {
        closing.abort(new Error('the connection was closed'));
      });
      const sendJson = async (line: string): Promise<void> => {
        if (signal.aborted || lines.write(`${line}\n`)) return;
        await once(lines, 'drain', { signal }).catch(() => undefined);
      };
      const send = (line: z.input<R['reply']>): Promise<void> => sendJson(JSON.stringify(line));
      handle({ ...call, signal, send, sendJson }, known).then(
        () => lines.end(),
        (error: unknown) => {
          if (signal.aborted) eventLog(request).debug({ err: error }, 'request aborted');
          else eventLog(request).error({ err: error }, 'request failed');
          lines.destroy();
        },
      );
      // Otherwise a proxy collects the lines.
      void reply.header('x-accel-buffering', 'no');
      return reply.type(`${contract.stream}; charset=utf-8`).send(lines);
    },
  });
}
