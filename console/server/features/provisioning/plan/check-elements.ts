import { nameKey } from '#schemas/resource/name-key.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { ImportField } from '#schemas/provisioning/import-columns.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import { addressOwner, takenAddress } from '../../../shared/inventory/address-owner.ts';
import { siteSight, type SeesElement } from '../../../shared/inventory/recognised-elements.ts';
import type { DeviceRow, StoredInventory } from '../../../shared/inventory/stored-inventory.ts';
import { describedCells } from './desired-cells.ts';
import type { DescribedElement } from './desired-elements.ts';

export type ImportScope = Pick<
  ImportActor,
  'mayChangeCustomers' | 'mayNameCredentials' | 'allCustomers' | 'customers' | 'sites'
>;

/** A fault of an element, and so of all its lines. */
export interface ElementFault {
  readonly field: ImportField;
  readonly code: ProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

const fieldOfCell: Readonly<Record<string, ImportField>> = {
  name: 'customerName',
  profile_id: 'profile',
  recipient_id: 'recipientId',
  time_zone: 'timeZone',
};

/** What elements are checked against. */
interface CheckedPlan {
  readonly stored: StoredInventory;
  /** The elements of the file. */
  readonly desired: ReadonlyMap<string, DescribedElement>;
  /** Whether elements that the file does not name are removed. */
  readonly removes: boolean;
}

/** Checks elements against the inventory and against what the importing user may do. */
export class ElementCheck {
  readonly #stored: StoredInventory;
  readonly #desired: ReadonlyMap<string, DescribedElement>;
  readonly #removes: boolean;
  readonly #reach: ImportScope;
  readonly #customers: ReadonlySet<number>;
  readonly #sites: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #sees: SeesElement;
  /** Exporters of the file by collection sub-network and address. */
  readonly #exporters = new Map<string, DescribedElement>();
  /** Devices of the file by customer and address: the networks of customers overlap. */
  readonly #addresses = new Map<string, DescribedElement>();

  constructor({ stored, desired, removes }: CheckedPlan, reach: ImportScope) {
    this.#stored = stored;
    this.#desired = desired;
    this.#removes = removes;
    this.#reach = reach;
    this.#customers = new Set(reach.customers);
    this.#sites = new Map(reach.sites.map(([customer, sites]) => [customer, new Set(sites)]));
    this.#sees = siteSight(reach);
  }

  /** Whether the user sees a stored site. */
  seesSite(customer: number, site: number): boolean {
    return this.#sites.get(customer)?.has(site) !== false;
  }

  faultsOf(desired: DescribedElement): readonly ElementFault[] {
    if (desired.level === 'customer') return this.#customerFaults(desired);
    if (desired.level === 'site') return this.#siteFaults(desired);
    return desired.level === 'device' ? this.#deviceFaults(desired) : [];
  }

  /** An invisible customer is reported as unknown. */
  #customerFaults(desired: DescribedElement): readonly ElementFault[] {
    const params = { customer: desired.name, permission: 'CUSTOMER.write' };
    const sees =
      desired.stored !== undefined &&
      (this.#reach.allCustomers || this.#customers.has(desired.stored.row.id));
    if (!sees && !(desired.stored === undefined && this.#reach.mayChangeCustomers))
      return [{ field: 'customer', code: 'NETWORK_CUSTOMER_NOT_ALLOWED', params }];
    const profile = desired.given.get('profile');
    if (profile !== undefined && !this.#stored.profiles.has(nameKey(String(profile.value))))
      return [{ field: 'profile', code: 'OBJECT_UNKNOWN', params: { id: String(profile.value) } }];
    if (this.#reach.mayChangeCustomers) return [];
    return describedCells(desired, this.#stored).fields.map((cell) => ({
      field: fieldOfCell[cell] ?? 'customer',
      code: 'NETWORK_CUSTOMER_DIFFERS',
      params: { ...params, field: fieldOfCell[cell] ?? cell },
    }));
  }

  #siteFaults(desired: DescribedElement): readonly ElementFault[] {
    const customer = desired.parent?.id ?? 0;
    const limited = this.#sites.get(customer);
    if (limited !== undefined && (desired.stored === undefined || !limited.has(desired.stored.row.id)))
      return [{ field: 'site', code: 'NETWORK_SITE_NOT_ALLOWED', params: { site: desired.name } }];
    return missingValues(desired, ['latitude', 'longitude']);
  }

  #deviceFaults(desired: DescribedElement): readonly ElementFault[] {
    return [
      ...missingValues(desired, ['address']),
      ...this.#addressFaults(desired),
      ...this.#targetFaults(desired),
      ...this.#credentialFaults(desired),
      ...this.#exporterFaults(desired),
    ];
  }

