import { expect, it } from 'vitest';
import { addressedDevice, anInventory, portOf, siteOf } from '#tests/fixtures/engine/engine-network.ts';
import { deviceNameOf, elementLabel } from './element-of.ts';

const inventory = anInventory(1, 1, { device: { name: 'Lyon · core' } });

it.each([
  ['a port', portOf(1, 0), 'Lyon · core', 'Lyon · core · ge-0/0/0'],
  ['a device', addressedDevice(1), 'Lyon · core', 'Lyon · core'],
  ['a site', siteOf(1), undefined, 'Site 1'],
  ['an unknown element', 9, undefined, ''],
] as const)('%s has the name of its device, whatever that contains', (_, id, device, label) => {
  expect(deviceNameOf(inventory, id)).toBe(device);
  expect(elementLabel(inventory, id)).toBe(label);
});
