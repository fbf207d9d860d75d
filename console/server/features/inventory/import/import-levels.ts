import type { NetworkDevice, NetworkInterface, NetworkSite } from '#schemas/inventory/network-file.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { CredentialsByName } from './import-credentials.ts';
import type { ElementLevel } from './import-elements.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { accessCells, withCellSecrets, type AccessCells } from '#platform/inventory/snmp-access.ts';

export const siteCells = ({ city, country, region, latitude, longitude, networks }: NetworkSite) => ({
  city,
  country,
  region,
  latitude,
  longitude,
  networks,
});

interface DeviceCells extends AccessCells {
  readonly [cell: string]: unknown;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  readonly duplicate_flows: boolean;
  readonly snmp_credential_id: number | null;
}

/** The cells of a stored credential, which the device follows, or of the access in the file. */
function snmpCells(
  { snmp, credential }: NetworkDevice,
  credentials: CredentialsByName,
): AccessCells & Pick<DeviceCells, 'snmp_credential_id'> {
  const stored = credential === undefined ? undefined : credentials.get(nameKey(credential));
  return stored === undefined
    ? { ...accessCells(snmp), snmp_credential_id: null }
    : { ...stored.cells, snmp_credential_id: stored.id };
}

export const deviceCells =
  (credentials: CredentialsByName) =>
  (device: NetworkDevice): DeviceCells => ({
    address: device.address,
    vendor: device.vendor,
    model: device.model,
    duplicate_flows: device.duplicateFlows,
    ...snmpCells(device, credentials),
  });

export const interfaceCells = ({ alias, bandwidthInBps, bandwidthOutBps }: NetworkInterface) => ({
  if_alias: alias,
  bandwidth_in_bps: bandwidthInBps ?? null,
  bandwidth_out_bps: bandwidthOutBps ?? null,
});

export const siteLevel: ElementLevel<ReturnType<typeof siteCells>> = {
  kind: 'site',
  read: (tx, ids) => tx.selectFrom('site').selectAll().where('id', 'in', ids).execute(),
  insert: (tx, rows) =>
    tx
      .insertInto('site')
      .values([...rows])
      .execute(),
  update: (tx, id, cells) => tx.updateTable('site').set(cells).where('id', '=', id).execute(),
};

/** Secrets are compared in plain text and stored sealed. */
export const deviceLevel = ({ open, seal }: SecretBox): ElementLevel<DeviceCells> => ({
  kind: 'device',
  async read(tx, ids) {
    const rows = await tx.selectFrom('device').selectAll().where('id', 'in', ids).execute();
    return rows.map((row) => withCellSecrets(row, open));
  },
  insert: (tx, rows) =>
    tx
      .insertInto('device')
      .values(rows.map((row) => withCellSecrets(row, seal)))
      .execute(),
  update: (tx, id, cells) =>
    tx.updateTable('device').set(withCellSecrets(cells, seal)).where('id', '=', id).execute(),
});

/** The poller maintains the ifIndex; imports do not change it. */
export const interfaceLevel: ElementLevel<ReturnType<typeof interfaceCells>> = {
  kind: 'interface',
  read: (tx, ids) => tx.selectFrom('network_interface').selectAll().where('id', 'in', ids).execute(),
  insert: (tx, rows) =>
    tx
      .insertInto('network_interface')
      .values([...rows])
      .execute(),
  update: (tx, id, cells) => tx.updateTable('network_interface').set(cells).where('id', '=', id).execute(),
};
