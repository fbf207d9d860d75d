import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics/metrics.ts';

interface Health {
  /** 0 selects a free port. Always on loopback. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Names of the components that are not ready. */
  readonly notReady: () => Promise<readonly string[]>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function reply(path: string, { metrics, notReady }: Health): Promise<Reply> {
  const json = (status: number, value: unknown): Reply => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  });
  if (path === '/health/live') return json(200, { live: true });
  if (path === '/metrics') return { status: 200, type: metrics.contentType, body: await metrics.text() };
  if (path !== '/health/ready') return json(404, { error: 'not found' });
  const waitingFor = await notReady();
  return json(waitingFor.length === 0 ? 200 : 503, { ready: waitingFor.length === 0, waitingFor });
}

/** A page whose own name resolves to this machine (DNS rebinding) sends that name. */
const isLoopback = (host = ''): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

/** `/health/live`, `/health/ready` and `/metrics`. */
export async function startHealthServer(
  health: Health,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      if (!isLoopback(request.headers.host)) {
        response.writeHead(421).end();
        return;
      }
      const { status, type, body } = await reply(request.url ?? '/', health);
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    respond().catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(health.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
