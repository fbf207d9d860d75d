import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';

/** Limits of schedules of reports. */
export const schedulingLimits = {
  nameMax: 120,
  subjectMax: 200,
  messageMax: 10_000,
  /** Of one schedule. */
  maxAttachments: 10,
  maxRecipients: 100,
  maxDashlets: 100,
  /** Of one customer. */
  maxSchedules: 200,
  /** Runs that the console lists, newest first. */
  maxListedRuns: 50,
  /** Next runs that a schedule shows. */
  nextRuns: 5,
  /** Alarm events that a mail lists; the others are counted. */
  maxListedAlarms: 100,
  /** Larger attachments are links. */
  maxMailBytes: 10 * 1_024 * 1_024,
  /** A run that was missed for longer is not made up. */
  makeUpMs: DAY_MS,
  /** A run that starts later than this after its time is recorded as made up. */
  lateMs: 10 * MINUTE_MS,
  /** Between two mails of one schedule of alarms. */
  alarmPauseMs: 5 * MINUTE_MS,
  /** How long a run waits for a process that renders its reports to begin. */
  maxUnclaimedMs: 15 * MINUTE_MS,
  /** How long a run waits for its reports, also while they are rendered. */
  maxRenderingMs: 2 * HOUR_MS,
  /** How long a run waits for the outcome of its mails: deliveries end sooner by themselves. */
  maxSendingMs: 26 * HOUR_MS,
  /** How long runs and rendered files are retained; links in mails work as long. */
  retainRunsMs: 30 * DAY_MS,
  /** Mails with a report of a user that wait to be sent. */
  maxWaitingMails: 20,
  /** Attempts to render a report: a report that ends two processes ends no third. */
  maxRenderAttempts: 2,
} as const;
