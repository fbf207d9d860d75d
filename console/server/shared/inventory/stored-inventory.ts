import type { AccessCells } from '#platform/inventory/snmp-access.ts';
import { canonicalAddress } from '#schemas/address/address.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { ImportLevel } from '#schemas/provisioning/import-columns.ts';

export interface CustomerRow {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly profile_id: number;
  readonly recipient_id: number;
  readonly time_zone: string | null;
}

interface ElementRow {
  readonly id: number;
  readonly customer_id: number;
  readonly name: string;
}

export interface SiteRow extends ElementRow {
  readonly city: string;
  readonly country: string;
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly networks: readonly string[];
}

/** Secrets are sealed. */
export interface DeviceRow extends ElementRow, AccessCells {
  readonly parent_id: number;
  readonly address: string;
  readonly vendor: string;
  readonly model: string;
  readonly snmp_credential_id: number | null;
}

export interface InterfaceRow extends ElementRow {
  readonly parent_id: number;
  readonly if_alias: string;
  readonly bandwidth_in_bps: number | null;
  readonly bandwidth_out_bps: number | null;
}

export interface StoredExporter {
  readonly address: string;
  readonly device_id: number;
  readonly customer_id: number;
  readonly recipient_id: number;
  /** Path of the device. */
  readonly owner: string;
}

export interface CredentialRow extends AccessCells {
  readonly id: number;
  readonly name: string;
}

export interface ProfileRow {
  readonly id: number;
  readonly name: string;
  readonly is_default: boolean;
}

/** What is stored of the customers in a file. */
export interface StoredRows {
  readonly customer: readonly CustomerRow[];
  readonly site: readonly SiteRow[];
  readonly device: readonly DeviceRow[];
  readonly interface: readonly InterfaceRow[];
  readonly exporter: readonly StoredExporter[];
  readonly credential: readonly CredentialRow[];
  readonly profile: readonly ProfileRow[];
}

/** Names of what cells refer to by id. */
export type NamesById = Readonly<Record<'profile' | 'credential', ReadonlyMap<unknown, string>>>;

const nameMap = (rows: readonly { readonly id: number; readonly name: string }[]) =>
  new Map<unknown, string>(rows.map(({ id, name }) => [id, name]));

export const namesById = ({ profile, credential }: Pick<StoredRows, keyof NamesById>): NamesById => ({
  profile: nameMap(profile),
  credential: nameMap(credential),
});

export type StoredRow = CustomerRow | SiteRow | DeviceRow | InterfaceRow;

/** Devices name their interfaces as they like, also apart by case alone. */
export const siblingKey = (level: ImportLevel, name: string): string =>
  level === 'interface' ? name : nameKey(name);

/** The key of an element from those of its parents. */
export const pathKey = (level: ImportLevel, parent: string, name: string): string =>
  `${parent}\u0000${siblingKey(level, name)}`;

export interface StoredElement {
  readonly level: ImportLevel;
  readonly key: string;
  readonly name: string;
  readonly row: StoredRow;
  readonly parent: StoredElement | undefined;
  /** The site of a device that the file names elsewhere. */
  readonly movedFrom?: StoredElement | undefined;
  /** The stored name of an element that the file names otherwise. */
  readonly renamedFrom?: string | undefined;
}

/** The address of a stored device, as files are read. */
export const storedAddress = ({ row }: StoredElement): string => {
  const { address } = row as DeviceRow;
  return canonicalAddress(address) ?? address;
};

interface Placed {
  readonly name: string;
  readonly parent: Placed | undefined;
}

/** The path of an element from its customer. */
export const elementPath = ({ name, parent }: Placed): string =>
  parent === undefined ? name : `${elementPath(parent)} / ${name}`;

/** A stored element that a file names at another place or otherwise. */
export interface Recognised {
  readonly element: StoredElement;
  /** Its key in the file, and that of its parent. */
  readonly key: string;
  readonly parent: string;
  readonly name: string;
}

/** An element whose parent may have got another key. */
const belowParent = (element: StoredElement, parent: StoredElement | undefined): StoredElement =>
  parent === element.parent
    ? element
    : { ...element, key: pathKey(element.level, parent?.key ?? '', element.name), parent };

/** The stored elements by their key, parents before children. */
export class StoredInventory {
  readonly byKey = new Map<string, StoredElement>();
  readonly exporters = new Map<string, StoredExporter>();
  readonly credentials: ReadonlyMap<string, CredentialRow>;
  readonly profiles: ReadonlyMap<string, ProfileRow>;
  readonly defaultProfile: number;
  #byAddress: ReadonlyMap<string, readonly StoredElement[]> | undefined;

  constructor(rows: StoredRows) {
    const customers = new Map(
      rows.customer.map((row) => [row.id, this.#add('customer', row.client_id, row)]),
    );
    const sites = new Map(
      rows.site.map((row) => [row.id, this.#add('site', row.name, row, customers.get(row.customer_id))]),
    );
    const devices = new Map(
      rows.device.map((row) => [row.id, this.#add('device', row.name, row, sites.get(row.parent_id))]),
    );
    for (const row of rows.interface) this.#add('interface', row.name, row, devices.get(row.parent_id));
    for (const row of rows.exporter) this.exporters.set(`${String(row.recipient_id)} ${row.address}`, row);
    this.credentials = new Map(rows.credential.map((row) => [nameKey(row.name), row]));
    this.profiles = new Map(rows.profile.map((row) => [nameKey(row.name), row]));
    this.defaultProfile = rows.profile.find((row) => row.is_default)?.id ?? rows.profile[0]?.id ?? 0;
  }

  /** The devices of a customer with an address. */
  devicesAt(customer: string, address: string): readonly StoredElement[] {
    this.#byAddress ??= Map.groupBy(
      this.byKey.values().filter(({ level }) => level === 'device'),
      (device) => `${device.parent?.parent?.key ?? ''} ${storedAddress(device)}`,
    );
    return this.#byAddress.get(`${customer} ${address}`) ?? [];
  }

  /** Finds elements, and what is below them, where and as the file names them. */
  place(recognised: readonly Recognised[]): void {
    if (recognised.length === 0) return;
    const places = new Map(recognised.map((one) => [one.element.key, one] as const));
    /** By their former keys. */
    const placed = new Map<string, StoredElement>();
    const before = [...this.byKey.values()];
    this.byKey.clear();
    this.#byAddress = undefined;
    for (const element of before) {
      const place = places.get(element.key);
      const now =
        place === undefined
          ? belowParent(element, placed.get(element.parent?.key ?? ''))
          : this.#recognised(place);
      placed.set(element.key, now);
      this.byKey.set(now.key, now);
    }
  }

  /** The element where the file names it. */
  #recognised({ element, key, parent: place, name }: Recognised): StoredElement {
    const parent = this.byKey.get(place);
    const isMoved = parent?.row.id !== element.parent?.row.id;
    const isRenamed = siblingKey(element.level, element.name) !== siblingKey(element.level, name);
    return {
      ...element,
      key,
      parent,
      name: isRenamed ? name : element.name,
      movedFrom: isMoved ? element.parent : element.movedFrom,
      renamedFrom: isRenamed ? element.name : element.renamedFrom,
    };
  }

  // oxlint-disable-next-line max-params -- called four times, above
  #add(level: ImportLevel, name: string, row: StoredRow, parent?: StoredElement): StoredElement {
    const key = pathKey(level, parent?.key ?? '', name);
    const element = { level, key, name, row, parent };
    this.byKey.set(key, element);
    return element;
  }
}
