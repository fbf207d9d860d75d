import type { Bus } from '#platform/bus/bus.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import { addRenderings, RenderQueue } from '#platform/rendering/render-queue.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import type { RecipientResult, RunReason, SchedulingState } from '#schemas/scheduling/run.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { ReportMailSender } from '../report-mail/report-mail-sender.ts';
import { recordAlarmRuns } from './due-alarms.ts';
import { recordDueRuns } from './due-schedules.ts';
import { readOwnerRights } from './owner-rights.ts';
import { prepareRun, readRunAlarms, type PrepareNeeds } from './prepare-run.ts';
import { readRecipients, readResults, sendingOutcome } from './recipients-of-run.ts';
import { hasClaimedSince, readRunReports, renderingOutcome } from './rendering-outcome.ts';
import type { RunMailer } from './run-mailer.ts';
import { ScheduledRunStore, type ClaimedRun } from './run-store.ts';

export interface SchedulingRunnerNeeds extends PrepareNeeds {
  readonly bus: Pick<Bus, 'publisher'>;
  readonly ids: Pick<IdSource, 'uuid'>;
  readonly log: Log;
  readonly mailer: RunMailer;
  /** Mails that users send themselves. */
  readonly reportMails: Pick<ReportMailSender, 'sendAll'>;
  /** Between two mails of one schedule of alarms. */
  readonly alarmPauseMs: number;
}

const CHECK_MS = 5 * SECOND_MS;
/** How often a run looks whether its reports are rendered, and whether its mails are delivered. */
const POLL_MS = 5 * SECOND_MS;
const SLOW_POLL_MS = MINUTE_MS;
/** Mails that are not delivered by then are retried at longer intervals. */
const SOON_MS = 2 * MINUTE_MS;
/** A run that could not continue, for instance without the broker, tries again after this time. */
const RETRY_MS = 15 * SECOND_MS;
const SWEEP_MS = HOUR_MS;

/**
 * Runs schedules: records what is due, and does a step of each run after another. Every step is one transaction, or may be repeated: a server that
 * ends leaves nothing half done, and another one continues.
 */
export class SchedulingRunner {
  readonly #needs: SchedulingRunnerNeeds;
  readonly #store: ScheduledRunStore;
  readonly #queue: RenderQueue;
  #signal: AbortSignal | undefined;
  #working: Promise<void> | undefined;
  #isRequested = false;

  constructor(needs: SchedulingRunnerNeeds) {
    this.#needs = needs;
    this.#store = new ScheduledRunStore({ ...needs, server: needs.ids.uuid() });
    this.#queue = new RenderQueue(needs);
  }

  /** Runs schedules until the signal aborts. */
  start(signal: AbortSignal): void {
    const { clock, log } = this.#needs;
    this.#signal = signal;
    clock.every(
      CHECK_MS,
      () => {
        this.wake();
        return this.idle();
      },
      signal,
    );
    clock.every(
      SWEEP_MS,
      async () => {
        try {
          await this.#store.deleteOld();
          await this.#queue.deleteExpired();
        } catch (error) {
          log.warn({ err: error }, 'scheduling sweep failed');
        }
      },
      signal,
    );
    this.wake();
  }

  /** Looks for runs at once. */
  wake(): void {
    const signal = this.#signal;
    if (signal === undefined || signal.aborted) return;
    this.#isRequested = true;
    this.#working ??= this.#work(signal).finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when no run can continue now. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(signal: AbortSignal): Promise<void> {
    try {
      while (this.#isRequested && !signal.aborted) {
        this.#isRequested = false;
        await recordDueRuns(this.#needs, signal);
        await recordAlarmRuns(this.#needs, signal);
        await this.#runAll(signal);
        await this.#needs.reportMails.sendAll(signal);
      }
    } catch (error) {
      // Without PostgreSQL: what is due is recorded when it responds again.
      if (!signal.aborted) this.#needs.log.warn({ err: error }, 'scheduling check failed');
    }
  }

  async #runAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const claimed = await this.#store.claim();
      if (claimed === undefined) return;
      try {
        await this.#step(claimed);
      } catch (error) {
        this.#needs.log.warn({ err: error, run: claimed.run.id }, 'scheduled run interrupted');
        await this.#store.leave(claimed, RETRY_MS);
      }
    }
  }

