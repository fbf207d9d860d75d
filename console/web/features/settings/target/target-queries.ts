import { queryOptions } from '@tanstack/react-query';
import { listAlarmMails } from '#schemas/settings/mail/routes.ts';
import { listTrapReceivers } from '#schemas/settings/snmp/routes.ts';
import { listWebhooks } from '#schemas/settings/webhook/routes.ts';
import { call } from '#web/kernel/api/call.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['settings', 'webhooks'],
  queryFn: ({ signal }) => call(listWebhooks, { signal }),
});

export const trapReceiversQuery = queryOptions({
  queryKey: ['settings', 'traps'],
  queryFn: ({ signal }) => call(listTrapReceivers, { signal }),
});

export const alarmMailsQuery = queryOptions({
  queryKey: ['settings', 'mails'],
  queryFn: ({ signal }) => call(listAlarmMails, { signal }),
});
