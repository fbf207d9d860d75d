import type { Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkFile } from '#schemas/inventory/network-file.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Tx = Transaction<Database>;

/** A name of the file, with those of its parents. */
interface NameInFile {
  readonly path: FaultPath;
  readonly names: readonly string[];
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names.map(nameKey));

const namesInFile = ({ customers, cockpits }: NetworkFile): readonly NameInFile[] => [
  ...customers.flatMap(({ clientId, sites }, index) => {
    const path = ['customers', index];
    return [
      { path: [...path, 'clientId'], names: ['customer', clientId] },
      ...sites.flatMap((site, at) => [
        { path: [...path, 'sites', at, 'name'], names: ['site', clientId, site.name] },
        ...site.devices.map(({ name }, number) => ({
          path: [...path, 'sites', at, 'devices', number, 'name'],
          names: ['device', clientId, site.name, name],
        })),
      ]),
    ];
  }),
  ...cockpits.map(({ name }, index) => ({ path: ['cockpits', index, 'name'], names: ['cockpit', name] })),
];

/** Stored names by their key. */
async function storedNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const customers = await tx.selectFrom('customer').select('client_id').execute();
  const elements = await tx
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .leftJoin('network_element as parent', 'parent.id', 'element.parent_id')
    .select(['element.kind', 'client_id', 'parent.name as parent', 'element.name'])
    .where('element.kind', 'in', ['site', 'device'])
    .execute();
  const cockpits = await tx
    .selectFrom('resource')
    .select('name')
    .where('kind', '=', 'cockpit')
    .where('customer_id', 'is', null)
    .execute();
  const all = [
    ...customers.map(({ client_id }) => ['customer', client_id]),
    ...elements.map(({ kind, client_id, parent, name }) =>
      parent === null ? [kind, client_id, name] : [kind, client_id, parent, name],
    ),
    ...cockpits.map(({ name }) => ['cockpit', name]),
  ];
  return new Map(all.map((names) => [keyOf(names), names.at(-1) ?? '']));
}

/** Returns a fault for every name that is stored with other capitals: names are unique regardless of case. */
export async function spellingFaults(tx: Tx, file: NetworkFile): Promise<readonly PlacedFault[]> {
  const stored = await storedNames(tx);
  return namesInFile(file).flatMap(({ path, names }) => {
    const [name = ''] = names.slice(-1);
    const other = stored.get(keyOf(names));
    if (other === undefined || other === name) return [];
    return [{ path, code: 'NETWORK_NAME_SPELLED', params: { name, other } }];
  });
}
