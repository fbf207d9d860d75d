import { realSerial } from '#schemas/discovery/same-device.ts';
import { getObjects, type RequestContext } from '../../snmp/request/get-objects.ts';
import { trimmedText } from '../../snmp/request/read-columns.ts';
import type { Chassis } from './read-chassis.ts';
import { vendorOf } from './vendors.ts';

/** Model, serial number and software of a device. Unknown texts are empty. */
export type VendorTexts = Pick<Chassis, 'model' | 'serial' | 'software'>;

/** Reads from the objects of the vendor what the chassis in ENTITY-MIB does not say. */
export async function readVendorTexts(
  context: RequestContext,
  { objectId, chassis }: { readonly objectId: string; readonly chassis: Chassis },
): Promise<VendorTexts> {
  const { objects = {} } = vendorOf(objectId).rule;
  const missing = (['model', 'serial', 'software'] as const).flatMap((name) => {
    const oid = objects[name];
    return oid === undefined || chassis[name] !== '' ? [] : [[name, oid] as const];
  });
  const none: VendorTexts = { model: '', serial: '', software: '' };
  if (missing.length === 0) return none;
  const { values } = await getObjects(
    context,
    missing.map(([, oid]) => oid),
  );
  const read = Object.fromEntries(missing.map(([name, oid]) => [name, trimmedText(values.get(oid)?.value)]));
  const texts = { ...none, ...read };
  return { ...texts, serial: realSerial(texts.serial) === '' ? '' : texts.serial };
}
