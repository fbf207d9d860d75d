/** Whose flows are whose beyond the exporter's address. */
export const flowAttribution: readonly string[] = [
  'ALTER TABLE device ADD COLUMN flows_repeated boolean NOT NULL DEFAULT false',
  'ALTER TABLE exporter DROP CONSTRAINT exporter_pkey, ADD PRIMARY KEY (address, device_id)',
  `CREATE TABLE flow_attribution (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  interface_id integer REFERENCES network_interface ON DELETE CASCADE,
  vpn bigint,
  vrf text,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  CHECK (num_nonnulls(interface_id, vpn, vrf) = 1),
  UNIQUE NULLS NOT DISTINCT (device_id, interface_id, vpn, vrf)
)`,
];
