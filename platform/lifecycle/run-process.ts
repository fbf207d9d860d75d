import { createPrivateFiles } from '../embedded/access/private-directory.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Component, Started } from './component.ts';
import { startHealthServer } from './health-server.ts';
import type { ProcessBeats } from './process-beats.ts';
import { stopRequested } from './stop-request.ts';

/** A process that does not drain within this time ends with status 1. */
export const DRAIN_MS = 9_500;
/** Time for a start to end once it is aborted. */
const START_END_MS = 7_500;

export interface ProcessDefinition {
  readonly name: string;
  /** Started in this order, drained in reverse. */
  readonly components: readonly Component[];
  readonly log: Log;
  readonly metrics: Metrics;
  /** Port of `/health/*` and `/metrics`; 0 selects a free one. */
  readonly healthPort: number;
  /** What the process says of itself to the server; a component with the bus starts it. */
  readonly beats?: Pick<ProcessBeats, 'judgedBy'>;
}

interface Running extends Started {
  readonly name: string;
  readonly abort: () => void;
}

/** `stopping` also aborts the start itself. */
async function startComponent(component: Component, stopping: AbortSignal): Promise<Running> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  stopping.addEventListener('abort', abort, { once: true });
  const started = await component.start(controller.signal);
  stopping.removeEventListener('abort', abort);
  return { ...started, name: component.name, abort };
}

async function drain(running: readonly Running[]): Promise<void> {
  for (const component of [...running].reverse()) {
    component.abort();
    await component.stop?.();
  }
}

async function startAll(
  { components, log }: ProcessDefinition,
  running: Running[],
  stopping: AbortSignal,
): Promise<void> {
  for (const component of components) {
    if (stopping.aborted) return;
    log.debug({ component: component.name }, 'component starting');
    running.push(await startComponent(component, stopping));
  }
}

const drainLimit = (log: Log): NodeJS.Timeout =>
  setTimeout(() => {
    log.fatal({ timeoutMs: DRAIN_MS }, 'drain timed out');
    process.exit(1);
  }, DRAIN_MS);

function notReady(
  definition: ProcessDefinition,
  running: readonly Running[],
): () => Promise<readonly string[]> {
  return async () => {
    const starting = definition.components.slice(running.length).map(({ name }) => name);
    const states = await Promise.all(running.map(async ({ ready }) => (await ready?.()) ?? true));
    return [...running.filter((_, at) => states[at] === false).map(({ name }) => name), ...starting];
  };
}

/** Messages to the parent process over IPC. */
export type ProcessMessage =
  /** `/health/live` responds; the components start. */
  | { readonly kind: 'alive'; readonly name: string; readonly healthPort: number }
  | { readonly kind: 'started'; readonly name: string; readonly healthPort: number }
  | { readonly kind: 'listening'; readonly name: string; readonly url: string };

/** Sends a message to the parent process over IPC, if there is a channel. A dead parent is detected elsewhere. */
export function sendToParent(message: ProcessMessage | Readonly<Record<string, unknown>>): void {
  // With a callback, a broken channel is its argument; without one it would end this process before it drained.
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * Runs a process: starts the health server and the components in order, and waits for SIGTERM, SIGINT or the death of the
 * parent. Then drains the components in reverse order and exits with 0, or with 1 when a start or a drain failed.
 */
export async function runProcess(definition: ProcessDefinition): Promise<void> {
  createPrivateFiles();
  const { name, log, metrics } = definition;
  const running: Running[] = [];
  const stopReason = stopRequested();
  const judge = notReady(definition, running);
  definition.beats?.judgedBy(judge);
  const health = await startHealthServer({ port: definition.healthPort, metrics, notReady: judge });
  sendToParent({ kind: 'alive', name, healthPort: health.port });
  const stopping = new AbortController();
  let late: NodeJS.Timeout | undefined;
  let status = 0;
  try {
    const stopped = stopReason.then((reason) => ({ reason }));
    const starting = startAll(definition, running, stopping.signal);
    const first = await Promise.race([starting, stopped]);
    if (first === undefined) {
      log.info({ healthPort: health.port }, 'started');
      sendToParent({ kind: 'started', name, healthPort: health.port });
    }
    log.info({ reason: await stopReason }, 'draining');
    late = drainLimit(log);
    stopping.abort(new Error('process stopping'));
    // A part of it may work already: it ends what it has begun. A start that fails now has nothing to say.
    await Promise.race([starting.catch(() => undefined), systemClock.wait(START_END_MS)]);
  } catch (error) {
    log.fatal({ err: error }, 'start failed');
    status = 1;
  }
  late ??= drainLimit(log);
  await drain(running).catch((error: unknown) => {
    log.error({ err: error }, 'drain failed');
    status = 1;
  });
  clearTimeout(late);
  health.close();
  log.info('stopped');
  process.exit(status);
}
