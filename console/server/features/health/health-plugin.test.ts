import fastify, { LogController } from 'fastify';
import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { healthPlugin } from './health-plugin.ts';
import type { Tiers } from './tier-watch.ts';

function serverOn(tiers: Tiers) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const app = fastify({
    logger: { level: 'info', stream: { write: (line) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  healthPlugin(app, { tiers, clock });
  const ready = () => app.inject('/health/ready');
  const loggedTiers = () => lines.map((line) => (JSON.parse(line) as { tiers?: string[] }).tiers);
  return { clock, ready, loggedTiers, live: () => app.inject('/health/live') };
}
const START = '1970-01-01T00:00:00.000Z';
const never = () => new Promise<boolean>(() => undefined);
const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('the server is ready when every tier responds', async () => {
  const { ready } = serverOn({ postgres: () => Promise.resolve(true), nats: () => true });
  expect([(await ready()).statusCode, (await ready()).json()]).toMatchObject([200, { ready: true }]);
});

it('the response and the log name the tiers that are down, the response since when and without a reason', async () => {
  const { ready, live, loggedTiers } = serverOn({
    postgres: () => Promise.reject(new Error('rejected')),
    nats: () => false,
    engine: () => true,
    clickhouse: () => {
      throw new Error('closed');
    },
  });
  const response = await ready();
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { ready: false, down: ['postgres', 'nats', 'clickhouse'].map((tier) => ({ tier, since: START })) },
  ]);
  expect(loggedTiers()).toEqual([['postgres', 'nats', 'clickhouse']]);
  expect((await live()).statusCode).toBe(200);
});

it('tables that cannot be read are named', async () => {
  const { ready } = serverOn({ clickhouse: () => true, tables: () => ['flows', 'samples'] });
  const response = await ready();
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { ready: false, down: [{ tier: 'tables', since: START, tables: ['flows', 'samples'] }] },
  ]);
});

it('a tier that is down is logged once, down since the first failed check, and logged once more when it is ready again', async () => {
  let responding = false;
  const { ready, loggedTiers, clock } = serverOn({ postgres: () => responding, nats: () => true });
  const since = { ready: false, down: [{ tier: 'postgres', since: START }] };
  expect((await ready()).json()).toEqual(since);
  await clock.advance(60_000);
  expect((await ready()).json()).toEqual(since);
  responding = true;
  const up = await ready();
  expect([up.statusCode, up.json()]).toEqual([200, { ready: true }]);
  expect(loggedTiers()).toEqual([['postgres'], undefined]);
});

it('a tier that has not responded after two seconds is logged', async () => {
  const { ready, clock, loggedTiers } = serverOn({ postgres: () => true, clickhouse: never });
  const response = ready();
  let done = false;
  void response.then(() => {
    done = true;
  });
  await turns();
  await clock.advance(1_999);
  await turns();
  expect(done).toBe(false);
  await clock.advance(1);
  expect((await response).json()).toMatchObject({ ready: false, down: [{ tier: 'clickhouse' }] });
  expect(loggedTiers()).toEqual([['clickhouse']]);
});

it('concurrent health requests share one check of a tier, which is repeated after it expires', async () => {
  let requested = 0;
  const responses: ((ready: boolean) => void)[] = [];
  const { ready, clock } = serverOn({
    postgres: () =>
      new Promise((resolve) => {
        requested += 1;
        responses.push(resolve);
      }),
  });
  const many = [ready(), ready(), ready()];
  await turns();
  await clock.advance(2_000);
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(requested).toBe(1);
  await clock.advance(31_000);
  const again = ready();
  await turns();
  expect(requested).toBe(2);
  responses[1]!(true);
  expect((await again).statusCode).toBe(200);
});
