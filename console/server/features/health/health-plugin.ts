import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { eventLog } from '../../kernel/http/event-log.ts';

/** A tier that has not responded after this time is not ready. */
const TIER_TIMEOUT_MS = 2 * SECOND_MS;

/** A check that has not returned after this time is started again. */
const CHECK_EXPIRY_MS = 30 * SECOND_MS;

/** The check of each tier, by name. */
export type Tiers = Readonly<Record<string, () => boolean | Promise<boolean>>>;

export interface HealthNeeds {
  readonly tiers: Tiers;
  readonly clock: Clock;
}

/** Limits a check to TIER_TIMEOUT_MS. Concurrent calls share one running check. */
function withTimeout(check: Tiers[string], clock: Clock): () => Promise<boolean> {
  let running: { readonly result: Promise<boolean>; readonly startedAtMs: number } | undefined;
  const runCheck = async (): Promise<boolean> => {
    try {
      return await check();
    } catch {
      return false;
    }
  };
  return async () => {
    const nowMs = clock.now().getTime();
    if (running === undefined || nowMs - running.startedAtMs > CHECK_EXPIRY_MS) {
      const started = { result: runCheck(), startedAtMs: nowMs };
      running = started;
      void started.result.then(() => {
        if (running === started) running = undefined;
      });
    }
    const done = new AbortController();
    const timeout = clock.wait(TIER_TIMEOUT_MS, done.signal).then(() => false);
    const isReady = await Promise.race([running.result, timeout]);
    done.abort();
    return isReady;
  };
}

/** Logs the tiers that are down when they change. */
function tierLogger(app: FastifyInstance): (down: readonly string[]) => void {
  const log = eventLog(app);
  let logged = '';
  return (down) => {
    const names = down.join(', ');
    if (names === logged) return;
    logged = names;
    if (names === '') log.info('all tiers ready');
    else log.warn({ tiers: down }, 'tiers not ready');
  };
}

/**
 * `/health/live` and `/health/ready`: 200 when every tier responds, else 503. The response is public and says only up or down. The log
 * names the tiers (OWASP ASVS 5.0, 13.4.5).
 */
export function healthPlugin(app: FastifyInstance, { tiers, clock }: HealthNeeds): void {
  const config = { outsideContracts: 'health' } as const;
  const checks = Object.entries(tiers).map(([name, check]) => [name, withTimeout(check, clock)] as const);
  const downTiers = async (): Promise<readonly string[]> => {
    const states = await Promise.all(
      checks.map(async ([name, isReady]) => ((await isReady()) ? [] : [name])),
    );
    return states.flat();
  };
  const logTiers = tierLogger(app);
  app.get('/health/live', { config }, () => ({ live: true }));
  app.get('/health/ready', { config }, async (_request, reply) => {
    const down = await downTiers();
    logTiers(down);
    if (down.length === 0) return { ready: true };
    void reply.code(503);
    return { ready: false };
  });
}
