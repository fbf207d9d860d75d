import type { SeesElement } from './recognised-elements.ts';
import { storedAddress, type StoredElement, type StoredInventory } from './stored-inventory.ts';

/** A device of a file that is to have an address. */
interface ClaimedAddress {
  /** Key of the customer: the networks of customers overlap. */
  readonly customer: string;
  readonly address: string;
  /** The device as it is stored. */
  readonly stored: StoredElement | undefined;
}

/** The stored device that has the address of another one and retains it. A device may stay at the address that it has. */
export function addressOwner(
  inventory: StoredInventory,
  { customer, address, stored }: ClaimedAddress,
  retains: (owner: StoredElement) => boolean,
): StoredElement | undefined {
  if (stored !== undefined && storedAddress(stored) === address) return undefined;
  return inventory
    .devicesAt(customer, address)
    .find((owner) => owner.row.id !== stored?.row.id && retains(owner));
}

/** The fault of an address with an owner, whom only those see who see its site. */
export const takenAddress = (address: string, owner: StoredElement, sees: SeesElement) =>
  sees(owner)
    ? ({
        code: 'NETWORK_ADDRESS_TAKEN',
        params: {
          address,
          device: owner.name,
          site: owner.parent?.name ?? '',
          customer: owner.parent?.parent?.name ?? '',
        },
      } as const)
    : ({ code: 'NETWORK_ADDRESS_OF_OTHERS', params: { address } } as const);