  #addressFaults(desired: DescribedElement): readonly ElementFault[] {
    const given = desired.given.get('address');
    if (given === undefined) return [];
    const address = String(given.value);
    const key = `${desired.parent?.parent?.key ?? ''} ${address}`;
    const other = this.#addresses.get(key);
    if (other === undefined) this.#addresses.set(key, desired);
    if (other === undefined || other.key === desired.key) return this.#takenFaults(desired, address);
    const params = { address, other: other.given.get('address')?.line ?? 0 };
    return [{ field: 'address', code: 'IMPORT_ADDRESS_REPEATED', params }];
  }

  /** So is the secret that a device has: another address or port takes the same permission. */
  #targetFaults({ stored, given }: DescribedElement): readonly ElementFault[] {
    const row = stored?.row as Partial<DeviceRow> | undefined;
    if (row === undefined || this.#reach.mayNameCredentials || !hasSecret(row)) return [];
    const isOther = (field: 'address' | 'snmpPort', value: unknown): boolean =>
      given.has(field) && given.get(field)?.value !== value;
    const params = { permission: 'SETTINGS.SNMP.read' };
    return [
      ...(isOther('address', row.address) ? (['address'] as const) : []),
      ...(isOther('snmpPort', row.snmp_port) ? (['snmpPort'] as const) : []),
    ].map((field) => ({ field, code: 'NETWORK_ADDRESS_NOT_ALLOWED', params }));
  }

  /** A stored device of the customer that has the address, and does not lose it by this file. */
  #takenFaults(desired: DescribedElement, address: string): readonly ElementFault[] {
    const claim = { customer: desired.parent?.parent?.key ?? '', address, stored: desired.stored };
    const owner = addressOwner(this.#stored, claim, (device) => {
      const named = this.#desired.get(device.key);
      if (named === undefined) return !(this.#removes && this.#sees(device));
      return (named.given.get('address')?.value ?? address) === address;
    });
    return owner === undefined ? [] : [{ field: 'address', ...takenAddress(address, owner, this.#sees) }];
  }

  /** A stored credential is sent to addresses that the file chooses: naming one takes the permission to read credentials. */
  #credentialFaults({ given }: DescribedElement): readonly ElementFault[] {
    const credential = given.get('credential');
    if (credential === undefined) return [];
    const name = String(credential.value);
    if (!this.#reach.mayNameCredentials)
      return [
        {
          field: 'credential',
          code: 'NETWORK_CREDENTIAL_NOT_ALLOWED',
          params: { permission: 'SETTINGS.SNMP.read' },
        },
      ];
    return this.#stored.credentials.has(nameKey(name))
      ? []
      : [{ field: 'credential', code: 'NETWORK_CREDENTIAL_UNKNOWN', params: { name } }];
  }

  #exporterFaults(desired: DescribedElement): readonly ElementFault[] {
    return exportersOf(desired).flatMap((address): readonly ElementFault[] => {
      const key = `${String(this.networkOf(desired))} ${address}`;
      const other = this.#exporters.get(key);
      if (other !== undefined && other.key !== desired.key) {
        const params = { address, other: other.given.get('exporters')?.line ?? 0 };
        return [{ field: 'exporters', code: 'IMPORT_EXPORTER_REPEATED', params }];
      }
      this.#exporters.set(key, desired);
      const owner = this.#stored.exporters.get(key);
      if (owner === undefined || owner.device_id === desired.id) return [];
      return this.#reach.allCustomers || this.#customers.has(owner.customer_id)
        ? [{ field: 'exporters', code: 'NETWORK_EXPORTER_TAKEN', params: { address, other: owner.owner } }]
        : [{ field: 'exporters', code: 'NETWORK_EXPORTER_OF_OTHERS', params: { address } }];
    });
  }

  /** Collection sub-network of the customer of a device. */
  networkOf(device: DescribedElement): number {
    const customer = device.parent?.parent;
    return customer === undefined ? 0 : Number(describedCells(customer, this.#stored).after['recipient_id']);
  }
}

/** Whether a device is polled with a secret that its next address would receive. */
const hasSecret = ({ snmp_community, snmp_user }: Partial<DeviceRow>): boolean =>
  (snmp_community ?? null) !== null || (snmp_user ?? null) !== null;

export const exportersOf = ({ given }: DescribedElement): readonly string[] => {
  const value = given.get('exporters')?.value;
  return typeof value === 'object' ? value : [];
};

const missingValues = (
  { stored, given, name }: DescribedElement,
  fields: readonly ImportField[],
): readonly ElementFault[] =>
  stored === undefined
    ? fields
        .filter((field) => !given.has(field))
        .map((field) => ({ field, code: 'IMPORT_REQUIRED_NEW', params: { name } }))
    : [];
