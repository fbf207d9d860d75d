import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { LivenessOptions } from '#platform/embedded/liveness.ts';
import { CONFIGURATION_STATUS } from '#platform/env/config.ts';
import { supervised } from '#platform/embedded/supervised.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { healthOrigin, isAlive, waitingFor } from './health.ts';
import { shownLine, type ConsoleOutput } from './console-output.ts';
import { logFile, type LogFile } from './log-file.ts';
import { withoutRepeats } from './repeated-lines.ts';

export interface ServiceDefinition {
  readonly name: string;
  /** Path of its script from the root of the repository. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ServiceNeeds {
  readonly logDirectory: string;
  readonly output: ConsoleOutput;
  readonly log: Log;
  /** Time without a reply of `/health/live` after which a process is killed and restarted. */
  readonly hangMs: number;
  /** Aborts when every process has ended: the log files are closed. */
  readonly ended: AbortSignal;
}

export interface Service extends Component {
  /** Resolves with the first IPC message of this kind. */
  readonly firstMessage: (kind: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The parts of the process that are not ready, as its `/health/ready` replies. */
  readonly waitingFor: () => Promise<readonly string[]>;
  /** Ends the process, even while it is starting, and kills it after a timeout. Abort its signal first, or it is restarted. */
  readonly end: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Message = Readonly<Record<string, unknown>>;

function launch(
  { script, args = [], nodeOptions = [], env }: ServiceDefinition,
  { descriptor }: LogFile,
): ChildProcess {
  return fork(join(ROOT, script), [...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    execArgv: ['--no-warnings', ...nodeOptions],
    // In its own process group: Ctrl-C reaches the supervisor alone, which ends the processes in order.
    detached: true,
    stdio: ['ignore', descriptor, descriptor, 'ipc'],
  });
}

/** Shows the relevant lines of a process. */
function shower({ name }: ServiceDefinition, { output }: ServiceNeeds): (text: string) => void {
  const say = withoutRepeats(output.say, systemClock);
  return (text) => {
    const shown = shownLine(name, text);
    if (shown !== undefined) say(shown);
  };
}

/** Opens the log file of a process. */
function openLogFile(
  { name }: ServiceDefinition,
  { logDirectory, ended }: ServiceNeeds,
  show: (line: string) => void,
): LogFile {
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

/** Attempts to start a process for the first time: another process may have taken a port since it was found free. */
const START_ATTEMPTS = 6;
/** A process that has not started after this time is killed and started again. */
const START_LIMIT_MS = 300_000;

/** Resolves when the process reports its start. */
function whenStarted(child: ChildProcess, died: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`not started within ${String(START_LIMIT_MS / 1_000)} s`));
    }, START_LIMIT_MS);
    // A permanent listener: two messages can arrive together, and a second `once` would miss the later one.
    child.on('message', (message: Message) => {
      if (message['kind'] !== 'started') return;
      clearTimeout(late);
      resolve();
    });
    died.addEventListener('abort', () => {
      clearTimeout(late);
      reject(died.reason as Error);
    });
  });
}

const QUERIES_UNTIL_HUNG = 3;
const LIVENESS_PERIOD_MS = 2_000;

/** Three queries in a row within `hangMs`. */
const livenessOptions = (hangMs: number): LivenessOptions => ({
  periodMs: LIVENESS_PERIOD_MS,
  timeoutMs: Math.max(1_000, hangMs / QUERIES_UNTIL_HUNG - LIVENESS_PERIOD_MS),
  failures: QUERIES_UNTIL_HUNG,
});

/** A process of the product: restarted when it ends or hangs, with its output in `<logDirectory>/<name>.log`. */
export function service(definition: ServiceDefinition, needs: ServiceNeeds): Service {
  const messages = new Map<string, PromiseWithResolvers<Message>>();
  const awaited = (kind: string): PromiseWithResolvers<Message> => {
    const known = messages.get(kind) ?? Promise.withResolvers<Message>();
    messages.set(kind, known);
    return known;
  };
  let healthPort = 0;
  let current: ChildProcess | undefined;
  const show = shower(definition, needs);
  const file = openLogFile(definition, needs, show);
  const onMessage = (message: Message): void => {
    const { kind } = message;
    if (kind === 'alive') healthPort = Number(message['healthPort']);
    // It could not write the line to its file.
    if (kind === 'log') show(String(message['line']).trim());
    awaited(String(kind)).resolve(message);
  };
  const component = supervised({
    name: definition.name,
    log: needs.log,
    spawn() {
      const child = launch(definition, file);
      current = child;
      child.once('exit', file.poll);
      child.on('message', onMessage);
      return child;
    },
    whenReady: whenStarted,
    liveness: {
      query: () => isAlive(healthOrigin(healthPort)),
      options: livenessOptions(needs.hangMs),
    },
    startAttempts: START_ATTEMPTS,
    finalStatus: CONFIGURATION_STATUS,
  });
  return {
    ...component,
    firstMessage: (kind) => awaited(kind).promise,
    waitingFor: () => waitingFor(healthOrigin(healthPort)),
    end: async () => {
      if (current !== undefined) await endProcess(current);
    },
  };
}

/** Runs a process once to its end and returns its exit status. Aborting the signal ends it. */
export async function runOnce(
  definition: ServiceDefinition,
  needs: ServiceNeeds,
  signal: AbortSignal,
): Promise<number> {
  const file = openLogFile(definition, needs, shower(definition, needs));
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
