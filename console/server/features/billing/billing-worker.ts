import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { DailyCount } from './daily-count.ts';
import type { MailSender } from './mail-sender.ts';

const CHECK_MS = 5 * 60_000;

export interface BillingWorkerNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly count: DailyCount;
  readonly mails: MailSender;
}

/** Counts units once a day, and sends what is due. Every server does it: the outcome is the same, once. */
export class BillingWorker {
  readonly #needs: BillingWorkerNeeds;

  constructor(needs: BillingWorkerNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(CHECK_MS, () => this.check(signal), signal);
  }

  /** Does everything that is due now. */
  async check(signal: AbortSignal): Promise<void> {
    const { log, count, mails } = this.#needs;
    try {
      const days = await count.run();
      if (days > 0) log.info({ days }, 'units counted');
      await mails.sendMonth(await count.lastDay());
      await mails.sendWarnings();
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'billing failed');
    }
  }
}
