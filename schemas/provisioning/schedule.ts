import { z } from 'zod';
import { TimeZone, ZoneName } from '../time/time-zone.ts';
import { ImportFailure, ImportChoices } from './import-run.ts';
import { removalBrake } from './removal-brake.ts';
import { Line } from '../text/line.ts';

const isPlainHttps = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

/** Where a scheduled import finds its file. */
export const ScheduleSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    /** Name of a file in the import folder of the server; `*` stands for any characters. The newest file that matches is taken. */
    file: z
      .string('REQUIRED')
      .trim()
      .min(1, 'REQUIRED')
      .max(200, 'TOO_LONG')
      .regex(/^(?!\.)[^/\\\0]+$/, 'FORMAT_INVALID'),
  }),
  z.strictObject({
    kind: z.literal('https'),
    /** Without a user and a password: they would be shown to every reader. */
    url: z
      .string('REQUIRED')
      .trim()
      .min(1, 'REQUIRED')
      .max(2_000, 'TOO_LONG')
      .refine(isPlainHttps, { error: 'URL_INVALID' }),
  }),
]);
export type ScheduleSource = z.infer<typeof ScheduleSource>;

/** A file that lacks more than this share of the elements of a customer, and at least three, waits for a person. */
export const RemovalPercent = z.int().min(1).max(100);

export const ImportScheduleDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(120, 'TOO_LONG'),
  enabled: z.boolean(),
  source: ScheduleSource,
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: z.string('REQUIRED').trim().min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  timeZone: TimeZone,
  mapping: z.int().positive().nullable(),
  ...ImportChoices.shape,
  removalPercent: RemovalPercent.default(removalBrake.percent),
});
export type ImportScheduleDraft = z.infer<typeof ImportScheduleDraft>;

/** What the last fetch led to. `unchanged`: the file has been imported already; `growing`: it is still written; `held`: a person decides. */
export const ScheduleOutcome = z.enum(['imported', 'unchanged', 'absent', 'growing', 'held', 'failed']);
export type ScheduleOutcome = z.infer<typeof ScheduleOutcome>;

export const ImportSchedule = z.strictObject({
  id: z.int(),
  ...ImportScheduleDraft.shape,
  /** May be unknown to this process: its runs follow UTC then. */
  timeZone: ZoneName,
  version: z.int(),
  createdBy: z.string(),
  /** The next three runs; none while disabled. */
  nextRuns: z.array(z.iso.datetime()),
  lastRun: z.iso.datetime().nullable(),
  outcome: ScheduleOutcome.nullable(),
  failure: ImportFailure.extend({ message: z.string() }).nullable(),
});
export type ImportSchedule = z.infer<typeof ImportSchedule>;
