import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'telltale-lifecycle-'));
const source = (path: string): string => new URL(path, import.meta.url).href;
const program = join(folder, 'program.ts');
writeFileSync(
  program,
  `import { runProcess } from '${source('./run-process.ts')}';
import { startEach } from '${source('./start-each.ts')}';
import { silentLog } from '${source('../log/log.ts')}';
import { openMetrics } from '${source('../metrics/metrics.ts')}';
const say = (word: string) => process.stdout.write(word + '\\n');
const inner = { name: 'inner', async start() { say('start inner'); return { stop: async () => { say('stop inner'); } }; } };
const waiting = { name: 'waiting', start: (signal) => new Promise((_, reject) => {
  say('wait');
  signal.addEventListener('abort', () => reject(signal.reason));
}) };
const metrics = openMetrics();
metrics.counter({ name: 'telltale_test_total', help: 'Nothing.' }).inc(3);
let ready = false;
setTimeout(() => { ready = true; }, 100);
await runProcess({
  name: 'test', log: silentLog, metrics, healthPort: 0,
  components: [
    { name: 'first', async start(signal) { say('start first'); signal.addEventListener('abort', () => say('abort first')); return { stop: async () => { say('stop first'); } }; } },
    { name: 'second', async start() { if (process.env.FAIL) throw new Error('no'); say('start second'); return { ready: () => ready, stop: async () => { say('stop second'); } }; } },
    ...(process.env.WAIT ? [{ name: 'third', start: (signal) => startEach([inner, waiting], signal) }] : []),
  ],
});
`,
);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function started(child: ChildProcess): Promise<{ port: number; said: () => string }> {
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const port = await new Promise<number>((resolve) => {
    child.on('message', ({ kind, healthPort }: { kind: string; healthPort: number }) => {
      if (kind === 'started') resolve(healthPort);
    });
  });
  return { port, said: () => said };
}

const launch = (env: Record<string, string> = {}): ChildProcess =>
  fork(program, [], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });

describe('a process', () => {
  it('starts its components in order and drains them in reverse', async () => {
    const child = launch();
    const { said } = await started(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said().trim().split('\n')).toEqual([
      'start first',
      'start second',
      'stop second',
      'abort first',
      'stop first',
    ]);
  });

  it('reports liveness, readiness and metrics', async () => {
    const child = launch();
    const { port } = await started(child);
    const get = async (path: string): Promise<Response> => fetch(`http://127.0.0.1:${String(port)}${path}`);
    expect((await get('/health/live')).status).toBe(200);
    const early = await get('/health/ready');
    if (early.status === 503) expect(await early.json()).toEqual({ ready: false, waitingFor: ['second'] });
    await expect.poll(async () => (await get('/health/ready')).status, { timeout: 10_000 }).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('telltale_test_total 3');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('drains when its parent dies', async () => {
    const child = launch();
    const { said } = await started(child);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said()).toContain('stop first');
  });

  it('drains when its parent closes its standard input', async () => {
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TELLTALE_STOP_WITH_STDIN: '1' },
    });
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(first.toString()).toContain('start first');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('that is stopped while a component starts stops the parts of it that already work', async () => {
    const child = launch({ WAIT: '1' });
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect.poll(() => said).toContain('wait');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said.trim().split('\n').slice(2)).toEqual([
      'start inner',
      'wait',
      'stop inner',
      'stop second',
      'abort first',
      'stop first',
    ]);
  });

  it('exits with 1 when a component fails to start, and stops the others', async () => {
    const child = launch({ FAIL: '1' });
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said).toContain('stop first');
  });
});
