import { z } from 'zod';
import { DeliveryState } from '../notification/delivery.ts';
import { OutputFormat, RenderingProgress, RenderingState } from '../rendering/rendering.ts';
import { RunReasonCode } from './run-reason.ts';

/** `partly`: some recipients have it, others not. `skipped`: nothing was to be sent. */
export const SchedulingState = z.enum([
  'waiting',
  'rendering',
  'mailing',
  'sending',
  'sent',
  'partly',
  'failed',
  'skipped',
]);
export type SchedulingState = z.infer<typeof SchedulingState>;

/** States of a run that is not over. */
export const unfinishedStates = [
  'waiting',
  'rendering',
  'mailing',
  'sending',
] as const satisfies readonly SchedulingState[];

export const SchedulingCause = z.enum(['time', 'alarm', 'manual']);
export type SchedulingCause = z.infer<typeof SchedulingCause>;

export const RunReason = z.strictObject({
  code: RunReasonCode,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type RunReason = z.infer<typeof RunReason>;

/** What became of the mail to a recipient; `waiting`: not attempted yet. */
export const RecipientResult = z.strictObject({
  address: z.string(),
  state: z.union([z.literal('waiting'), DeliveryState]),
  /** Reply of the mail server, or why none was reached. */
  response: z.string(),
});
export type RecipientResult = z.infer<typeof RecipientResult>;

/** The run of a schedule that is listed with it. */
export const RunSummary = z.strictObject({
  id: z.int(),
  dueAt: z.iso.datetime(),
  cause: SchedulingCause,
  state: SchedulingState,
  reason: RunReason.nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

export const RunRendering = z.strictObject({
  id: z.int(),
  /** Null: the caller may not read the report, or it was deleted. */
  report: z.string().nullable(),
  format: OutputFormat,
  state: RenderingState,
  progress: RenderingProgress,
  bytes: z.int().nullable(),
  /** It is in mails as a link. */
  isLinked: z.boolean(),
  /** The link no longer works. */
  isRevoked: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type RunRendering = z.infer<typeof RunRendering>;

export const SchedulingRun = z.strictObject({
  ...RunSummary.shape,
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  recipients: z.array(RecipientResult),
  renderings: z.array(RunRendering),
  /** Alarm events that it reports. */
  alarms: z.int(),
});
export type SchedulingRun = z.infer<typeof SchedulingRun>;
