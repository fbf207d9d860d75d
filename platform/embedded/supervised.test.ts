import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { lineLog } from '#platform/log/log.ts';
import { supervised, type Supervision } from './supervised.ts';

/** Runs until it is killed. */
const LASTING = 'console.log("ready"); setInterval(() => {}, 1_000)';

interface Watched {
  readonly children: readonly ChildProcess[];
  readonly logged: readonly string[];
  readonly start: () => Promise<unknown>;
}

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** A process whose attempts run the given programs, one after the other; the last one is repeated. */
function watched(programs: readonly string[], options: Partial<Supervision> = {}): Watched {
  const children: ChildProcess[] = [];
  const logged: string[] = [];
  const stopping = new AbortController();
  const component = supervised({
    name: 'test',
    spawn() {
      const program = programs[Math.min(children.length, programs.length - 1)]!;
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
      children.push(child);
      return child;
    },
    async whenReady(child, died) {
      const failed = once(died, 'abort').then(() => {
        throw died.reason as Error;
      });
      await Promise.race([once(child.stdout!, 'data'), failed]);
    },
    log: lineLog((line) => {
      const { msg, restartMs } = JSON.parse(line) as { msg: string; restartMs?: number };
      logged.push(restartMs === undefined ? msg : `${msg}, restart in ${String(restartMs)} ms`);
    }),
    ...options,
  });
  ending.push(() => {
    stopping.abort();
    for (const child of children) child.kill('SIGKILL');
  });
  return { children, logged, start: () => component.start(stopping.signal) };
}

describe('the first start of a process', () => {
  it('is repeated with growing pauses when it fails, and each failure is logged', async () => {
    const { children, logged, start } = watched(['process.exit(1)', 'process.exit(1)', LASTING], {
      startAttempts: 3,
    });
    await start();
    expect(children).toHaveLength(3);
    expect(logged).toEqual([
      'child process ended, restart in 1000 ms',
      'child process ended, restart in 2000 ms',
    ]);
  });

  it.each([
    ['the last attempt failed', 1, 2, 'test ended with 1'],
    ['a repetition cannot help', 78, 1, 'test ended with 78'],
  ])('fails when %s', async (_, status, attempts, message) => {
    const { children, start } = watched([`process.exit(${String(status)})`], {
      startAttempts: 2,
      finalStatus: 78,
    });
    await expect(start()).rejects.toThrow(message);
    expect(children).toHaveLength(attempts);
  });
});

it('a process that is stopped and does not respond is killed and started again', async () => {
  const { children, logged, start } = watched([LASTING], {
    liveness: {
      // A stopped process has no state but T (proc(5)).
      query: async () => {
        const status = await readFile(`/proc/${String(children.at(-1)?.pid)}/stat`, 'latin1');
        if (/\) T /.test(status)) throw new Error('stopped');
      },
      options: { periodMs: 20, timeoutMs: 1_000, failures: 3 },
    },
  });
  await start();
  children[0]!.kill('SIGSTOP');
  await once(children[0]!, 'exit');
  await expect.poll(() => children.length).toBe(2);
  expect(logged).toContain('child process unresponsive');
});
