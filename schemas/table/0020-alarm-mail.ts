/** Who is told of which alarms by mail. */
export const alarmMails: readonly string[] = [
  `CREATE TABLE alarm_mail (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  enabled boolean NOT NULL,
  recipients jsonb NOT NULL,
  trigger text NOT NULL,
  customers jsonb NOT NULL,
  severities jsonb NOT NULL,
  alarms jsonb NOT NULL,
  grouping text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  active_since timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (trigger IN ('rising', 'falling', 'both')),
  CHECK (grouping IN ('single', 'minute'))
)`,
];
