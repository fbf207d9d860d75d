import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { performance } from 'node:perf_hooks';
import type { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { readHealth } from '#schemas/health/routes.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { startKilledProduct, type KilledProduct, type RunningTier } from '../server/killed-product.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

type HealthReply = z.output<typeof readHealth.reply>;
type Component = HealthReply['components'][number];

/** Requests of a user are limited. */
const READ_MS = 500;
let product: KilledProduct;
const cookies = new Map<string, string>();

async function call(path: string, body?: object): Promise<Response> {
  const response = await fetch(`${product.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      origin: product.origin,
      'content-type': 'application/json',
      'x-csrf-token': cookies.get('X-CSRF-Token') ?? '',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return response;
}

/** The component as the page reads it; undefined while nothing replies. */
async function componentOf(id: string): Promise<Component | undefined> {
  await systemClock.wait(READ_MS);
  try {
    const response = await call('/api/v1/mt/health');
    const { components } = (await response.json()) as HealthReply;
    return components.find((one) => one.id === id);
  } catch {
    return undefined;
  }
}

/** Waits for a reason and returns the seconds that it took. */
async function secondsUntil(id: string, codes: readonly string[], limitMs: number): Promise<number> {
  const startedMs = performance.now();
  await until(
    `${id} is ${codes.join(' or ')}`,
    async () => codes.includes((await componentOf(id))?.reason.code ?? ''),
    limitMs,
  );
  return (performance.now() - startedMs) / 1_000;
}

beforeAll(async () => {
  product = await startKilledProduct(10);
  await call('/api/v1/authProviders');
  const credentials = { username: 'admin', password: 'an-administrator-of-a-test' };
  const { status } = await call('/api/v1/internalLogin', credentials);
  if (status !== 200) throw new Error(`the sign-in ended with ${String(status)}`);
  await secondsUntil('processes.writer', ['running'], 60_000);
}, 300_000);
afterAll(async () => {
  await product.stop();
});

/** Ten seconds on a machine of its own. */
const shownMs = timeLimit(10_000);

describe('a process that is killed', () => {
  it.each<RunningTier>(['collector', 'writer', 'engine'])(
    '%s shows within ten seconds, is started again, and its crash is counted once',
    async (tier) => {
      const id = `processes.${tier}`;
      const before = await componentOf(id);
      process.kill(product.pidOf(tier)!, 'SIGKILL');
      await secondsUntil(id, ['silent', 'restarted', 'waitsFor'], shownMs);
      await secondsUntil(id, ['restarted'], MINUTE_MS);
      const after = await componentOf(id);
      expect(after?.figures.crashes).toBe((before?.figures.crashes ?? 0) + 1);
      expect(after?.state).toBe('warning');
    },
    3 * MINUTE_MS,
  );

  it(
    'server counts its own crash when it is back, and remembers since when the others run',
    async () => {
      const before = await componentOf('stores.nats');
      process.kill(product.pidOf('server')!, 'SIGKILL');
      expect(await secondsUntil('processes.server', ['restarted'], 2 * MINUTE_MS)).toBeGreaterThan(0);
      await until(
        'the past is read',
        async () => (await componentOf('stores.nats'))?.since === before?.since,
        MINUTE_MS,
      );
    },
    4 * MINUTE_MS,
  );
});

describe('a store that stops', () => {
  it.each<[RunningTier, string]>([
    ['postgres', 'stores.postgres'],
    ['clickhouse', 'stores.clickhouse'],
    ['nats', 'stores.nats'],
  ])(
    '%s shows within ten seconds on a page that continues to work, and its return too',
    async (tier, id) => {
      await secondsUntil(id, ['responding', 'storeSlow'], MINUTE_MS);
      const pid = product.pidOf(tier)!;
      process.kill(pid, 'SIGSTOP');
      try {
        expect(await secondsUntil(id, ['storeDown'], shownMs)).toBeLessThan(shownMs / 1_000);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await secondsUntil(id, ['responding', 'storeSlow'], 2 * MINUTE_MS);
    },
    4 * MINUTE_MS,
  );
});
