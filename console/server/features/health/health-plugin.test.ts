import fastify, { LogController } from 'fastify';
import { expect, it } from 'vitest';
import type { FastifyRequest } from 'fastify';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { healthPlugin } from './health-plugin.ts';
import type { Tiers } from './health-plugin.ts';

function serverOn(tiers: Tiers) {
  const clock = new ManualClock();
  const said: string[] = [];
  const app = fastify({
    logger: { level: 'info', stream: { write: (line) => void said.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.addHook('onRequest', (request, _, done) => {
    // Who comes with this header has a session here.
    if (request.headers['x-signed-in'] !== undefined) request.caller = { id: 1 } as FastifyRequest['caller'];
    done();
  });
  healthPlugin(app, { tiers, clock });
  const ready = (headers = { 'x-signed-in': 'yes' }) => app.inject({ url: '/health/ready', headers });
  const anybody = () => app.inject('/health/ready');
  const toldOf = () => said.map((line) => (JSON.parse(line) as { tiers?: string[] }).tiers);
  return { clock, ready, anybody, toldOf, live: () => app.inject('/health/live') };
}
const never = () => new Promise<boolean>(() => undefined);
const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('the server is ready when every tier answers', async () => {
  const { ready } = serverOn({ postgres: () => Promise.resolve(true), nats: () => true });
  expect([(await ready()).statusCode, (await ready()).json()]).toMatchObject([200, { ready: true }]);
});

it('the tiers that say no or fail are named to who is signed in', async () => {
  const { ready, live } = serverOn({
    postgres: () => Promise.reject(new Error('refused')),
    nats: () => false,
    engine: () => true,
    clickhouse: () => {
      throw new Error('closed');
    },
  });
  const answer = await ready();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    { code: 'UNAVAILABLE', ready: false, waitingFor: ['postgres', 'nats', 'clickhouse'] },
  ]);
  expect((await live()).statusCode).toBe(200);
});

it('anybody learns up or down and nothing of the inside, the log the tiers, once', async () => {
  let answering = false;
  const { anybody, toldOf } = serverOn({ postgres: () => answering, nats: () => true });
  const down = await anybody();
  expect([down.statusCode, down.json()]).toEqual([503, { ready: false }]);
  expect((await anybody()).json()).toEqual({ ready: false });
  answering = true;
  const up = await anybody();
  expect([up.statusCode, up.json()]).toEqual([200, { ready: true }]);
  expect(toldOf()).toEqual([['postgres'], undefined]);
});

it('a tier that has not answered after two seconds is named', async () => {
  const { ready, clock } = serverOn({ postgres: () => true, clickhouse: never });
  const answer = ready();
  let done = false;
  void answer.then(() => {
    done = true;
  });
  await turns();
  await clock.advance(1_999);
  await turns();
  expect(done).toBe(false);
  await clock.advance(1);
  expect((await answer).json()).toMatchObject({ waitingFor: ['clickhouse'] });
});

it('a tier that does not answer is asked one question, however often health is, and again after a while', async () => {
  let asked = 0;
  const answers: ((ready: boolean) => void)[] = [];
  const { ready, clock } = serverOn({
    postgres: () =>
      new Promise((resolve) => {
        asked += 1;
        answers.push(resolve);
      }),
  });
  const many = [ready(), ready(), ready()];
  await turns();
  await clock.advance(2_000);
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(asked).toBe(1);
  await clock.advance(31_000);
  const again = ready();
  await turns();
  expect(asked).toBe(2);
  answers[1]!(true);
  expect((await again).statusCode).toBe(200);
});
