import { runCooperatively } from '#platform/clock/steps.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { CollectorConfig } from './attribution/attribute.ts';
import type { Collector } from './collector.ts';

/** The socket receive buffers hold what arrives during a step. */
const MAX_STEP_MS = 5;

interface Needs {
  readonly collector: Pick<Collector, 'reconfigureSteps'>;
  /** Returns the current configuration. */
  readonly config: () => CollectorConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Returns a function to call on each configuration change. The collector is reconfigured in steps between datagrams. A
 * change during a reconfiguration starts another one, so that changes in quick succession are not lost.
 */
export function followConfig({ collector, config, clock, log, signal }: Needs): () => Promise<void> {
  let isDue = false;
  let isRunning = false;
  return async () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue && !signal.aborted) {
      isDue = false;
      try {
        await runCooperatively(collector.reconfigureSteps(config()), { clock, signal, sliceMs: MAX_STEP_MS });
      } catch (error) {
        log.error({ err: error }, 'config apply failed');
      }
    }
    isRunning = false;
  };
}
