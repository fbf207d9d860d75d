import { firstOfEach, learnDefined, readDefined } from './defined-values.ts';
import { learnPollers, readDevice } from './device-values.ts';
import type { Extras } from './extras.ts';
import type { Asking } from './get-objects.ts';
import type { Cell } from './interface-rows.ts';
import type { Poll } from './poll.ts';
import { learnClasses, readClasses } from './qos/read.ts';

/** Probes and policies come and go without a sign: they are looked for again after so many polls. */
const RENEW_POLLS = 12;

async function learnExtras(asking: Asking, { plan }: Poll): Promise<Extras | undefined> {
  const pollers = await learnPollers(asking, plan.devicePollers);
  if (pollers === undefined) return undefined;
  const defined = await learnDefined(asking, plan.ofDevice);
  if (defined === undefined) return undefined;
  const classes = plan.classes ? await learnClasses(asking) : [];
  return classes === undefined ? undefined : { pollers, defined, classes };
}

export interface ExtraValues {
  readonly own: readonly Cell[];
  readonly byInterface: ReadonlyMap<number, readonly Cell[]>;
}

/** Asks for everything of the plan that the device has. `isNew`: its indexes may be others now. */
export async function askExtras(asking: Asking, poll: Poll, isNew: boolean): Promise<ExtraValues> {
  const { memory } = asking;
  const isOtherPlan = memory.extrasPlan !== poll.plan;
  if (isNew || isOtherPlan || memory.extras === undefined || memory.pollsSinceExtras >= RENEW_POLLS) {
    memory.extras = await learnExtras(asking, poll);
    memory.extrasPlan = poll.plan;
    memory.pollsSinceExtras = 0;
  }
  memory.pollsSinceExtras += 1;
  if (memory.extras === undefined) return { own: [], byInterface: new Map() };
  const { pollers, defined, classes } = memory.extras;
  const builtIn = await readDevice(asking, pollers);
  return {
    own: firstOfEach([...builtIn, ...(await readDefined(asking, defined, poll.count))]),
    byInterface: await readClasses(asking, classes, memory.ports ?? new Map()),
  };
}
