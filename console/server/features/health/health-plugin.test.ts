import fastify, { LogController } from 'fastify';
import { expect, it } from 'vitest';
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
  healthPlugin(app, { tiers, clock });
  const ready = () => app.inject('/health/ready');
  const toldOf = () => said.map((line) => (JSON.parse(line) as { tiers?: string[] }).tiers);
  return { clock, ready, toldOf, live: () => app.inject('/health/live') };
}
const never = () => new Promise<boolean>(() => undefined);
const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('the server is ready when every tier answers', async () => {
  const { ready } = serverOn({ postgres: () => Promise.resolve(true), nats: () => true });
  expect([(await ready()).statusCode, (await ready()).json()]).toMatchObject([200, { ready: true }]);
});

it('the tiers that say no or fail are named to the log, to whoever asks it is down', async () => {
  const { ready, live, toldOf } = serverOn({
    postgres: () => Promise.reject(new Error('refused')),
    nats: () => false,
    engine: () => true,
    clickhouse: () => {
      throw new Error('closed');
    },
  });
  const answer = await ready();
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false }]);
  expect(toldOf()).toEqual([['postgres', 'nats', 'clickhouse']]);
  expect((await live()).statusCode).toBe(200);
});

it('the log is told once, and again when it is over', async () => {
  let answering = false;
  const { ready, toldOf } = serverOn({ postgres: () => answering, nats: () => true });
  const down = await ready();
  expect([down.statusCode, down.json()]).toEqual([503, { ready: false }]);
  expect((await ready()).json()).toEqual({ ready: false });
  answering = true;
  const up = await ready();
  expect([up.statusCode, up.json()]).toEqual([200, { ready: true }]);
  expect(toldOf()).toEqual([['postgres'], undefined]);
});

it('a tier that has not answered after two seconds is named', async () => {
  const { ready, clock, toldOf } = serverOn({ postgres: () => true, clickhouse: never });
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
  expect((await answer).json()).toEqual({ ready: false });
  expect(toldOf()).toEqual([['clickhouse']]);
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
