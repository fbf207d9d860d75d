import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { jobSubject, type MailJob } from '#schemas/notification/job.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Longest time that the broker may take. */
const PUBLISH_TIMEOUT_MS = 5_000;

/**
 * Queues a mail; its key is the id of the message, so that it is queued once within two minutes and delivered once at any time. Throws
 * UNAVAILABLE when the broker does not accept it.
 */
export async function queueMail(
  { bus, clock }: { readonly bus: Pick<Bus, 'publisher'>; readonly clock: Clock },
  job: MailJob,
): Promise<void> {
  const publisher = bus.publisher();
  const waiting = new AbortController();
  const late = clock.wait(PUBLISH_TIMEOUT_MS, waiting.signal).then(() => {
    publisher.close();
  });
  const data = new TextEncoder().encode(JSON.stringify(job));
  try {
    const published = await publisher.publish({ subject: jobSubject('mail'), data, id: job.key });
    if (!published.ok) throw new Error('the mail queue is full');
  } catch (cause) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause });
  } finally {
    waiting.abort();
    await late;
  }
}
