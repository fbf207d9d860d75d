import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOf } from '../harness/process-cpu.ts';
import type { RunningCollector } from './interleaved.ts';

async function publishedRows(healthPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${String(healthPort)}/metrics`)).text();
  return Number(/^telltale_collector_published_rows_total\{stream="flows"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/**
 * Starts our collector process with a real nats-server; `env` names the stores. A record counts as received once the
 * stream has stored it.
 */
export async function startCollector(env: Readonly<Record<string, string>>): Promise<RunningCollector> {
  const main = new URL('../../ingest/flow/main.ts', import.meta.url);
  const child = fork(main, [], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      HEALTH_PORT: '0',
      NETFLOW_PORT: '0',
      IPFIX_PORT: '0',
      SFLOW_PORT: '0',
      ...env,
    },
  });
  const reported = await new Promise<{ port: number; healthPort: number }>((resolve) => {
    let port = 0;
    child.on('message', (message: { kind: string; ports?: number[]; healthPort?: number }) => {
      if (message.kind === 'ports') port = message.ports?.[0] ?? 0;
      if (message.kind === 'started') resolve({ port, healthPort: message.healthPort ?? 0 });
    });
  });
  return {
    name: 'ours',
    port: reported.port,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    async stop() {
      const arrived = await publishedRows(reported.healthPort);
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      return arrived;
    },
  };
}
