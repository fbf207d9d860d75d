import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';

/** The name with the address: devices of several sites or customers may have the same name. */
export const labelIpOf = ({ name, address }: Pick<DeviceEntry, 'name' | 'address'>): string =>
  address === '' ? name : `${name} (${address})`;

/** Properties of a device that lists, predicates and documents share. */
export const devicePropertiesOf = (
  device: Pick<DeviceEntry, 'name' | 'address' | 'vendor' | 'model' | 'systemName' | 'snmp'>,
) => {
  const { name, address, vendor, model, systemName = '', snmp } = device;
  const snmpPort = snmp === undefined ? '' : String(snmp.sealed.port);
  return { name, address, labelIp: labelIpOf(device), systemName, vendor, model, snmpPort };
};

/** As filters of documents find them: their names are compared in lower case. */
export const filteredDeviceProperties = (
  device: Parameters<typeof devicePropertiesOf>[0],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(devicePropertiesOf(device)).map(([name, value]) => [name.toLowerCase(), value]),
  );
