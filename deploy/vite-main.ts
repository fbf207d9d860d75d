/** The console from its sources, with hot reload; all other requests go to the server at the given address. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { port } from '#platform/env/variable.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { createServer } from 'vite';

const { HOST, HEALTH_PORT, LOG_LEVEL, VITE_PORT } = configure(
  z.object({
    HOST: standard.HOST,
    HEALTH_PORT: standard.HEALTH_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
    VITE_PORT: port(5_173),
  }),
);
const target = process.argv[2] ?? 'http://127.0.0.1:8080';

const vite: Component = {
  name: 'vite',
  async start() {
    const server = await createServer({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      // Keeps the host: the server compares it with the origin of each request.
      server: {
        host: HOST,
        port: VITE_PORT,
        proxy: {
          '/api': { target, changeOrigin: false },
          '/health': { target, changeOrigin: false },
          '/socket.io': { target, changeOrigin: false, ws: true },
        },
      },
      clearScreen: false,
      logLevel: 'warn',
    });
    await server.listen();
    sendToParent({
      kind: 'listening',
      name: 'vite',
      url: server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0] ?? '',
    });
    return { stop: () => server.close() };
  },
};

await runProcess({
  name: 'vite',
  components: [vite],
  log: openLog('vite', LOG_LEVEL),
  metrics: openMetrics(),
  healthPort: HEALTH_PORT,
});
