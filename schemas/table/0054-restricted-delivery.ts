/**
 * Whether a notification told of restricted alarms: how many there were is not for everybody. Of those before nobody knows: what
 * went to a target that is told of restricted alarms may have been of them.
 */
export const restrictedDelivery: readonly string[] = [
  'ALTER TABLE notification_delivery ADD COLUMN restricted boolean NOT NULL DEFAULT false',
  `UPDATE notification_delivery SET restricted = true WHERE (kind, target) IN (
  SELECT 'webhook', id FROM webhook WHERE restricted
  UNION ALL SELECT 'trap', id FROM trap_receiver WHERE restricted
  UNION ALL SELECT 'mail', id FROM alarm_mail WHERE restricted)`,
];
