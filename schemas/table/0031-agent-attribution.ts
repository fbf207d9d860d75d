/** Flows of one agent behind the exporter that are another customer's or site's. */
export const agentAttribution: readonly string[] = [
  'ALTER TABLE flow_attribution ADD COLUMN agent text',
  'ALTER TABLE flow_attribution DROP CONSTRAINT flow_attribution_check',
  'ALTER TABLE flow_attribution ADD CONSTRAINT flow_attribution_check CHECK (num_nonnulls(interface_id, vpn, vrf, agent) = 1)',
  `DO $$
DECLARE former text;
BEGIN
  SELECT conname INTO STRICT former FROM pg_constraint
  WHERE conrelid = 'flow_attribution'::regclass AND contype = 'u';
  EXECUTE format('ALTER TABLE flow_attribution DROP CONSTRAINT %I', former);
END $$`,
  'ALTER TABLE flow_attribution ADD UNIQUE NULLS NOT DISTINCT (device_id, interface_id, vpn, vrf, agent)',
];
