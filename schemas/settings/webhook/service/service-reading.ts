import type { NamedService } from './webhook-service.ts';

/** What a service says in a response that HTTP calls a success, or about when to try again. */
export interface ServiceReading {
  /** `retry`: it may succeed later; `rejected`: never; `unthreaded`: the message that it replies to is no longer there. */
  readonly is: 'delivered' | 'retry' | 'rejected' | 'unthreaded';
  /** What it named the message. */
  readonly thread?: string;
  readonly retryAfterMs?: number;
}

interface HttpReply {
  readonly status: number;
  readonly body: string;
}

const DELIVERED: ServiceReading = { is: 'delivered' };

/** Longest wait that a service may demand. */
const MOST_WAIT_MS = 3_600_000;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function parsed(body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

/** Errors of Slack that pass: https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const PASSING: ReadonlySet<unknown> = new Set([
  'fatal_error',
  'internal_error',
  'rate_limited',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
]);
const UNTHREADED: ReadonlySet<unknown> = new Set(['cannot_reply_to_message', 'thread_not_found']);

/** Slack says with HTTP 200 whether it posted. A response that is too long to be read to its end begins with `ok` and has `ts`. */
function slackReading({ body }: HttpReply): ServiceReading {
  const { ok, ts, error } = parsed(body);
  const shown = /"ts":\s*"(\d+\.\d+)"/.exec(body)?.[1];
  const thread = typeof ts === 'string' ? ts : shown;
  if (ok === true || /^\{"ok":\s*true\b/.test(body))
    return thread === undefined ? DELIVERED : { ...DELIVERED, thread };
  if (UNTHREADED.has(error)) return { is: 'unthreaded' };
  return { is: PASSING.has(error) || error === undefined ? 'retry' : 'rejected' };
}

/** Telegram says in the body of an error how many seconds to wait. */
function telegramReading({ status, body }: HttpReply): ServiceReading {
  const { ok, result, parameters } = parsed(body);
  if (ok === true) {
    const { message_id: id } = fieldsOf(result);
    return typeof id === 'number' ? { ...DELIVERED, thread: String(id) } : DELIVERED;
  }
  const { retry_after: seconds } = fieldsOf(parameters);
  if (typeof seconds === 'number' && seconds > 0)
    return { is: 'retry', retryAfterMs: Math.min(seconds * 1_000, MOST_WAIT_MS) };
  return { is: status >= 400 && status < 500 && status !== 429 ? 'rejected' : 'retry' };
}

/** A connector of Teams reports a limit with HTTP 200 in a sentence. */
const teamsReading = ({ body }: HttpReply): ServiceReading =>
  /HTTP error (429|5\d\d)/.test(body) ? { is: 'retry' } : DELIVERED;

const byStatus = (): ServiceReading => DELIVERED;

const readings = {
  slack: slackReading,
  teams: teamsReading,
  pagerduty: byStatus,
  opsgenie: byStatus,
  telegram: telegramReading,
} as const satisfies Record<NamedService, (reply: HttpReply) => ServiceReading>;

/** Reads a response that HTTP calls a success; undefined: HTTP says it all. Telegram's errors say more than their status. */
export function serviceReading(service: NamedService, reply: HttpReply): ServiceReading | undefined {
  const isSuccess = reply.status >= 200 && reply.status < 300;
  return isSuccess || service === 'telegram' ? readings[service](reply) : undefined;
}
