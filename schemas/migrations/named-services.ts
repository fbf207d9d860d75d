/** Webhooks of services known by name, and the threads of their messages. */
export const namedServices: readonly string[] = [
  `ALTER TABLE webhook ADD COLUMN service text NOT NULL DEFAULT 'custom'`,
  `ALTER TABLE webhook ADD COLUMN channel text NOT NULL DEFAULT ''`,
  'ALTER TABLE webhook ADD COLUMN secret text',
  `CREATE TABLE notification_thread (
  target integer NOT NULL,
  occurrence text NOT NULL,
  thread text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (target, occurrence)
)`,
  'CREATE INDEX notification_thread_age ON notification_thread (updated_at)',
];
