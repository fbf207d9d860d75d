import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

/** Generating the document in the event loop takes seconds; handing it over takes little, also on a busy machine. */
const LONGEST_BLOCK_MS = 500;

it('the first request of the description of the interface by a visitor does not stop other requests', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.browser().get('/api/v1/openapi.json', { 'accept-encoding': 'gzip' }),
    ),
  );
  delay.disable();
  for (const { statusCode, headers, rawPayload } of responses) {
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(rawPayload.length).toBeLessThan(1_000_000);
  }
  expect(delay.max / 1_000_000).toBeLessThan(timeLimit(LONGEST_BLOCK_MS));
});
