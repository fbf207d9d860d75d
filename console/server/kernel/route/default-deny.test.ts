import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { denyByDefault } from './default-deny.ts';
import { serve } from './serve.ts';

const contract: Route = {
  method: 'GET',
  path: '/api/v1/cc/thing',
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'A thing',
  reply: z.strictObject({}),
};

async function boot(add: (app: FastifyInstance) => void): Promise<string> {
  const app = fastify();
  denyByDefault(app);
  add(app);
  try {
    await app.ready();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await app.close();
  }
}
const served = (changed: object): Promise<string> =>
  boot((app) => {
    serve(app, { ...contract, ...changed }, () => ({}));
  });

describe('the boot', () => {
  it('starts when every route has a contract or a declared reason to go without', async () => {
    expect(await served({})).toBe('started');
    const health = { config: { outsideContracts: 'health' as const } };
    expect(await boot((app) => app.get('/health/live', health, () => ({})))).toBe('started');
  });

  it('stops at a route without a contract, in a plugin as well', async () => {
    const fault = await boot((app) => {
      void app.register((scope, _options, done) => {
        scope.post('/api/v1/open', () => ({}));
        done();
      });
    });
    expect(fault).toBe('POST /api/v1/open has no contract: serve it through kernel/route');
  });

  it.each([
    ['no permission', { needs: undefined }],
    ['a permission that is not in the catalogue', { needs: 'ALERTS.read' }],
    ['an empty permission', { needs: '' }],
  ])('stops at a contract with %s', async (_, changed) => {
    expect(await served(changed)).toBe('GET /api/v1/cc/thing states no permission of the catalogue');
  });

  it.each([[{ scope: undefined }], [{ scope: 'everything' }]])(
    'stops at a contract with %j',
    async (changed) => {
      expect(await served(changed)).toBe('GET /api/v1/cc/thing states no scope');
    },
  );
});
