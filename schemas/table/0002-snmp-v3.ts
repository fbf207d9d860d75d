/** Users of SNMP v3, and SNMP v1. */
export const snmpV3: readonly string[] = [
  `ALTER TABLE device
  ADD COLUMN snmp_user text,
  ADD COLUMN snmp_context text,
  ADD COLUMN snmp_auth_protocol text,
  ADD COLUMN snmp_auth_password text,
  ADD COLUMN snmp_priv_protocol text,
  ADD COLUMN snmp_priv_password text,
  DROP CONSTRAINT device_snmp_version_check,
  ADD CHECK (snmp_version IN ('v1', 'v2c', 'v3'))`,
];
