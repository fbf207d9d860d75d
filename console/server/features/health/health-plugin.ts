import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import { eventLog } from '../../kernel/http/event-log.ts';
import { TierWatch, type Tiers } from './tier-watch.ts';

export interface HealthNeeds {
  readonly tiers: Tiers;
  readonly clock: Clock;
}

/**
 * `/health/live` and `/health/ready`: 200 when every tier responds, else 503 with the tiers that are down and since when. The response
 * is public: it has no address, version or error (OWASP ASVS 5.0, 13.4.5).
 */
export function healthPlugin(app: FastifyInstance, { tiers, clock }: HealthNeeds): void {
  const config = { outsideContracts: 'health' } as const;
  const log = eventLog(app);
  const watch = new TierWatch({
    tiers,
    clock,
    onChange(down) {
      if (down.length === 0) log.info('all tiers ready');
      else log.warn({ tiers: down.map(({ tier }) => tier) }, 'tiers not ready');
    },
  });
  app.get('/health/live', { config }, () => ({ live: true }));
  app.get('/health/ready', { config }, async (_request, reply) => {
    const down = await watch.check();
    if (down.length === 0) return { ready: true };
    void reply.code(503);
    const shown = down.map((one) => ({ ...one, since: dateAtMs(one.since).toISOString() }));
    return { ready: false, down: shown };
  });
}
