/**
 * Who is told of full streams. As before: every trap receiver, and the mails of every customer and every alarm that are told of what
 * is critical; no webhook, for nobody said that its receiver understands that.
 */
export const platformNotification: readonly string[] = [
  'ALTER TABLE webhook ADD COLUMN platform boolean NOT NULL DEFAULT false',
  'ALTER TABLE trap_receiver ADD COLUMN platform boolean NOT NULL DEFAULT false',
  'ALTER TABLE alarm_mail ADD COLUMN platform boolean NOT NULL DEFAULT false',
  'UPDATE trap_receiver SET platform = true',
  `UPDATE alarm_mail SET platform = true WHERE customers = '[]' AND alarms = '[]'
  AND (severities = '[]' OR severities @> '["critical"]')`,
];