  async #step(claimed: ClaimedRun): Promise<void> {
    switch (claimed.run.state) {
      case 'waiting':
        return this.#prepare(claimed);
      case 'rendering':
        return this.#awaitReports(claimed);
      case 'mailing':
        return this.#mail(claimed);
      case 'sending':
        return this.#awaitMails(claimed);
      case 'sent':
      case 'partly':
      case 'failed':
      case 'skipped':
        return undefined;
    }
  }

  async #prepare(claimed: ClaimedRun): Promise<void> {
    const { db, clock } = this.#needs;
    const prepared = await prepareRun(this.#needs, claimed);
    if (!prepared.ok) return this.#end(claimed, prepared);
    const { orders } = prepared;
    await db.transaction().execute(async (tx) => {
      const state = orders.length === 0 ? 'mailing' : 'rendering';
      if (await this.#store.change(tx, claimed, { state })) await addRenderings(tx, orders, clock.now());
    });
  }

  async #awaitReports(claimed: ClaimedRun): Promise<void> {
    const { db, clock } = this.#needs;
    const now = clock.now();
    const reports = await readRunReports(db, claimed.run.id);
    const names = new Map(reports.map(({ report_id, report_name }) => [report_id, report_name ?? '']));
    const outcome = renderingOutcome(reports, {
      waitedMs: now.getTime() - claimed.run.state_since.getTime(),
      hasWorker: await hasClaimedSince(db, addMs(now, -schedulingLimits.maxUnclaimedMs)),
      nameOf: (report) => names.get(report) ?? String(report),
    });
    if (outcome.is === 'failed') await this.#end(claimed, { state: 'failed', reason: outcome.reason });
    else if (outcome.is === 'done') await this.#store.change(db, claimed, { state: 'mailing' });
    else await this.#store.leave(claimed, POLL_MS);
  }

  /** Recipients are fixed before the first mail is queued: who subscribes later gets the next one. */
  async #mail(claimed: ClaimedRun): Promise<void> {
    const { db, mailer } = this.#needs;
    const { run, schedule } = claimed;
    const rights = await readOwnerRights(db, schedule, run);
    if (!rights.ok) return this.#end(claimed, { state: 'failed', reason: rights.reason });
    if (!(await this.#hasMailServer()))
      return this.#end(claimed, { state: 'failed', reason: { code: 'no-mail-server', params: {} } });
    const addresses =
      run.recipients.length > 0
        ? run.recipients.map(({ address }) => address)
        : await this.#addresses(claimed, rights.caller.email);
    if (addresses.length === 0)
      return this.#end(claimed, { state: 'skipped', reason: { code: 'no-recipients', params: {} } });
    const recipients = addresses.map((address): RecipientResult => ({
      address,
      state: 'waiting',
      response: '',
    }));
    if (!(await this.#store.fixRecipients(claimed, recipients))) return;
    const alarms = await readRunAlarms(db, this.#needs, { ...claimed, caller: rights.caller });
    const isOurs = (): Promise<boolean> => this.#store.extend(claimed);
    if (await mailer.queue(claimed, { recipients: addresses, alarms, isOurs }))
      await this.#store.change(db, claimed, { state: 'sending' });
  }

  async #addresses({ run, schedule }: ClaimedRun, ofCaller: string): Promise<readonly string[]> {
    return run.cause === 'manual' ? [ofCaller] : readRecipients(this.#needs.db, schedule);
  }

  async #awaitMails(claimed: ClaimedRun): Promise<void> {
    const { db, clock } = this.#needs;
    const { run } = claimed;
    const sentMs = clock.now().getTime() - run.state_since.getTime();
    const results = await readResults(db, run);
    const outcome = sendingOutcome(results, {
      isOverdue: sentMs > schedulingLimits.maxSendingMs,
      reason: run.reason,
    });
    if (outcome === undefined) await this.#store.leave(claimed, sentMs < SOON_MS ? POLL_MS : SLOW_POLL_MS);
    else await this.#store.change(db, claimed, { ...outcome, recipients: results });
  }

  async #hasMailServer(): Promise<boolean> {
    const row = await this.#needs.db
      .selectFrom('setting')
      .select('name')
      .where('name', '=', SMTP_SETTING)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends a run that sends nothing. Its owner is notified first: a server that ends in between notifies them again, with a mail of the same key. */
  async #end(
    claimed: ClaimedRun,
    { state, reason }: { readonly state: SchedulingState; readonly reason: RunReason },
  ): Promise<void> {
    const { db, log, mailer } = this.#needs;
    if (await this.#isNews(claimed, reason)) await mailer.notify(claimed, reason);
    await this.#store.change(db, claimed, { state, reason });
    log.info(
      { run: claimed.run.id, schedule: claimed.schedule.id, reason: reason.code },
      'scheduled run sent nothing',
    );
  }

  /** Whether the owner has not been notified of the same after the run before: an hourly schedule would fill their mailbox. */
  async #isNews({ run }: ClaimedRun, { code }: RunReason): Promise<boolean> {
    if (run.cause === 'manual' || code === 'no-mail-server') return false;
    const before = await this.#needs.db
      .selectFrom('schedule_run')
      .select('reason')
      .where('schedule_id', '=', run.schedule_id)
      .where('cause', '<>', 'manual')
      .where('due_at', '<', run.due_at)
      .where('ended_at', 'is not', null)
      .orderBy('due_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return before?.reason?.code !== code;
  }
}
