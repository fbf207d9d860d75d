import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#platform/embedded/free-port.ts';
import { until } from '#tests/fixtures/eventually.ts';
import {
  addTraffic,
  createReport,
  readRun,
  reportOf,
  reportPath,
  requestRun,
} from '#tests/fixtures/report/rendering-under-test.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

/** A process that has not sent a heartbeat for a minute has ended; then the report is rendered. */
const WITHIN_MS = 180_000;

let server: ServerUnderTest;
let author: Browser;
let url: string;
let report: number;
const processes: ChildProcess[] = [];
const runs = (remaining = ''): string => reportPath(server, 'acme', `/${String(report)}/run${remaining}`);

beforeAll(async () => {
  const port = await freePort(0);
  url = `http://127.0.0.1:${String(port)}`;
  server = await openServer({ startsAt: Date.now(), publicUrl: url, webFolder: resolve('dist/web') });
  await server.app.listen({ host: '127.0.0.1', port });
  await addTraffic(server, 'acme', [12_345_678, 87_654_321]);
  const permissions = ['REPORT.write', 'PRIVATE.RESOURCE.write'] as const;
  await server.account({ username: 'author', permissions, customers: ['acme'] });
  author = await server.signedIn('author');
  report = await createReport(author, reportPath(server, 'acme'), 'Killed', reportOf('Plain words.'));
}, 120_000);
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await server.close();
});

async function startJobs(name: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../engine/jobs/main.ts'), {
    env: {
      ...process.env,
      ...server.stack.env,
      CONSOLE_URL: url,
      JOBS_NAME: name,
      HEALTH_PORT: String(await freePort(0)),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  processes.push(child);
  return child;
}

const parentOf = (pid: string): number => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(') ') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

/** Processes that another one has started, and those that these have (proc(5)). */
function descendants(pid: number): readonly number[] {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return own.flatMap((name) => [Number(name), ...descendants(Number(name))]);
}

const isRunning = (pid: number): boolean => existsSync(`/proc/${String(pid)}`);

describe('a process that is killed in the middle of a PDF', () => {
  it(
    'leaves no browser, and another one renders the report, once',
    async () => {
      const { id } = await requestRun(author, runs(), { format: 'pdf' });
      const first = await startJobs('first');
      let browsers: readonly number[] = [];
      await until('the browser is started', () => {
        browsers = descendants(first.pid!);
        return browsers.length > 2;
      });
      expect(await readRun(author, runs(`/${String(id)}`))).toMatchObject({ state: 'running' });
      const ended = once(first, 'exit');
      first.kill('SIGKILL');
      await ended;
      await until('its browser has ended', () => browsers.every((pid) => !isRunning(pid)));
      await Promise.all([startJobs('second'), startJobs('third')]);
      await until(
        'the report is rendered',
        async () => (await readRun(author, runs(`/${String(id)}`))).state === 'done',
        WITHIN_MS,
      );
      const { db } = server.stack;
      const row = await db
        .selectFrom('report_run')
        .select(['attempts', 'failure'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ attempts: 2, failure: null });
      const files = await db
        .selectFrom('report_file')
        .select(['kind', 'part'])
        .where('run_id', '=', id)
        .orderBy('kind')
        .execute();
      expect(files).toEqual([
        { kind: 'file', part: 0 },
        { kind: 'preview', part: 0 },
      ]);
      const file = await author.get(runs(`/${String(id)}/file`));
      expect(file.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
      expect(file.rawPayload.subarray(-6).toString('latin1')).toContain('%%EOF');
    },
    WITHIN_MS + 120_000,
  );
});
