import type { Transaction } from 'kysely';
import { accessColumns, withCellSecrets, type AccessCells } from '#platform/inventory/snmp-access.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { ImportReach } from './import-reach.ts';

export interface StoredCredential {
  readonly id: number;
  /** With decrypted secrets. */
  readonly cells: AccessCells;
}

/** Stored SNMP credentials by the key of their name. */
export type CredentialsByName = ReadonlyMap<string, StoredCredential>;

interface CredentialInFile {
  readonly item: { readonly credential?: string | undefined };
  readonly path: FaultPath;
}

/** Locked until the end of the transaction: a change reaches either the import or its devices. */
export async function readCredentials(
  tx: Transaction<Database>,
  { open }: Pick<SecretBox, 'open'>,
): Promise<CredentialsByName> {
  const rows = await tx
    .selectFrom('snmp_credential')
    .select(['id', 'name', ...accessColumns])
    .forShare()
    .execute();
  return new Map(
    rows.map(({ id, name, ...cells }) => [nameKey(name), { id, cells: withCellSecrets(cells, open) }]),
  );
}

const PERMISSION = 'SETTINGS.SNMP.read';

/** A stored credential is sent to addresses that the file chooses, so that naming one requires the permission to read credentials. */
const mayName = (reach: ImportReach | undefined): boolean =>
  reach === undefined || (reach.allCustomers && reach.permissions.has(PERMISSION));

/** Credentials of the file that are not stored, or that the caller may not name. */
export function credentialFaults(
  devices: readonly CredentialInFile[],
  credentials: CredentialsByName,
  reach: ImportReach | undefined,
): readonly PlacedFault[] {
  return devices.flatMap(({ item: { credential: name }, path }): readonly PlacedFault[] => {
    if (name === undefined) return [];
    const place = [...path, 'credential'];
    if (!mayName(reach))
      return [{ path: place, code: 'NETWORK_CREDENTIAL_NOT_ALLOWED', params: { permission: PERMISSION } }];
    return credentials.has(nameKey(name))
      ? []
      : [{ path: place, code: 'NETWORK_CREDENTIAL_UNKNOWN', params: { name } }];
  });
}
