import type { NotificationJob } from '#schemas/notification/job.ts';

/**
 * Outcome of an attempt. `follow`: jobs for the part to retry if another part is final. `response` is shown to
 * administrators: what the receiver said, or why it could not be reached.
 */
export type AttemptOutcome =
  | { readonly is: 'delivered'; readonly response: string; readonly follow?: readonly NotificationJob[] }
  /** To be retried, not before `retryAfterMs` if the receiver requested that. */
  | { readonly is: 'failed'; readonly response: string; readonly retryAfterMs?: number | undefined }
  /** The receiver rejected permanently: a retry would fail again. */
  | { readonly is: 'rejected'; readonly response: string; readonly follow?: readonly NotificationJob[] }
  /** The target was deleted or disabled. */
  | { readonly is: 'dropped'; readonly response: string };

/** For a job whose target stopped receiving restricted alarms while it waited. */
export const droppedAsRestricted: AttemptOutcome = {
  is: 'dropped',
  response: 'the target no longer receives restricted alarms',
};

/** For a job whose target stopped receiving platform events while it waited. */
export const droppedAsPlatform: AttemptOutcome = {
  is: 'dropped',
  response: 'the target no longer receives platform events',
};

/** Delivers the jobs of one kind. Never throws because of the receiver. */
export interface Deliverer<Job extends NotificationJob> {
  readonly kind: Job['kind'];
  /** Jobs of one target wait together while it fails. */
  readonly targetOf: (job: Job) => string;
  readonly deliver: (job: Job, signal: AbortSignal) => Promise<AttemptOutcome>;
}

const MAX_RESPONSE_CHARACTERS = 500;

/** Formats an error on one line with its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const text = error.message.startsWith(code.slice(0, -2)) ? error.message : `${code}${error.message}`;
  return truncated(text);
}

export const truncated = (text: string): string =>
  text.length > MAX_RESPONSE_CHARACTERS ? `${text.slice(0, MAX_RESPONSE_CHARACTERS)} …` : text;
