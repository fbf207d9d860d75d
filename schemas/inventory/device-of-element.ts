import type { Inventory } from './snapshot.ts';

/** The device of a measured element: itself, or that of an interface or component. Undefined for other elements. */
export const deviceOfElement = (
  { devices, interfaces, components }: Inventory,
  element: number,
): number | undefined =>
  devices.has(element) ? element : (interfaces.get(element)?.device ?? components?.get(element)?.device);
