import { listAlarmMails } from '#schemas/settings/mail/routes.ts';
import { listTrapReceivers } from '#schemas/settings/snmp/routes.ts';
import { listWebhooks } from '#schemas/settings/webhook/routes.ts';
import { below } from '#web/kernel/query/route-query.ts';

/** What a write to a kind of targets changes. */
export const targetTouches = {
  webhooks: [below(listWebhooks)],
  traps: [below(listTrapReceivers)],
  mails: [below(listAlarmMails)],
} as const;

export type TargetList = keyof typeof targetTouches;
