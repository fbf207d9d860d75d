import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, processesOf, start, type StartedProcess } from '../../fixtures/process/start-process.ts';
import { signIn, type Client } from '../account/start-session.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

/** A busy machine at half its processor has taken two minutes. */
const START_MS = 900_000;
/** Levels below a warning, by name and by number. */
const QUIET: ReadonlySet<number | string> = new Set(['trace', 'debug', 'info', 10, 20, 30]);
const PASSWORD = 'first-administrator-of-a-test';
const data = mkdtempSync(join(tmpdir(), 'telltale-start-'));
const network = ['--customers', '3', '--sites', '12', '--flows-per-second', '50'];
let env: Readonly<Record<string, string>>;
let origin: string;
let running: StartedProcess;
let admin: Client;

beforeAll(async () => {
  env = {
    ...(await freePorts()),
    TELLTALE_DATA: data,
    TELLTALE_ADMIN_PASSWORD: PASSWORD,
    HISTORY_DAYS: '1',
    WINDOW_SECONDS: '3',
    WINDOW_LATENESS_SECONDS: '1',
    POLL_INTERVAL_SECONDS: '1',
    WRITER_SPARSE_MS: '1000',
  };
  origin = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  running = start(network, env);
  await running.line(/^Telltale is ready: /);
}, START_MS);

afterAll(() => {
  running.child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** Warnings and errors that any process has logged since a time. */
function loudLines(sinceMs: number): readonly string[] {
  const folder = join(data, 'log');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => {
        if (!line.startsWith('{')) return line.trim() !== '';
        const { level, time } = JSON.parse(line) as { level: number | string; time: number | string };
        return new Date(time).getTime() >= sinceMs && !QUIET.has(level);
      })
      .map((line) => `${name}: ${line}`),
  );
}

describe('npm start', () => {
  it('prints its address in one line when every tier is ready', async () => {
    expect(running.lines.filter((line) => line.includes(origin))).toEqual([`Telltale is ready: ${origin}`]);
    // A busy machine may respond later than a check waits for.
    await expect
      .poll(async () => (await fetch(`${origin}/health/ready`)).json() as Promise<unknown>)
      .toEqual({ ready: true });
  });

  it('makes an administrator and the accounts of the demonstration', async () => {
    admin = await signIn(origin, 'admin', PASSWORD);
    const session = (await (await admin.get('/api/v1/session')).json()) as { customers: { name: string }[] };
    expect(session.customers).toHaveLength(3);
    const user = await signIn(origin, 'boreval', 'telltale-demo-boreval');
    const own = (await (await user.get('/api/v1/session')).json()) as { customers: { clientId: string }[] };
    expect(own.customers.map(({ clientId }) => clientId)).toEqual(['boreval']);
    expect(running.lines.some((line) => line.includes('boreval / telltale-demo-boreval'))).toBe(true);
    expect(running.lines.join('\n')).not.toContain(PASSWORD);
  });

  atNight(
    'raises alarms from real polls of its demonstration network',
    async () => {
      const running = async (): Promise<number> => {
        const response = await admin.get('/api/v1/cc/alert');
        const { nbCritical, nbWarning } = (await response.json()) as Record<
          'nbCritical' | 'nbWarning',
          number
        >;
        return nbCritical + nbWarning;
      };
      await until('an alarm runs', async () => (await running()) > 0, 90_000);
      expect(await running()).toBeLessThan(100);
    },
    100_000,
  );

  atNight('brings a network file in by REST, faults with line and path', async () => {
    const send = (text: string, query = '') =>
      admin.send('POST', `/api/v1/mt/inventory/import${query}`, text, 'application/yaml');
    const rejected = await send('customers:\n  - clientId: acme\n    nome: Acme\n');
    expect(rejected.status).toBe(400);
    expect(await rejected.json()).toMatchObject({ code: 'NETWORK_FILE_INVALID', params: { line: 2 } });
    const done = await send('customers:\n  - { clientId: acme, name: Acme }\n', '?dryRun=true');
    expect(await done.json()).toMatchObject({
      applied: false,
      difference: { counts: { customer: { added: 1 } } },
    });
  });

  atNight(
    'rejects a second start on the same data in one line, which names the folder and the process',
    async () => {
      const second = start(network, { ...env, ...(await freePorts()) });
      expect(await second.ended).toBe(1);
      expect(second.lines).toEqual([
        `Telltale is already running: ${data} is in use by process ${String(running.child.pid)}. Stop it, or set TELLTALE_DATA to another folder.`,
      ]);
    },
  );

  it('stops everything within 10 s of Ctrl-C', async () => {
    const requested = Date.now();
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
    expect(Date.now() - requested).toBeLessThan(timeLimit(10_000));
    expect(processesOf(data)).toEqual([]);
    expect(loudLines(requested)).toEqual([]);
  });

  atNight(
    'starts again on existing data, and leaves nothing behind when it is killed',
    async () => {
      running = start(network, env);
      await running.line(/^Telltale is ready: /);
      expect(running.lines.some((line) => line.includes('First administrator'))).toBe(false);
      running.child.kill('SIGKILL');
      await until('every process has ended', () => processesOf(data).length === 0);
    },
    START_MS,
  );
});
