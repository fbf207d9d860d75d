import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { handleProblems } from '../problem/problem-plugin.ts';
import { serve } from './serve.ts';
import { untilClosed } from './until-closed.ts';

const contract: Route = {
  method: 'GET',
  path: '/thing',
  scope: 'none',
  needs: 'anonymous',
  summary: 'A thing',
  reply: z.strictObject({}),
};

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** Lines of a server whose handler fails once the caller has closed the connection. */
async function linesOf(handler: (signal: AbortSignal) => Promise<object>): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  const app = fastify({ logger: { level: 'debug', stream } });
  handleProblems(app);
  const ran = Promise.withResolvers<void>();
  app.addHook('onError', async () => ran.resolve());
  const started = Promise.withResolvers<void>();
  serve(app, contract, async ({ reply }) => {
    const signal = untilClosed(reply);
    started.resolve();
    await once(signal, 'abort');
    return await handler(signal);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /thing HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await started.promise;
  socket.destroy();
  await ran.promise;
  await app.close();
  return lines;
}

it('a read that ended since its caller closed the connection is no error of the server', async () => {
  const lines = await linesOf(async (signal) => {
    signal.throwIfAborted();
    return {};
  });
  expect(lines.find(({ msg }) => msg === 'request aborted')?.level).toBe(20);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});
