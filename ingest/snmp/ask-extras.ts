import type { ComponentResult } from './component/component.ts';
import { componentsText, learnComponents, ofKind } from './component/learn-components.ts';
import { readComponents } from './component/read-components.ts';
import { withStatistics } from './component/read-statistics.ts';
import { firstOfEach, learnDefined, readDefined } from './defined-values.ts';
import { learnPollers, readDevice } from './device-values.ts';
import type { Extras } from './extras.ts';
import type { Asking } from './get-objects.ts';
import type { Cell } from './cell.ts';
import type { Poll } from './poll.ts';
import { noPolicies, readClasses, readPolicyTables } from './qos/read.ts';
import { resolveClasses } from './qos/resolve.ts';

/** Probes and policies come and go without a sign: they are looked for again after so many polls. */
const RENEW_POLLS = 12;

async function learnExtras(asking: Asking, poll: Poll): Promise<Extras | undefined> {
  const { plan } = poll;
  const pollers = await learnPollers(asking, devicePollersOf(poll));
  if (pollers === undefined) return undefined;
  const defined = await learnDefined(asking, plan.ofDevice);
  if (defined === undefined) return undefined;
  const policies = plan.classes ? await readPolicyTables(asking) : noPolicies;
  if (policies === undefined) return undefined;
  const components = await learnComponents(asking, poll, policies);
  if (components === undefined) return undefined;
  // Classes that are elements count there: together they are kept where the inventory has none of them.
  const classes = ofKind(poll.components, 'class').length > 0 ? [] : resolveClasses(policies);
  return { pollers, defined, classes, components };
}

/** Probes that are elements are not counted together once more. */
const devicePollersOf = ({ plan, components }: Poll) =>
  ofKind(components, 'probe').length === 0
    ? plan.devicePollers
    : plan.devicePollers.filter(({ subject }) => subject !== 'probe');

export interface ExtraValues {
  readonly own: readonly Cell[];
  readonly byInterface: ReadonlyMap<number, readonly Cell[]>;
  readonly components: readonly ComponentResult[];
}

export const noExtras: ExtraValues = { own: [], byInterface: new Map(), components: [] };

/** Asks for everything of the plan that the device has. `isNew`: its indexes may be others now. */
export async function askExtras(asking: Asking, poll: Poll, isNew: boolean): Promise<ExtraValues> {
  const { memory } = asking;
  const text = componentsText(poll.components);
  const isOtherPlan = memory.extrasPlan !== poll.plan || memory.extrasComponents !== text;
  if (isNew || isOtherPlan || memory.extras === undefined || memory.pollsSinceExtras >= RENEW_POLLS) {
    memory.extras = await learnExtras(asking, poll);
    memory.extrasPlan = poll.plan;
    memory.extrasComponents = text;
    memory.pollsSinceExtras = 0;
  }
  memory.pollsSinceExtras += 1;
  if (memory.extras === undefined) return noExtras;
  const { pollers, defined, classes, components } = memory.extras;
  const builtIn = await readDevice(asking, pollers);
  return {
    own: firstOfEach([...builtIn, ...(await readDefined(asking, defined, poll.count))]),
    byInterface: await readClasses(asking, classes, memory.ports ?? new Map()),
    components: await withStatistics(asking, components, await readComponents(asking, components)),
  };
}
