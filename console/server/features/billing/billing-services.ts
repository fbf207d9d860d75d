import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { BillingWorker } from './billing-worker.ts';
import { DailyCount } from './daily-count.ts';
import { MailSender } from './mail-sender.ts';

interface BillingServiceNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
}

export interface BillingServices {
  readonly count: DailyCount;
  readonly mails: MailSender;
  /** Counts and mails until the signal aborts. */
  readonly start: (signal: AbortSignal) => void;
}

/** What counts units and mails them, not started yet. */
export function openBilling(needs: BillingServiceNeeds): BillingServices {
  const [count, mails] = [new DailyCount(needs), new MailSender(needs)];
  const worker = new BillingWorker({ ...needs, count, mails });
  return {
    count,
    mails,
    start: (signal) => {
      worker.start(signal);
    },
  };
}
