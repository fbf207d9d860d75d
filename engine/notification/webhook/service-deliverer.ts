import type { WebhookJob } from '#schemas/notification/job.ts';
import { serviceReading, type ServiceReading } from '#schemas/settings/webhook/service/service-reading.ts';
import { serviceMessage, type ServiceMessage } from '#schemas/settings/webhook/service/service-message.ts';
import type { ServiceAccess, ServiceRequest } from '#schemas/settings/webhook/service/service-request.ts';
import { serviceRequests } from '#schemas/settings/webhook/service/service-requests.ts';
import type { NamedService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { truncated, type AttemptOutcome } from '../delivery/outcome.ts';
import { callWebhook, type CallNeeds } from './call-webhook.ts';
import type { NotificationThreads } from './notification-threads.ts';

/** A service to be called, its secret opened. */
export interface CalledService extends ServiceAccess {
  readonly service: NamedService;
  readonly allowInsecure: boolean;
}

export type ServiceJob = Pick<WebhookJob, 'key' | 'notice'>;

const MASK = '•••';

/** What a service says may repeat what was sent to it. */
const masked = (text: string, { secret }: CalledService): string => text.replaceAll(secret, MASK);

interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly reading: ServiceReading | undefined;
}

function outcomeOf({ is, retryAfterMs }: ServiceReading, response: string): AttemptOutcome {
  if (is === 'delivered' || is === 'rejected') return { is, response };
  return { is: 'failed', response, retryAfterMs };
}

async function exchange(
  { method, url, headers, body }: ServiceRequest,
  called: CalledService,
  {
    job,
    needs,
    signal,
  }: { readonly job: ServiceJob; readonly needs: CallNeeds; readonly signal: AbortSignal },
): Promise<Exchange> {
  let reading: ServiceReading | undefined;
  const outcome = await callWebhook(
    {
      method,
      url,
      headers,
      body: JSON.stringify(body),
      key: job.key,
      allowInsecure: called.allowInsecure,
      read(reply) {
        reading = serviceReading(called.service, reply);
        const said = reply.body.trim();
        return (
          reading &&
          outcomeOf(reading, truncated(`HTTP ${String(reply.status)}${said === '' ? '' : `: ${said}`}`))
        );
      },
    },
    needs,
    signal,
  );
  return { outcome: { ...outcome, response: masked(outcome.response, called) }, reading };
}

/** The calls of a job, for a test to show: without secret. */
export function shownRequests(called: CalledService, { notice }: Pick<ServiceJob, 'notice'>): string {
  const calls = serviceRequests[called.service](serviceMessage(notice), called, undefined);
  const shown = calls.map(({ method, url, headers, body }) =>
    [
      `${method} ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      JSON.stringify(body, null, 2),
    ].join('\n'),
  );
  return masked(shown.join('\n\n'), called);
}

export interface ServiceDelivery {
  readonly job: ServiceJob;
  /** Of the webhook; undefined: a test, which starts no thread. */
  readonly target: number | undefined;
  readonly threads: Pick<NotificationThreads, 'find' | 'store' | 'forget' | 'inTurn'>;
  readonly needs: CallNeeds;
}

type ThreadPlace = Parameters<NotificationThreads['find']>[0];

/** Records what a service named the first message, or that the message is no longer there. */
async function recordThread(
  {
    place,
    thread,
    threads,
  }: Pick<ServiceDelivery, 'threads'> & {
    readonly place: ThreadPlace;
    readonly thread: string | undefined;
  },
  reading: ServiceReading | undefined,
): Promise<void> {
  if (reading?.is === 'unthreaded') await threads.forget(place);
  if (reading?.is === 'delivered' && thread === undefined && reading.thread !== undefined)
    await threads.store(place, reading.thread);
}

/** Where the thread of a message is recorded; undefined: it has none. */
const placeOf = (target: number | undefined, thread: string | undefined): ThreadPlace | undefined =>
  target === undefined || thread === undefined ? undefined : { target, occurrence: thread };

/**
 * Reports a notice to a service. All its calls may be repeated: the next attempt begins with the first one again. A reply to a message that
 * is no longer there is sent again by itself.
 */
export async function deliverToService(
  called: CalledService,
  { job, target, threads, needs }: ServiceDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const message = serviceMessage(job.notice);
  const place = placeOf(target, message.thread);
  const send = (thread: string | undefined) =>
    sendMessage(called, { message, place, thread, job, threads, needs }, signal);
  if (place === undefined) return send(undefined);
  const known = await threads.find(place);
  if (known !== undefined) return send(known);
  // The alarms of an incident are often raised together: the first message is named before the next one is sent.
  return threads.inTurn(place, async () => send(await threads.find(place)));
}

interface SentMessage extends Omit<ServiceDelivery, 'target'> {
  readonly message: ServiceMessage;
  readonly place: ThreadPlace | undefined;
  readonly thread: string | undefined;
}

async function sendMessage(
  called: CalledService,
  { message, place, thread, job, threads, needs }: SentMessage,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  let last: AttemptOutcome = { is: 'rejected', response: 'nothing to send' };
  for (const request of serviceRequests[called.service](message, called, thread)) {
    const { outcome, reading } = await exchange(request, called, { job, needs, signal });
    if (place !== undefined) await recordThread({ place, thread, threads }, reading);
    if (outcome.is !== 'delivered') return outcome;
    last = outcome;
  }
  return last;
}
