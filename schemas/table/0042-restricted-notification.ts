/** Nobody outside is told of restricted alarms before somebody who may read them says so: those that there are, neither. */
export const restrictedNotification: readonly string[] = [
  'ALTER TABLE webhook ADD COLUMN restricted boolean NOT NULL DEFAULT false',
  'ALTER TABLE trap_receiver ADD COLUMN restricted boolean NOT NULL DEFAULT false',
  'ALTER TABLE alarm_mail ADD COLUMN restricted boolean NOT NULL DEFAULT false',
];
