import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { finishHandlers } from './finish-handlers.ts';

it('a handler ends before the app is closed, also when its client has gone', async () => {
  const app = fastify();
  finishHandlers(app, systemClock);
  const events: string[] = [];
  const [began, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/slow', async () => {
    began.resolve();
    await resumed.promise;
    events.push('handler ended');
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await began.promise;
  const deleted = once(client, 'close');
  client.destroy();
  await deleted;
  const closed = app.close().then(() => events.push('app closed'));
  setImmediate(resumed.resolve);
  await closed;
  expect(events).toEqual(['handler ended', 'app closed']);
});

it('a request that is still in its hooks ends before the app is closed', async () => {
  const app = fastify();
  finishHandlers(app, systemClock);
  const events: string[] = [];
  const [began, identified] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.addHook('onRequest', async () => {
    began.resolve();
    await identified.promise;
    events.push('hook ended');
  });
  app.get('/', () => Promise.resolve({}));
  const response = app.inject({ method: 'GET', url: '/' });
  await began.promise;
  const closed = app.close().then(() => events.push('app closed'));
  setImmediate(identified.resolve);
  await Promise.all([response, closed]);
  expect(events).toEqual(['hook ended', 'app closed']);
});

it('a handler that does not end holds up the stop for seconds only', async () => {
  const app = fastify();
  const waits: number[] = [];
  const clock = {
    ...systemClock,
    wait: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  finishHandlers(app, clock);
  app.get('/stuck', () => new Promise(() => undefined));
  void app.inject({ method: 'GET', url: '/stuck' });
  await app.ready();
  await new Promise((resolve) => setImmediate(resolve));
  await app.close();
  expect(waits).toEqual([2_000]);
});
