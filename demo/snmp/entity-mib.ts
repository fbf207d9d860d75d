import { columnsOf, octets, integerValue, type Entry } from './mib-object.ts';
import type { FleetDevice } from '../model.ts';
import { bitsAt } from '../random.ts';

const ENTITY = [1, 3, 6, 1, 2, 1, 47, 1, 1, 1, 1];
const IP_ADDRESSES = [1, 3, 6, 1, 2, 1, 4, 20, 1];
const CHASSIS = 3;
const MODULE = 9;
const SERIAL_PLACE = 77;

/** What the software calls its version, within sysDescr. */
const SOFTWARE = /Version ([\w.()]+)|JUNOS ([\w.]+)|\bv([\d.]+)|TiMOS-B-([\w.]+)/;

/** As vendors form them: letters of the plant, then a number in base 36. */
const serialOf = ({ index, vendor }: FleetDevice): string =>
  `${vendor.slice(0, 3).toUpperCase()}${bitsAt(index, SERIAL_PLACE).toString(36).toUpperCase().padStart(7, '0')}`;

/** entPhysicalTable (RFC 6933): the chassis, and the module that runs the software. */
function entityObjects(device: FleetDevice): readonly Entry[] {
  const software = SOFTWARE.exec(device.description)?.slice(1).find(Boolean) ?? '';
  const part = (index: number, kind: number, model: string): readonly Entry[] =>
    columnsOf(ENTITY, [index], {
      2: octets(`${device.vendor} ${model}`),
      4: integerValue('integer', index - 1),
      5: integerValue('integer', kind),
      7: octets(kind === CHASSIS ? 'Chassis' : 'module 0'),
      8: octets('V03'),
      10: octets(kind === CHASSIS ? '' : software),
      11: octets(kind === CHASSIS ? serialOf(device) : ''),
      12: octets(`${device.vendor} Inc.`),
      13: octets(model),
    });
  return [...part(1, CHASSIS, device.model), ...part(2, MODULE, `${device.model} base`)];
}

/** ipAddrTable (RFC 1213): the address of the site on its first LAN port. */
function addressObjects(device: FleetDevice): readonly Entry[] {
  const lan = device.ports.find(({ role }) => role === 'lan');
  if (lan === undefined) return [];
  return columnsOf(IP_ADDRESSES, [...device.network.split('.').map(Number), 1], {
    2: integerValue('integer', lan.index),
  });
}

/** Kind of the device. */
export const identityObjects = (device: FleetDevice): readonly Entry[] => [
  ...entityObjects(device),
  ...addressObjects(device),
];
