import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#platform/clock/system-clock.ts';
import { supervised } from '#platform/embedded/supervised.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { shownLine } from './console-output.ts';
import type { Output } from './console-output.ts';

export interface ServiceDefinition {
  readonly name: string;
  /** Path of its `main.ts` from the root of the repository, or of another script. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ServiceNeeds {
  readonly logDirectory: string;
  readonly output: Output;
  readonly log: Log;
}

export interface Service extends Component {
  /** Resolves with the first message of this kind that the process sends. */
  readonly told: (kind: string) => Promise<Readonly<Record<string, unknown>>>;
  /** True while `/health/ready` of the process answers 200. */
  readonly healthy: () => Promise<boolean>;
  /** Ends the process, also while it is starting; killed when it takes too long. Abort its signal first: it would be started again. */
  readonly end: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Message = Readonly<Record<string, unknown>>;

function launch({ script, args = [], env }: ServiceDefinition): ChildProcess {
  return fork(join(ROOT, script), [...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    execArgv: ['--no-warnings'],
    // In a group of its own: Ctrl-C reaches the supervisor alone, which ends the processes in their order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Copies what a process writes to its log file and shows what is worth it. */
function follow(
  child: ChildProcess,
  { name }: ServiceDefinition,
  { logDirectory, output }: ServiceNeeds,
): void {
  mkdirSync(logDirectory, { recursive: true });
  const file = createWriteStream(join(logDirectory, `${name}.log`), { flags: 'a' });
  const copy = (stream: Readable | null): void => {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (text) => {
      file.write(`${text}\n`);
      const shown = shownLine(name, text);
      if (shown !== undefined) output.say(shown);
    });
  };
  copy(child.stdout);
  copy(child.stderr);
  child.once('close', () => {
    file.end();
  });
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

async function whenStarted(child: ChildProcess, died: AbortSignal): Promise<number> {
  for (;;) {
    const [message] = (await once(child, 'message', { signal: died })) as [Message];
    if (message['kind'] === 'started') return Number(message['healthPort']);
  }
}

const HEALTH_TIMEOUT_MS = 2_000;

async function answersReady(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${String(port)}/health/ready`;
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A process of the product: started again when it dies, its output in `<logDirectory>/<name>.log`. */
export function service(definition: ServiceDefinition, needs: ServiceNeeds): Service {
  const messages = new Map<string, PromiseWithResolvers<Message>>();
  const awaited = (kind: string): PromiseWithResolvers<Message> => {
    const known = messages.get(kind) ?? Promise.withResolvers<Message>();
    messages.set(kind, known);
    return known;
  };
  let healthPort: number | undefined;
  let current: ChildProcess | undefined;
  const component = supervised({
    name: definition.name,
    log: needs.log,
    spawn() {
      const child = launch(definition);
      current = child;
      follow(child, definition, needs);
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
    told: (kind) => awaited(kind).promise,
    healthy: async () => healthPort !== undefined && answersReady(healthPort),
    end: async () => {
      if (current !== undefined) await endProcess(current);
    },
  };
}

const HEALTH_PERIOD_MS = 100;

/** Resolves when all of them are healthy; rejects when that takes longer than `timeoutMs`, naming those that are not. */
export async function whenHealthy(services: readonly Service[], timeoutMs: number): Promise<void> {
  const deadline = systemClock.now().getTime() + timeoutMs;
  for (;;) {
    const states = await Promise.all(services.map((each) => each.healthy()));
    if (states.every(Boolean)) return;
    if (systemClock.now().getTime() > deadline) {
      const late = services.filter((_, at) => states[at] !== true).map(({ name }) => name);
      throw new Error(`${late.join(', ')} did not become ready within ${String(timeoutMs / 1_000)} s`);
    }
    await systemClock.wait(HEALTH_PERIOD_MS);
  }
}

/** Runs a process once, to its end; answers its exit status. Aborting the signal ends it. */
export async function runOnce(
  definition: ServiceDefinition,
  needs: ServiceNeeds,
  signal: AbortSignal,
): Promise<number> {
  const child = launch(definition);
  follow(child, definition, needs);
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  return code ?? 1;
}
