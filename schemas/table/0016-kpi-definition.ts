/** KPIs that administrators define. */
export const kpiDefinitions: readonly string[] = [
  `CREATE TABLE kpi_definition (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_fr text NOT NULL,
  unit text NOT NULL,
  element text NOT NULL,
  aggregation text NOT NULL,
  strategy text NOT NULL,
  formulas jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
)`,
];
