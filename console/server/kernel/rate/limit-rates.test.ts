import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Route } from '#schemas/route.ts';
import { z } from 'zod';
import { handleProblems } from '../problem/problem-plugin.ts';
import { limitAddresses } from './limit-rates.ts';

const contract: Route = {
  method: 'GET',
  path: '/api/v1/cc/thing',
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'A thing',
  reply: z.strictObject({}),
};
const rates = { perAddress: 3, perVisitor: 100, perSession: 100, signInsPerAddress: 100 };

it('a client that exceeds its rate is logged once, with its address and without the query', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString());
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = pino({ level: 'warn' }, stream);
  const app = fastify({ loggerInstance });
  handleProblems(app);
  await limitAddresses(app, rates, 'sid');
  app.get(contract.path, { config: { contract } }, () => ({}));
  const request = (remoteAddress: string) =>
    app.inject({ method: 'GET', url: `${contract.path}?secret=1`, remoteAddress });
  for (let at = 0; at < 3; at += 1) expect((await request('192.0.2.1')).statusCode).toBe(200);
  expect(lines).toEqual([]);
  for (let at = 0; at < 5; at += 1) expect((await request('192.0.2.1')).statusCode).toBe(429);
  for (let at = 0; at < 4; at += 1) await request('192.0.2.2');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.map(({ msg, address, path }) => [msg, address, path])).toEqual(
    ['192.0.2.1', '192.0.2.2'].map((address) => ['request rate exceeded', address, contract.path]),
  );
  await app.close();
});
