import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { traceTo, type TestTracing } from '#tests/fixtures/tracing/trace-to.ts';
import { openTraceReceiver, type TraceReceiver } from '#tests/fixtures/tracing/trace-receiver.ts';

/** A client that wants to be sampled. */
const TRACE = 'f'.repeat(32);

let receiver: TraceReceiver;
let tracing: TestTracing;
let server: ServerUnderTest;

beforeAll(async () => {
  receiver = await openTraceReceiver();
  tracing = await traceTo(receiver.url);
  server = await openServer();
  await server.account({ username: 'reader', permissions: ['SUPPORT.COLLECT.read', 'USER.write'] });
});
afterAll(async () => {
  await server.close();
  await tracing.end();
  await receiver.close();
});

it('a request is a span with its statements of PostgreSQL and ClickHouse below it, without paths, values and secrets', async () => {
  const reader = await server.signedIn('reader');
  const traceparent = `00-${TRACE}-${'e'.repeat(16)}-01`;
  const exporters = await reader.get('/api/v1/mt/monitoring-collect/exporter?period=1h', { traceparent });
  expect(exporters.statusCode).toBe(200);
  const rejected = await reader.send('POST', '/api/v1/mt/user', { body: { username: 'a-name-of-a-user' } });
  await tracing.end();
  const { spans } = receiver;
  const of = ({ headers }: typeof rejected) =>
    spans.find(({ facts }) => facts['telltale.request.id'] === headers['x-request-id']);
  const request = of(exporters);
  expect(request).toMatchObject({
    name: 'GET /api/v1/mt/monitoring-collect/exporter',
    parent: undefined,
    facts: { 'http.response.status_code': 200 },
  });
  expect(request?.trace).not.toBe(TRACE);
  const below = spans.filter(({ trace, id }) => trace === request?.trace && id !== request.id);
  expect(new Set(below.map(({ parent }) => parent))).toEqual(new Set([request?.id]));
  const systems = new Set(below.map(({ facts }) => facts['db.system.name']));
  expect(systems).toEqual(new Set(['postgresql', 'clickhouse']));
  // Also what runs after the body has arrived.
  expect(of(rejected)).toMatchObject({
    name: 'POST /api/v1/mt/user',
    facts: { 'http.response.status_code': rejected.statusCode },
  });
  expect(JSON.stringify(spans)).not.toMatch(/a-name-of-a-user|right horse|period/);
});
