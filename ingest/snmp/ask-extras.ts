import { learnPollers, readDevice } from './device-values.ts';
import type { Extras } from './extras.ts';
import type { Asking } from './get-objects.ts';
import type { Cell } from './interface-rows.ts';
import { learnClasses, readClasses } from './qos/read.ts';

/** Probes and policies come and go without a sign: they are looked for again after so many polls. */
const RENEW_POLLS = 12;

async function learnExtras(asking: Asking): Promise<Extras | undefined> {
  const pollers = await learnPollers(asking);
  const classes = pollers === undefined ? undefined : await learnClasses(asking);
  return pollers === undefined || classes === undefined ? undefined : { pollers, classes };
}

export interface ExtraValues {
  readonly own: readonly Cell[];
  readonly byInterface: ReadonlyMap<number, readonly Cell[]>;
}

/** Asks for everything of the catalogue that the device has. `isNew`: its indexes may be others now. */
export async function askExtras(asking: Asking, isNew: boolean): Promise<ExtraValues> {
  const { memory } = asking;
  if (isNew || memory.extras === undefined || memory.pollsSinceExtras >= RENEW_POLLS) {
    memory.extras = await learnExtras(asking);
    memory.pollsSinceExtras = 0;
  }
  memory.pollsSinceExtras += 1;
  if (memory.extras === undefined) return { own: [], byInterface: new Map() };
  const { pollers, classes } = memory.extras;
  return {
    own: await readDevice(asking, pollers),
    byInterface: await readClasses(asking, classes, memory.ports ?? new Map()),
  };
}
