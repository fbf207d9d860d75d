import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  targets: 'Notification targets',
  find: 'Find a target',
  kind: 'Kind',
  'kind-webhook': 'Webhook',
  'kind-trap': 'SNMP trap',
  'kind-mail': 'E-mail',
  failingSince: 'Failing since {{since}}',
  waiting: 'Waiting',
  waitingHint: 'Notifications are queued and none was attempted within a minute.',
  unused: 'Never used',
  unusedHint: 'Nothing was delivered within 30 days.',
  delivering: 'Delivering',
  paused: 'Paused',
  pausedHint: 'The target is disabled. Events that occur in the meantime are not sent.',
  lastDelivered: 'Last delivered',
  day: 'Delivered / failed, 24 h',
  backlog: 'Queued',
  unknown: 'unknown',
  open: 'Settings and deliveries',
  test: 'Test {{name}}',
  testTarget: 'Send a test',
  close: 'Close',
  noTarget: 'No notification target yet',
  noTargetHint: 'Add a chat, an on-call service, an e-mail notification or another target.',
  count_one: '{{count}} target',
  count_other: '{{count}} targets',
} as const;

export const useOverviewTexts = defineTexts('overview', en, fr);
