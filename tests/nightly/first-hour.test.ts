import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, processesOf } from '#tests/fixtures/process/start-process.ts';
import { anyUdpPort } from '#tests/fixtures/snmp/udp-port.ts';
import { openBrowser, openPage } from '../screens/support/browser.ts';
import { shot } from '../screens/support/shot.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const document = readFileSync(join(ROOT, 'docs/01-first-hour.md'), 'utf8');
/** The commands of the page in its order, each block with the heading above it. */
const blocks = document.split(/^#{2,3} /m).flatMap((section) => {
  const heading = section.split('\n', 1)[0] ?? '';
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = '']) => ({ heading, commands }));
});
const PASSWORD = /TELLTALE_ADMIN_PASSWORD:-([^}]+)/.exec(document)?.[1] ?? '';

/** One shell, as the page says, which takes files with commands and says when each is done. */
const SHELL = 'set -e; while read -r file <&3; do . "$file"; echo "finished $file"; done';
const lab = mkdtempSync(join(tmpdir(), 'telltale-first-hour-'));
const said: string[] = [];
let shell: ChildProcess;
let ports: Readonly<Record<string, string>>;
let browser: Browser;
let page: Page;

/** Runs the commands below a heading. Fails with everything said when one of them does. */
async function follow(heading: string): Promise<void> {
  const commands = blocks.filter((block) => block.heading === heading);
  if (commands.length === 0) throw new Error(`the page has no commands below “${heading}”`);
  for (const [at, block] of commands.entries()) {
    const file = join(lab, `${heading.toLowerCase().replaceAll(/\W+/g, '-')}-${String(at)}.sh`);
    writeFileSync(file, block.commands);
    const finished = new Promise<void>((resolve, reject) => {
      createInterface({ input: shell.stdout! }).on('line', (line) => {
        if (line === `finished ${file}`) resolve();
      });
      shell.once('exit', () => {
        reject(new Error(`the commands below “${heading}” failed:\n${said.join('')}`));
      });
    });
    (shell.stdio[3] as Writable).write(`${file}\n`);
    await finished;
  }
}

beforeAll(async () => {
  ports = { ...(await freePorts()), SNMP_PORT: String(await anyUdpPort()) };
  const env = { ...ports, LAB: lab, CLICKHOUSE_URL: '', DATABASE_URL: '', NATS_URL: '' };
  shell = spawn('bash', ['-c', SHELL], {
    cwd: ROOT,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  for (const stream of [shell.stdout!, shell.stderr!])
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  shell.kill('SIGKILL');
  // What a failed run has left: everything names the folder of the lab.
  for (const pid of processesOf(lab)) process.kill(Number(pid), 'SIGKILL');
  rmSync(lab, { recursive: true, force: true });
}, 60_000);

const MINUTES = 60_000;

describe('the first hour, as docs/01-first-hour.md describes it', () => {
  it(
    'starts the agent, Telltale and the exporter',
    async () => {
      for (const heading of ['2. A home lab on one machine', 'The agent', 'Telltale', 'The exporter'])
        await follow(heading);
      expect(said.join('')).toContain('STRING: "lab"');
      expect(said.join('')).toContain(`Telltale is ready: http://127.0.0.1:${ports['PORT'] ?? ''}`);
    },
    10 * MINUTES,
  );

  it(
    'begins with the checklist, where the device responds and its flows arrive within a minute or two',
    async () => {
      ({ page } = await openPage(browser));
      await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/`);
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'First steps' }).waitFor({ timeout: MINUTES });
      const patient = { timeout: 2 * MINUTES };
      expect(new URL(page.url()).pathname).toBe('/mt/first-steps');
      await page.getByText('1 of 1 devices respond.').waitFor(patient);
      await page.getByText('1 exporter sent flows in the last five minutes.').waitFor(patient);
      await page.getByText(/^\d+ enabled alarm definitions$/).waitFor(patient);
      await shot(page, 'first-hour-checklist');
    },
    6 * MINUTES,
  );

  it(
    'has values of the device and its traffic on the screen',
    async () => {
      const { id, customer } = await page.evaluate(async () => {
        const response = await fetch('/api/v1/cc/inventory/interface');
        const { elements } = (await response.json()) as { elements: { id: number; customer: number }[] };
        return elements[0]!;
      });
      await page.goto(
        `http://127.0.0.1:${ports['PORT'] ?? ''}/inventory/interface/${String(id)}?customer=${String(customer)}`,
      );
      await page.getByRole('heading', { name: 'lo', exact: true }).waitFor({ timeout: MINUTES });
      await expect
        .poll(
          async () => {
            await page.reload();
            const part = page.getByRole('region', { name: 'KPIs of the last 24 hours' });
            await part.getByText('Inbound throughput', { exact: true }).first().waitFor({ timeout: 10_000 });
            return part.textContent();
          },
          { timeout: 4 * MINUTES, interval: 1_000 },
        )
        .toMatch(/Inbound throughput\s*[\d.,]*[1-9][\d.,]*\s[kM]?bps/);
      await shot(page, 'first-hour-interface');
      await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/mt/monitoring-collect`);
      const exporter = page.getByRole('grid').getByRole('row').filter({ hasText: '127.0.0.1' });
      await exporter.filter({ hasText: 'lab' }).first().waitFor({ timeout: MINUTES });
      await shot(page, 'first-hour-exporters');
    },
    8 * MINUTES,
  );

  it(
    'raises an alarm when the agent is stopped, without reloading',
    async () => {
      await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/alert?map=false`);
      await page.getByRole('banner').getByText('Live', { exact: true }).waitFor({ timeout: MINUTES });
      const alarm = page.getByRole('row').filter({ hasText: 'Device down' });
      expect(await alarm.count()).toBe(0);
      await follow('An alarm');
      await alarm
        .filter({ hasText: 'lab' })
        .first()
        .waitFor({ timeout: 4 * MINUTES });
      await shot(page, 'first-hour-alarm');
    },
    6 * MINUTES,
  );

  it(
    'ends with everything stopped',
    async () => {
      await follow('The end');
      await expect.poll(() => processesOf(join(lab, 'data')), { timeout: MINUTES }).toEqual([]);
      (shell.stdio[3] as Writable).end();
      if (shell.exitCode === null) await once(shell, 'exit');
      expect(shell.exitCode).toBe(0);
    },
    3 * MINUTES,
  );
});
