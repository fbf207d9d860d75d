import type { ComponentResult } from '../component/component.ts';
import { componentsKey, learnComponents, componentsOfKind } from '../component/learn-components.ts';
import { readComponents } from '../component/read-components.ts';
import { mergeStatistics } from '../component/read-statistics.ts';
import { firstPerCounter, learnDefined, readDefined } from './defined-values.ts';
import { learnPollers, readDeviceValues } from './device-values.ts';
import type { Extras } from './extras.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { Cell } from '../cell.ts';
import type { Poll } from '../poll.ts';
import { noPolicies, readClasses, readPolicyTables } from '../qos/read.ts';
import { resolveClasses } from '../qos/resolve.ts';

/** Probes and policies change without notice, so they are learned again after this many polls. */
const RELEARN_POLLS = 12;

async function learnExtras(asking: RequestContext, poll: Poll): Promise<Extras | undefined> {
  const { plan } = poll;
  const pollers = await learnPollers(asking, devicePollersOf(poll));
  if (pollers === undefined) return undefined;
  const defined = await learnDefined(asking, plan.ofDevice);
  if (defined === undefined) return undefined;
  const policies = plan.classes ? await readPolicyTables(asking) : noPolicies;
  if (policies === undefined) return undefined;
  const components = await learnComponents(asking, poll, policies);
  if (components === undefined) return undefined;
  // Classes in the inventory are counted there. Otherwise they are aggregated per interface.
  const classes = componentsOfKind(poll.components, 'class').length > 0 ? [] : resolveClasses(policies);
  return { pollers, defined, classes, components };
}

/** Probes in the inventory are not aggregated again per device. */
const devicePollersOf = ({ plan, components }: Poll) =>
  componentsOfKind(components, 'probe').length === 0
    ? plan.devicePollers
    : plan.devicePollers.filter(({ subject }) => subject !== 'probe');

export interface ExtraValues {
  readonly own: readonly Cell[];
  readonly byInterface: ReadonlyMap<number, readonly Cell[]>;
  readonly components: readonly ComponentResult[];
}

export const noExtras: ExtraValues = { own: [], byInterface: new Map(), components: [] };

/** Polls everything of the plan beyond interfaces. `isNew`: indexes may have changed. */
export async function pollExtras(asking: RequestContext, poll: Poll, isNew: boolean): Promise<ExtraValues> {
  const { memory } = asking;
  const text = componentsKey(poll.components);
  const isOtherPlan = memory.extrasPlan !== poll.plan || memory.extrasComponents !== text;
  if (isNew || isOtherPlan || memory.extras === undefined || memory.pollsSinceExtras >= RELEARN_POLLS) {
    memory.extras = await learnExtras(asking, poll);
    memory.extrasPlan = poll.plan;
    memory.extrasComponents = text;
    memory.pollsSinceExtras = 0;
  }
  memory.pollsSinceExtras += 1;
  if (memory.extras === undefined) return noExtras;
  const { pollers, defined, classes, components } = memory.extras;
  const builtIn = await readDeviceValues(asking, pollers);
  return {
    own: firstPerCounter([...builtIn, ...(await readDefined(asking, defined, poll.count))]),
    byInterface: await readClasses(asking, classes, memory.ports ?? new Map()),
    components: await mergeStatistics(asking, components, await readComponents(asking, components)),
  };
}
