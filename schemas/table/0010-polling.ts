/** Pollers as data. */
export const polling: readonly string[] = [
  `CREATE TABLE polled_counter (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  element text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
)`,
  `CREATE TABLE poller (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  active boolean NOT NULL DEFAULT true,
  level text NOT NULL,
  oid text NOT NULL,
  script text,
  value_type text NOT NULL,
  default_value bigint,
  incremental boolean NOT NULL DEFAULT false,
  counters text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK (level IN ('device', 'interface'))
)`,
  `CREATE TABLE deactivated_poller (
  key text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  by text
)`,
];
