import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Component, Started } from './component.ts';
import { startHealthServer } from './health-server.ts';
import { whenToldToStop } from './stop-request.ts';

/** A process that does not drain within this time is ended with status 1. */
const DRAIN_MS = 9_500;

export interface ProcessDefinition {
  readonly name: string;
  /** Started in this order, drained in the opposite one. */
  readonly components: readonly Component[];
  readonly log: Log;
  readonly metrics: Metrics;
  /** Port of `/health/*` and `/metrics`; 0 takes a free one. */
  readonly healthPort: number;
}

interface Running extends Started {
  readonly name: string;
  readonly abort: () => void;
}

async function startComponent(component: Component): Promise<Running> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const started = await component.start(controller.signal);
  return { ...started, name: component.name, abort };
}

async function drain(running: readonly Running[]): Promise<void> {
  for (const component of [...running].reverse()) {
    component.abort();
    await component.stop?.();
  }
}

async function startAll({ components, log }: ProcessDefinition, running: Running[]): Promise<void> {
  for (const component of components) {
    log.debug({ component: component.name }, 'starting');
    running.push(await startComponent(component));
  }
}

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

/** Said to the parent over IPC, when there is one. */
export type ProcessMessage =
  | { readonly kind: 'started'; readonly name: string; readonly healthPort: number }
  | { readonly kind: 'listening'; readonly name: string; readonly url: string };

/** Tells the parent process, when it opened an IPC channel. A parent that died meanwhile is noticed elsewhere. */
export function tellParent(message: ProcessMessage | Readonly<Record<string, unknown>>): void {
  // With a callback a broken channel is its argument; without one it would end this process before it drained.
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * The life of a process: health server, components in order, then until SIGTERM, SIGINT or the death of its parent;
 * then each component is drained in reverse order and the process ends with 0, or with 1 when a start or a drain failed.
 */
export async function runProcess(definition: ProcessDefinition): Promise<void> {
  const { name, log, metrics } = definition;
  const running: Running[] = [];
  const told = whenToldToStop();
  const health = await startHealthServer({
    port: definition.healthPort,
    metrics,
    notReady: notReady(definition, running),
  });
  let status = 0;
  try {
    const stopped = told.then((reason) => ({ reason }));
    const first = await Promise.race([startAll(definition, running), stopped]);
    if (first === undefined) {
      log.info({ healthPort: health.port }, 'started');
      tellParent({ kind: 'started', name, healthPort: health.port });
    }
    log.info({ reason: await told }, 'draining');
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    status = 1;
  }
  const late = setTimeout(() => {
    log.fatal('did not drain in time');
    process.exit(1);
  }, DRAIN_MS);
  await drain(running).catch((error: unknown) => {
    log.error({ err: error }, 'could not drain');
    status = 1;
  });
  clearTimeout(late);
  health.close();
  log.info('stopped');
  process.exit(status);
}
