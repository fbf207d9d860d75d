import { sql, type RawBuilder } from 'kysely';
import type { WrittenTable } from '../plan/planned-rows.ts';

const access = {
  snmp_version: 'text',
  snmp_port: 'integer',
  snmp_community: 'text',
  snmp_user: 'text',
  snmp_context: 'text',
  snmp_auth_protocol: 'text',
  snmp_auth_password: 'text',
  snmp_priv_protocol: 'text',
  snmp_priv_password: 'text',
} as const;

/** Columns that an import writes, with their types. */
const columnsOf = {
  customer: {
    id: 'integer',
    client_id: 'text',
    name: 'text',
    profile_id: 'integer',
    recipient_id: 'integer',
    time_zone: 'text',
  },
  network_element: {
    id: 'integer',
    customer_id: 'integer',
    kind: 'text',
    parent_id: 'integer',
    name: 'text',
  },
  site: {
    id: 'integer',
    city: 'text',
    country: 'text',
    region: 'text',
    latitude: 'double precision',
    longitude: 'double precision',
    networks: 'text[]',
  },
  device: {
    id: 'integer',
    address: 'text',
    vendor: 'text',
    model: 'text',
    ...access,
    snmp_credential_id: 'integer',
  },
  network_interface: {
    id: 'integer',
    if_alias: 'text',
    bandwidth_in_bps: 'bigint',
    bandwidth_out_bps: 'bigint',
  },
  exporter: { address: 'text', device_id: 'integer' },
} as const satisfies Record<WrittenTable, Readonly<Record<string, string>>>;

const refs = (names: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => (table === undefined ? sql.ref(name) : sql.ref(`${table}.${name}`))));

/** Rows of a JSON list as a relation `given`. */
const given = (table: WrittenTable, json: string): RawBuilder<unknown> => {
  const columns = Object.entries(columnsOf[table]).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql`jsonb_to_recordset(${json}::jsonb) AS given(${sql.join(columns)})`;
};

const namesOf = (table: WrittenTable): readonly string[] => Object.keys(columnsOf[table]);

/** Changed columns: the client id of a customer never changes. */
const changeable = (table: WrittenTable): readonly string[] =>
  namesOf(table).filter((name) => name !== 'id' && name !== 'client_id');

/** Inserts rows with the ids that they have. */
export function insertRows(table: WrittenTable, json: string): RawBuilder<unknown> {
  const names = namesOf(table);
  const identity = table === 'customer' || table === 'network_element' ? sql`OVERRIDING SYSTEM VALUE` : sql``;
  return sql`INSERT INTO ${sql.table(table)} (${refs(names)}) ${identity} SELECT ${refs(names)} FROM ${given(table, json)}`;
}

/** A change of a customer counts as one of its versions: an open form may not overwrite it. */
const counted = (table: WrittenTable): RawBuilder<unknown> =>
  table === 'customer' ? sql`, version = stored.version + 1` : sql``;

/** Updates rows by their ids. */
export function updateRows(table: WrittenTable, json: string): RawBuilder<unknown> {
  const pairs = changeable(table).map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  return sql`UPDATE ${sql.table(table)} AS stored SET ${sql.join(pairs)}${counted(table)} FROM ${given(table, json)} WHERE stored.id = given.id`;
}

/** Counts rows that are no longer as given. */
export function countDiffering(table: WrittenTable, json: string): RawBuilder<{ readonly count: number }> {
  if (table === 'exporter')
    return sql`
      SELECT count(*)::int AS count FROM ${given(table, json)}
      WHERE NOT EXISTS (SELECT FROM exporter AS stored WHERE stored.address = given.address AND stored.device_id = given.device_id)
    `;
  const names = changeable(table);
  return sql`
    SELECT count(*)::int AS count FROM ${given(table, json)} LEFT JOIN ${sql.table(table)} AS stored ON stored.id = given.id
    WHERE stored.id IS NULL OR ROW(${refs(names, 'stored')}) IS DISTINCT FROM ROW(${refs(names, 'given')})
  `;
}

/** Deletes the rows that were inserted; the detail of an element goes with it. */
export function deleteRows(table: WrittenTable, json: string): RawBuilder<unknown> {
  return table === 'exporter'
    ? sql`DELETE FROM exporter USING ${given(table, json)} WHERE exporter.address = given.address AND exporter.device_id = given.device_id`
    : sql`DELETE FROM ${sql.table(table)} AS stored USING ${given(table, json)} WHERE stored.id = given.id`;
}
