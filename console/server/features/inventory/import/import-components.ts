import type { Transaction } from 'kysely';
import { componentKinds, type ComponentKind, type NetworkComponent } from '#schemas/inventory/component.ts';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { DifferenceRecorder } from './import-difference.ts';
import { importElements, type ElementLevel } from './import-elements.ts';

type Tx = Transaction<Database>;

const componentCells = ({ kind, key, source }: NetworkComponent, device: number | null) => ({
  device_id: device ?? 0,
  kind,
  scope: source,
  key,
});

/** Fields that the device reported are not changed. */
const componentLevel = (kind: ComponentKind): ElementLevel<ReturnType<typeof componentCells>> => ({
  kind,
  read: (tx, ids) => tx.selectFrom('network_component').selectAll().where('id', 'in', ids).execute(),
  insert: (tx, rows) =>
    tx
      .insertInto('network_component')
      .values([...rows])
      .execute(),
  update: (tx, id, cells) => tx.updateTable('network_component').set(cells).where('id', '=', id).execute(),
});

export interface PlacedComponent {
  readonly item: NetworkComponent;
  readonly path: FaultPath;
  readonly label: string;
  readonly customerId: number;
  readonly parentId: number | null;
}

type Identity = readonly [device: number | null, kind: string, scope: string, key: string];
const identityOf = (...identity: Identity): string => JSON.stringify(identity);

/** Components of the device with another name, such as a discovered probe. */
async function duplicateFaults(
  tx: Tx,
  components: readonly PlacedComponent[],
): Promise<readonly PlacedFault[]> {
  const devices = [...new Set(components.map(({ parentId }) => parentId ?? 0))];
  if (devices.length === 0) return [];
  const rows = await tx
    .selectFrom('network_component as component')
    .innerJoin('network_element as element', 'element.id', 'component.id')
    .select(['device_id', 'component.kind', 'scope', 'key', 'name'])
    .where((eb) => eb('device_id', '=', eb.fn.any(eb.val(devices))))
    .execute();
  const names = new Map(
    rows.map(({ device_id, kind, scope, key, name }) => [identityOf(device_id, kind, scope, key), name]),
  );
  return components.flatMap(({ item, path, parentId }) => {
    const name = names.get(identityOf(parentId, item.kind, item.source, item.key));
    return name === undefined || name === item.name
      ? []
      : [
          {
            path: [...path, 'name'],
            code: 'NETWORK_COMPONENT_RENAMED',
            params: { kind: item.kind, name },
          },
        ];
  });
}

/** Imports the components of devices; returns the conflicts, and then imports nothing. */
export async function importComponents(
  run: { readonly tx: Tx; readonly recorder: DifferenceRecorder },
  components: readonly PlacedComponent[],
): Promise<readonly PlacedFault[]> {
  const faults = await duplicateFaults(run.tx, components);
  if (faults.length > 0) return faults;
  for (const kind of componentKinds)
    await importElements(
      run,
      componentLevel(kind),
      components
        .filter(({ item }) => item.kind === kind)
        .map(({ item, ...place }) => ({
          ...place,
          name: item.name,
          detail: componentCells(item, place.parentId),
        })),
    );
  return [];
}
