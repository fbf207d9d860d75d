import type { SnmpValue } from '../agent/value.ts';
import type { Reading } from '../cell.ts';
import type { Collected } from '../request/get-objects.ts';

/** Values of named objects, with the time of the last response that had one. */
export interface NamedValues {
  readonly values: Readonly<Record<string, SnmpValue | undefined>>;
  readonly read: Reading | undefined;
}

export function readNamed(
  objects: Readonly<Record<string, string>>,
  collected: Collected['values'],
): NamedValues {
  let read: Reading | undefined;
  const values = Object.fromEntries(
    Object.entries(objects).map(([name, oid]) => {
      const timed = collected.get(oid);
      read = timed?.read ?? read;
      return [name, timed?.value];
    }),
  );
  return { values, read };
}
