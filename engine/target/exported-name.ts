import type { FlowTarget } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

/** What an exporter of a customer calls an application. */
export interface ExportedName {
  readonly customer: number;
  readonly exporter: number;
  readonly application: number;
  readonly name: string;
  /** When it was reported, milliseconds since 1970. */
  readonly reportedMs: number;
}

/** Names by customer and application. */
export type ExportedNames = ReadonlyMap<string, readonly ExportedName[]>;

const labelKey = ({ customer, application }: Pick<ExportedName, 'customer' | 'application'>): string =>
  `${String(customer)} ${String(application)}`;

export const groupNames = (names: readonly ExportedName[]): ExportedNames => Map.groupBy(names, labelKey);

/** Numbers belong to exporters: the name from an exporter of the site counts, else the newest of the customer. */
export function exportedNameFor(
  { customer, site, detail }: FlowTarget,
  names: ExportedNames,
  { devices }: Pick<Inventory, 'devices'>,
): string | undefined {
  const all = names.get(labelKey({ customer, application: detail })) ?? [];
  const atSite = all.filter(({ exporter }) => devices.get(exporter)?.site === site);
  const [newest] = (atSite.length > 0 ? atSite : all).toSorted(
    (one, other) => other.reportedMs - one.reportedMs,
  );
  return newest?.name;
}
