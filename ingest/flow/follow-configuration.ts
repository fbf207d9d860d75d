import { interruptibly } from '#platform/clock/interruptibly.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Known } from './attribution/attribute.ts';
import type { Collector } from './collector.ts';

/** The receive buffers of the sockets hold what comes in meanwhile. */
const AT_ONCE_MS = 5;

interface Needs {
  readonly collector: Pick<Collector, 'learning'>;
  /** The newest state. */
  readonly known: () => Known;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * To be called whenever the configuration has changed: the collector takes its newest state in turns with the datagrams. What changes
 * meanwhile is taken after it, so that a change is in force however fast others follow.
 */
export function followConfiguration({ collector, known, clock, log, signal }: Needs): () => Promise<void> {
  let isDue = false;
  let isUnderWay = false;
  return async () => {
    isDue = true;
    if (isUnderWay) return;
    isUnderWay = true;
    while (isDue && !signal.aborted) {
      isDue = false;
      try {
        await interruptibly(collector.learning(known()), { clock, signal, atOnceMs: AT_ONCE_MS });
      } catch (error) {
        log.error({ err: error }, 'the changed configuration is not taken: the one before goes on');
      }
    }
    isUnderWay = false;
  };
}
