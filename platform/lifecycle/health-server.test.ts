import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMetrics } from '../metrics/metrics.ts';
import { startHealthServer } from './health-server.ts';

let server: Awaited<ReturnType<typeof startHealthServer>>;
beforeAll(async () => {
  server = await startHealthServer({
    port: 0,
    metrics: openMetrics(),
    notReady: () => Promise.resolve([]),
  });
});
afterAll(() => {
  server.close();
});

const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = server;
    const sent = request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });

it.each(['localhost', '127.0.0.1:9100', '127.1.2.3', '[::1]:9100'])(
  'metrics are served to who addresses this machine as %s',
  async (host) => {
    expect(await statusFor(host)).toBe(200);
  },
);

it.each(['rebound.example.net', 'localhost.example.net', '127.0.0.1.example.net:9100', '192.0.2.1'])(
  'metrics are not served to a page whose name resolves to this machine: %s',
  async (host) => {
    expect(await statusFor(host)).toBe(421);
  },
);
