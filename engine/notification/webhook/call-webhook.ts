import type { Clock } from '#platform/clock/clock.ts';
import { findAddress, type AddressRules } from '#platform/outbound/find-address.ts';
import { httpExchange, type HttpResponse } from '#platform/outbound/http-exchange.ts';
import type { RenderedWebhook } from '#schemas/settings/webhook/render.ts';
import { reasonOf, truncated, type AttemptOutcome } from '../delivery/outcome.ts';
import { retryAfterMs } from './retry-after.ts';

export interface CallNeeds extends Omit<AddressRules, 'setting'> {
  readonly clock: Clock;
  /** For the whole call, including redirects. */
  readonly timeoutMs: number;
}

export interface WebhookCall extends RenderedWebhook {
  readonly method?: 'POST' | 'PUT';
  /** What a response says that its status does not; undefined: the status says it all. */
  readonly read?: (reply: Pick<HttpResponse, 'status' | 'body'>) => AttemptOutcome | undefined;
  readonly key: string;
  readonly allowInsecure: boolean;
}

const SETTING = 'WEBHOOK_ALLOWED_NETWORKS';
const MAX_REDIRECTS = 3;
/** They keep method and body (RFC 9110 §15.4.8 and §15.4.9); others may turn a POST into a GET. */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([307, 308]);
/** Retryable: request timeout, too early, too many requests. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

function outcomeOf({ status, retryAfter, body }: HttpResponse, nowMs: number): AttemptOutcome {
  const response = truncated(`HTTP ${String(status)}${body.trim() === '' ? '' : `: ${body.trim()}`}`);
  if (status >= 200 && status < 300) return { is: 'delivered', response };
  if (status >= 500 || RETRYABLE_STATUSES.has(status))
    return { is: 'failed', response, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
  return { is: 'rejected', response };
}

/** Configured headers belong to the configured host: another host gets none of them. */
const withoutSecrets = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  'content-type' in headers ? { 'content-type': headers['content-type'] ?? '' } : {};

function nextUrl(from: URL, { location = '' }: HttpResponse): URL | string {
  if (!URL.canParse(location, from.href)) return 'redirects to an invalid URL';
  const next = new URL(location, from.href);
  if (next.protocol !== 'https:' && next.protocol !== 'http:') return `redirects to ${next.protocol}`;
  return from.protocol === 'https:' && next.protocol === 'http:' ? 'redirects from https to http' : next;
}

async function follow(call: WebhookCall, needs: CallNeeds, signal: AbortSignal): Promise<AttemptOutcome> {
  let url = new URL(call.url);
  let headers: Readonly<Record<string, string>> = { 'user-agent': 'Telltale', ...call.headers };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const found = await findAddress(url.hostname, { ...needs, setting: SETTING }, signal);
    if (!found.ok) return { is: 'rejected', response: found.reason };
    const { body, allowInsecure, key, method = 'POST' } = call;
    const sent = { ...headers, 'idempotency-key': key };
    const request = { ...found, method, url, body, allowInsecure, headers: sent } as const;
    const response = await httpExchange(request, signal);
    if (!REDIRECT_STATUSES.has(response.status))
      return call.read?.(response) ?? outcomeOf(response, needs.clock.now().getTime());
    const next = nextUrl(url, response);
    if (typeof next === 'string')
      return { is: 'rejected', response: `HTTP ${String(response.status)}: ${next}` };
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
  return { is: 'rejected', response: `redirected more than ${String(MAX_REDIRECTS)} times` };
}

/** Calls a webhook. Never throws: errors become the outcome. */
export async function callWebhook(
  call: WebhookCall,
  needs: CallNeeds,
  ending: AbortSignal,
): Promise<AttemptOutcome> {
  const timeout = new AbortController();
  const over = new AbortController();
  void needs.clock.wait(needs.timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) timeout.abort(new Error(`no response within ${String(needs.timeoutMs)} ms`));
  });
  const signal = AbortSignal.any([timeout.signal, ending]);
  try {
    return await follow(call, needs, signal);
  } catch (error) {
    return { is: 'failed', response: reasonOf(signal.aborted ? signal.reason : error) };
  } finally {
    over.abort();
  }
}
