import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#platform/clock/system-clock.ts';
import { supervised } from '#platform/embedded/supervised.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { shownLine } from './console-output.ts';
import type { ConsoleOutput } from './console-output.ts';
import { logFile } from './log-file.ts';
import type { LogFile } from './log-file.ts';

export interface ServiceDefinition {
  readonly name: string;
  /** Path of its script from the root of the repository. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ServiceNeeds {
  readonly logDirectory: string;
  readonly output: ConsoleOutput;
  readonly log: Log;
  /** Aborts when every process has ended: the log files are closed. */
  readonly ended: AbortSignal;
}

export interface Service extends Component {
  /** Resolves with the first IPC message of this kind. */
  readonly firstMessage: (kind: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Whether `/health/ready` of the process replies with 200. */
  readonly healthy: () => Promise<boolean>;
  /** Ends the process, even while it is starting, and kills it after a timeout. Abort its signal first, or it is restarted. */
  readonly end: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Message = Readonly<Record<string, unknown>>;

function launch({ script, args = [], env }: ServiceDefinition, { descriptor }: LogFile): ChildProcess {
  return fork(join(ROOT, script), [...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    execArgv: ['--no-warnings'],
    // In its own process group: Ctrl-C reaches the supervisor alone, which ends the processes in order.
    detached: true,
    stdio: ['ignore', descriptor, descriptor, 'ipc'],
  });
}

/** Opens the log file of a process and shows its relevant lines. */
function openLogFile({ name }: ServiceDefinition, needs: ServiceNeeds): LogFile {
  const { logDirectory, output, ended } = needs;
  const show = (text: string): void => {
    const shown = shownLine(name, text);
    if (shown !== undefined) output.say(shown);
  };
  return logFile(join(logDirectory, `${name}.log`), show, ended);
}

const END_MS = 8_000;

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(late);
}

/** Resolves with the health port when the process reports its start. */
function whenStarted(child: ChildProcess, died: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    // A permanent listener: two messages can arrive together, and a second `once` would miss the later one.
    child.on('message', (message: Message) => {
      if (message['kind'] === 'started') resolve(Number(message['healthPort']));
    });
    died.addEventListener('abort', () => {
      reject(died.reason as Error);
    });
  });
}

const HEALTH_TIMEOUT_MS = 2_000;

async function answersReady(origin: string): Promise<boolean> {
  try {
    const url = `${origin}/health/ready`;
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A process of the product: restarted when it ends, with its output in `<logDirectory>/<name>.log`. */
export function service(definition: ServiceDefinition, needs: ServiceNeeds): Service {
  const messages = new Map<string, PromiseWithResolvers<Message>>();
  const awaited = (kind: string): PromiseWithResolvers<Message> => {
    const known = messages.get(kind) ?? Promise.withResolvers<Message>();
    messages.set(kind, known);
    return known;
  };
  let healthPort: number | undefined;
  let current: ChildProcess | undefined;
  const file = openLogFile(definition, needs);
  const component = supervised({
    name: definition.name,
    log: needs.log,
    spawn() {
      const child = launch(definition, file);
      current = child;
      child.once('exit', file.poll);
      child.on('message', (message) => {
        awaited(String((message as Message)['kind'])).resolve(message as Message);
      });
      return child;
    },
    async whenReady(child, died) {
      healthPort = await whenStarted(child, died);
    },
  });
  return {
    ...component,
    firstMessage: (kind) => awaited(kind).promise,
    healthy: async () => healthPort !== undefined && answersReady(`http://127.0.0.1:${String(healthPort)}`),
    end: async () => {
      if (current !== undefined) await endProcess(current);
    },
  };
}

const HEALTH_PERIOD_MS = 100;

/**
 * Resolves when all processes are healthy and the console reports on every tier; rejects after `timeoutMs` with the names of
 * those that are not ready.
 */
export async function whenHealthy(
  services: readonly Service[],
  console: string,
  timeoutMs: number,
): Promise<void> {
  const deadline = systemClock.now().getTime() + timeoutMs;
  const checks = [...services, { name: `${console}/health/ready`, healthy: () => answersReady(console) }];
  for (;;) {
    const states = await Promise.all(checks.map((each) => each.healthy()));
    if (states.every(Boolean)) return;
    if (systemClock.now().getTime() > deadline) {
      const late = checks.filter((_, at) => states[at] !== true).map(({ name }) => name);
      throw new Error(`${late.join(', ')} did not become ready within ${String(timeoutMs / 1_000)} s`);
    }
    await systemClock.wait(HEALTH_PERIOD_MS);
  }
}

/** Runs a process once to its end and returns its exit status. Aborting the signal ends it. */
export async function runOnce(
  definition: ServiceDefinition,
  needs: ServiceNeeds,
  signal: AbortSignal,
): Promise<number> {
  const file = openLogFile(definition, needs);
  const child = launch(definition, file);
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  file.poll();
  return code ?? 1;
}
