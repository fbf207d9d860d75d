/** Raises that notification remembers until they end: held back by a silence, or told by trap. */
export const notificationRaises: readonly string[] = [
  `CREATE TABLE notification_raise (
  partition integer NOT NULL,
  customer_id bigint NOT NULL,
  alarm_id bigint NOT NULL,
  element_id bigint NOT NULL,
  event text NOT NULL,
  name text NOT NULL,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  held boolean NOT NULL,
  trapped boolean NOT NULL,
  ended_seq bigint,
  content text NOT NULL,
  PRIMARY KEY (customer_id, alarm_id, element_id)
)`,
  'CREATE INDEX notification_raise_partition ON notification_raise (partition)',
];
