import { blockedKind, networkList } from '#platform/outbound/internal-address.ts';
import type { PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { RefusedAddress } from '#schemas/inventory/refused-address.ts';
import { refusalOfKind, type AddressRefusal } from '#schemas/polling/address-refusal.ts';

const nothingAllowed = networkList([]);

export interface PlacedAddress {
  readonly path: PlacedFault['path'];
  readonly address: string;
  readonly refusal: AddressRefusal;
}

/** The addresses of devices to be polled that pollers refuse unless they are listed, in the order of the file. */
export function refusedAddresses({ customers }: NetworkFile): readonly PlacedAddress[] {
  return customers.flatMap(({ sites }, customer) =>
    sites.flatMap(({ devices }, site) =>
      devices.flatMap(({ address, snmp, credential }, device) => {
        const isPolled = snmp !== undefined || credential !== undefined;
        const refusal = isPolled ? refusalOfKind(blockedKind(address, nothingAllowed)) : undefined;
        const path = ['customers', customer, 'sites', site, 'devices', device, 'address'];
        return refusal === undefined ? [] : [{ path, address, refusal }];
      }),
    ),
  );
}

/** Those that the setting does not allow. */
export function addressWarnings(
  refused: readonly RefusedAddress[],
  allowedNetworks: readonly string[],
): RefusedAddress[] {
  const allowed = networkList(allowedNetworks);
  return refused.filter(({ address }) => blockedKind(address, allowed) !== undefined);
}
