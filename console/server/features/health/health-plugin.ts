import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** A tier that has not answered by then is not ready. */
const LIMIT_MS = 2 * SECOND_MS;

/** Each tier by name, and whether it answers. */
export type Tiers = Readonly<Record<string, () => boolean | Promise<boolean>>>;

export interface HealthNeeds {
  readonly tiers: Tiers;
  readonly clock: Clock;
}

/** A question that got no answer at all for so long is asked again. */
const GIVE_UP_MS = 30 * SECOND_MS;

/** Whether a tier answers in time. However often it is asked, one question is on its way. */
function patiently(answers: Tiers[string], clock: Clock): () => Promise<boolean> {
  let asked: { readonly reply: Promise<boolean>; readonly atMs: number } | undefined;
  const ask = async (): Promise<boolean> => {
    try {
      return await answers();
    } catch {
      return false;
    }
  };
  return async () => {
    const nowMs = clock.now().getTime();
    if (asked === undefined || nowMs - asked.atMs > GIVE_UP_MS) {
      const question = { reply: ask(), atMs: nowMs };
      asked = question;
      void question.reply.then(() => {
        if (asked === question) asked = undefined;
      });
    }
    const done = new AbortController();
    const late = clock.wait(LIMIT_MS, done.signal).then(() => false);
    const ready = await Promise.race([asked.reply, late]);
    done.abort();
    return ready;
  };
}

/** Tells the log which tiers do not answer, whenever those are others than before. */
function teller({ log }: FastifyInstance): (waitingFor: readonly string[]) => void {
  let told = '';
  return (waitingFor) => {
    const names = waitingFor.join(', ');
    if (names === told) return;
    told = names;
    if (names === '') log.info('every tier answers again');
    else log.warn({ tiers: waitingFor }, 'tiers do not answer');
  };
}

/**
 * `/health/live` and `/health/ready`: 200 when every tier answers, else 503. Anybody may ask and learns up or down; which tiers do not
 * answer is for the log (OWASP ASVS 5.0, 13.4.5).
 */
export function healthPlugin(app: FastifyInstance, { tiers, clock }: HealthNeeds): void {
  const config = { outsideContracts: 'health' } as const;
  const checks = Object.entries(tiers).map(([name, answers]) => [name, patiently(answers, clock)] as const);
  const missing = async (): Promise<readonly string[]> => {
    const states = await Promise.all(
      checks.map(async ([name, isReady]) => ((await isReady()) ? [] : [name])),
    );
    return states.flat();
  };
  const tell = teller(app);
  app.get('/health/live', { config }, () => ({ live: true }));
  app.get('/health/ready', { config }, async (_request, reply) => {
    const waitingFor = await missing();
    tell(waitingFor);
    if (waitingFor.length === 0) return { ready: true };
    void reply.code(503);
    return { ready: false };
  });
}
