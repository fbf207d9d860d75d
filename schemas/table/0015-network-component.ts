/** Classes of service, probes and tunnels are elements: those that a discovery had found before become such. */
export const networkComponents: readonly string[] = [
  'ALTER TABLE network_element DROP CONSTRAINT network_element_kind_check',
  `ALTER TABLE network_element
  ADD CHECK (kind IN ('site', 'device', 'interface', 'class', 'probe', 'tunnel', 'collector'))`,
  `CREATE TABLE network_component (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  kind text NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  fields jsonb NOT NULL DEFAULT '{}',
  CHECK (kind IN ('class', 'probe', 'tunnel', 'collector')),
  UNIQUE (device_id, kind, scope, key)
)`,
  `INSERT INTO network_element (customer_id, kind, parent_id, name)
  SELECT device.customer_id, CASE part.kind WHEN 'policy' THEN 'class' ELSE 'probe' END, device.id,
    CASE part.kind WHEN 'policy' THEN part.key ELSE 'IP SLA ' || part.key END
  FROM device_part AS part JOIN network_element AS device ON device.id = part.device_id
  WHERE part.kind IN ('policy', 'probe')`,
  `INSERT INTO network_component (id, device_id, kind, scope, key, fields)
  SELECT element.id, part.device_id, element.kind, CASE part.kind WHEN 'policy' THEN 'snmp' ELSE 'ipsla' END,
    part.key, part.fields
  FROM device_part AS part JOIN network_element AS element ON element.parent_id = part.device_id
    AND element.kind = CASE part.kind WHEN 'policy' THEN 'class' ELSE 'probe' END
    AND element.name = CASE part.kind WHEN 'policy' THEN part.key ELSE 'IP SLA ' || part.key END
  WHERE part.kind IN ('policy', 'probe')`,
  `DELETE FROM device_part WHERE kind IN ('policy', 'probe')`,
];
