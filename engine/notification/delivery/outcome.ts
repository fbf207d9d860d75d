import type { NotificationJob } from '#schemas/notification/job.ts';

/**
 * How an attempt ended. `follow`: jobs for the part of it that is to be tried again, when another part is over. `answer` is shown to administrators: what the receiver said, or why it could not be
 * asked.
 */
export type Outcome =
  | { readonly is: 'delivered'; readonly answer: string; readonly follow?: readonly NotificationJob[] }
  /** Worth another attempt, not before `retryAfterMs` when the receiver asked for that. */
  | { readonly is: 'failed'; readonly answer: string; readonly retryAfterMs?: number | undefined }
  /** The receiver understood and refused: another attempt would end alike. */
  | { readonly is: 'refused'; readonly answer: string; readonly follow?: readonly NotificationJob[] }
  /** Nobody is to be told any more: the target is gone or switched off. */
  | { readonly is: 'dropped'; readonly answer: string };

/** For a job that waited while its target was taken off those that are told of restricted alarms. */
export const droppedAsRestricted: Outcome = {
  is: 'dropped',
  answer: 'restricted alarms are no longer told here',
};

/** For a job that waited while its target was taken off those that are told of full streams. */
export const droppedAsPlatform: Outcome = { is: 'dropped', answer: 'full streams are no longer told here' };

/** Delivers the jobs of one kind. Never throws for what the receiver does. */
export interface Deliverer<Job extends NotificationJob> {
  readonly kind: Job['kind'];
  /** Jobs of one target share its fate: while it fails, they wait together. */
  readonly targetOf: (job: Job) => string;
  readonly deliver: (job: Job, signal: AbortSignal) => Promise<Outcome>;
}

const SHOWN = 500;

/** An error in one line, with what is behind it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const text = error.message.startsWith(code.slice(0, -2)) ? error.message : `${code}${error.message}`;
  return shown(text);
}

export const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text);
