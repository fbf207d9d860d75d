import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { LINK_KEY, LINK_KEY_SETTING } from '#platform/secret/sealed-places.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { signingKey } from '../../kernel/setting/signing-key.ts';
import type { DraftNeeds } from './draft-faults.ts';
import { MailLinks } from './mail/mail-links.ts';
import { ReportMailSender } from './report-mail/report-mail-sender.ts';
import { RunMailer } from './run/run-mailer.ts';
import { SchedulingRunner } from './run/scheduling-runner.ts';

export interface SchedulingServiceNeeds extends Pick<DraftNeeds, 'visibility'> {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly inventory: InventoryCache;
  readonly publicUrl: string;
  /** Between two mails of one schedule of alarms. `schedulingLimits.alarmPauseMs` when not given. */
  readonly alarmPauseMs?: number | undefined;
}

export interface SchedulingServices {
  readonly links: MailLinks;
  readonly runner: SchedulingRunner;
}

/** What runs schedules, not started yet. */
export async function openScheduling(needs: SchedulingServiceNeeds): Promise<SchedulingServices> {
  const key = await signingKey(needs, { setting: LINK_KEY_SETTING, purpose: LINK_KEY });
  const links = new MailLinks(key, needs.publicUrl);
  const mailer = new RunMailer({ ...needs, links });
  const { alarmPauseMs = schedulingLimits.alarmPauseMs } = needs;
  const reportMails = new ReportMailSender({ ...needs, links });
  return { links, runner: new SchedulingRunner({ ...needs, mailer, reportMails, alarmPauseMs }) };
}
