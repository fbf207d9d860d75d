import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { supervised } from '#platform/embedded/supervised.ts';
import { clickhouseLiveness } from '#platform/embedded/store-liveness.ts';
import { lineLog } from '#platform/log/log.ts';
import { migrations } from '#schemas/migrations/migrations.ts';

interface GuardedClickHouse {
  readonly clickhouse: ClickHouse;
  /** What it and its supervisor have logged. */
  readonly lines: readonly string[];
  /** A value of its metrics. */
  readonly figure: (name: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

const MAIN = new URL('../../../platform/embedded/clickhouse/main.ts', import.meta.url);

/** The embedded ClickHouse with the tables of the product, restarted whenever it ends, on the data of a folder. */
export async function startGuardedClickHouse(folder: string): Promise<GuardedClickHouse> {
  mkdirSync(join(folder, 'embedded'), { recursive: true });
  const lines: string[] = [];
  let url = '';
  let healthPort = 0;
  const ending = new AbortController();
  const running = await supervised({
    name: 'clickhouse',
    log: lineLog((line) => lines.push(line)),
    spawn() {
      const child = fork(MAIN, [], {
        env: {
          ...process.env,
          TELLTALE_DATA: folder,
          EMBEDDED_CLICKHOUSE_PORT: '0',
          UV_THREADPOOL_SIZE: '32',
        },
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
      child.on('message', (message: { kind?: string; url?: string; healthPort?: number; line?: string }) => {
        if (message.kind === 'listening') url = message.url ?? '';
        if (message.kind === 'alive') healthPort = message.healthPort ?? 0;
        if (message.kind === 'log') lines.push(message.line ?? '');
      });
      return child;
    },
    whenReady: (child, died) =>
      new Promise((resolve, reject) => {
        child.on('message', ({ kind }: { kind?: string }) => {
          if (kind === 'started') resolve();
        });
        died.addEventListener('abort', () => {
          reject(died.reason as Error);
        });
      }),
    liveness: { query: () => clickhouseLiveness(url)() },
  }).start(ending.signal);
  const clickhouse = openClickHouse(url);
  for (const { store, statements } of migrations)
    if (store === 'clickhouse') for (const statement of statements) await clickhouse.command(statement);
  return {
    clickhouse,
    lines,
    async figure(name) {
      const text = await (await fetch(`http://127.0.0.1:${String(healthPort)}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    async stop() {
      ending.abort();
      await clickhouse.close();
      await running?.stop?.();
    },
  };
}
