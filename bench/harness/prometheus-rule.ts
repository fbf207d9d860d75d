import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROMETHEUS = 'prometheus';
const RULE = 'three_of_five';
const ROUNDS = 5;
const DEADLINE_MS = 120_000;

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A scrape target of this number of series, whose values change with each scrape. */
async function target(series: number): Promise<Server> {
  let scrape = 0;
  const server = createServer((_, response) => {
    scrape += 1;
    const lines = Array.from(
      { length: series },
      (_, id) => `load{element="${String(id)}"} ${String((id * 7 + Math.floor(scrape / 4) * 13) % 101)}`,
    );
    response.end(`# TYPE load gauge\n${lines.join('\n')}\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function writeConfiguration(directory: string, targetPort: number, stepSeconds: number): string {
  const step = `${String(stepSeconds)}s`;
  const span = `${String(stepSeconds * 5)}s`;
  writeFileSync(
    join(directory, 'rules.yml'),
    `groups:\n- name: bench\n  interval: ${step}\n  rules:\n  - alert: ${RULE}\n    expr: sum_over_time((load > bool 97)[${span}:${step}]) >= 3\n`,
  );
  const file = join(directory, 'prometheus.yml');
  writeFileSync(
    file,
    `global: { scrape_interval: ${step}, scrape_timeout: ${step}, evaluation_interval: ${step} }\nrule_files: [rules.yml]\nscrape_configs:\n- job_name: bench\n  static_configs: [{ targets: ["127.0.0.1:${String(targetPort)}"] }]\n`,
  );
  return file;
}

const figure = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((line) => line.startsWith(name));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
};

interface Figures {
  readonly evaluations: number;
  readonly durationSeconds: number;
  readonly cpuSeconds: number;
}

/** Prometheus' own metrics, undefined before it serves them. */
async function figures(url: string): Promise<Figures | undefined> {
  const text = await fetch(`${url}/metrics`).then(
    (reply) => reply.text(),
    () => '',
  );
  const evaluations = figure(text, 'prometheus_rule_evaluations_total');
  const durationSeconds = figure(text, 'prometheus_rule_group_last_duration_seconds');
  const cpuSeconds = figure(text, 'process_cpu_seconds_total');
  return evaluations === undefined || durationSeconds === undefined || cpuSeconds === undefined
    ? undefined
    : { evaluations, durationSeconds, cpuSeconds };
}

/** Figures after each of some evaluations, once five steps of data are there. */
async function observe(url: string): Promise<readonly Figures[]> {
  const deadline = Date.now() + DEADLINE_MS;
  const found: Figures[] = [];
  while (found.length <= ROUNDS && Date.now() < deadline) {
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
    const now = await figures(url);
    if (now !== undefined && now.evaluations >= 7 && now.evaluations > (found.at(-1)?.evaluations ?? 0))
      found.push(now);
  }
  if (found.length <= ROUNDS)
    throw new Error(`prometheus made ${String(found.length)} evaluations within the time`);
  return found;
}

export interface PeerFigures {
  /** Evaluations per second of the time that the rule takes, for each evaluation. */
  readonly rule: readonly number[];
  /** Evaluations per CPU-second of the whole process, taking in the samples included. */
  readonly process: number;
}

/**
 * The same rule, 3 outliers of 5 measures, in Debian's Prometheus over this number of series; undefined when it is not installed.
 */
export async function prometheusRule(series: number): Promise<PeerFigures | undefined> {
  if (spawnSync(PROMETHEUS, ['--version']).status !== 0) return undefined;
  const stepSeconds = 4;
  const directory = mkdtempSync(join(tmpdir(), 'telltale-prometheus-'));
  const scraped = await target(series);
  const port = await freePort();
  const configuration = writeConfiguration(directory, (scraped.address() as AddressInfo).port, stepSeconds);
  const server = spawn(
    PROMETHEUS,
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${String(port)}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const exit = once(server, 'exit');
  try {
    const observed = await observe(`http://127.0.0.1:${String(port)}`);
    const [first, last] = [observed[0], observed.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const rounds = last.evaluations - first.evaluations;
    return {
      rule: observed.map(({ durationSeconds }) => series / durationSeconds),
      process: (rounds * series) / (last.cpuSeconds - first.cpuSeconds),
    };
  } finally {
    server.kill('SIGKILL');
    await exit;
    scraped.close();
    scraped.closeAllConnections();
    rmSync(directory, { recursive: true, force: true });
  }
}
