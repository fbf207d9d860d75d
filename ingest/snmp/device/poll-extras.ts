import { RELEARN_POLLS } from '#schemas/polling/cost.ts';
import type { ComponentResult } from '../component/component.ts';
import { componentsKey, learnComponents, componentsOfKind } from '../component/learn-components.ts';
import { readComponents } from '../component/read-components.ts';
import { hasStatistics, mergeStatistics } from '../component/read-statistics.ts';
import { firstPerCounter, learnDefined, readDefined } from './defined-values.ts';
import { learnPollers, readDeviceValues } from './device-values.ts';
import type { Extras } from './extras.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { Cell } from '../cell.ts';
import type { InterfaceResult, Poll, PollValues } from '../poll.ts';
import { noPolicies, readClasses, readPolicyTables } from '../qos/read.ts';
import { resolveClasses } from '../qos/resolve.ts';

async function learnExtras(context: RequestContext, poll: Poll): Promise<Extras | undefined> {
  const { plan } = poll;
  const pollers = await learnPollers(context, devicePollersOf(poll));
  if (pollers === undefined) return undefined;
  const defined = await learnDefined(context, plan.ofDevice);
  if (defined === undefined) return undefined;
  const policies = plan.classes ? await readPolicyTables(context) : noPolicies;
  if (policies === undefined) return undefined;
  const components = await learnComponents(context, poll, policies);
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

export const noExtras: PollValues = { own: [], interfaces: [], components: [] };

/** Class counters of the interfaces that were read. */
const classesOf = (
  ports: readonly InterfaceResult[],
  byInterface: ReadonlyMap<number, readonly Cell[]>,
): readonly InterfaceResult[] =>
  ports.flatMap(({ interfaceId, discontinuity }): readonly InterfaceResult[] => {
    const cells = byInterface.get(interfaceId) ?? [];
    return cells.length === 0 ? [] : [{ interfaceId, cells, discontinuity }];
  });

/** Collects values and reports them. */
class FoundValues implements PollValues {
  readonly own: Cell[] = [];
  readonly interfaces: InterfaceResult[] = [];
  readonly components: ComponentResult[] = [];
  readonly #found: Poll['found'];

  constructor({ found }: Poll) {
    this.#found = found;
  }

  add(values: Partial<PollValues>): void {
    this.own.push(...(values.own ?? []));
    this.interfaces.push(...(values.interfaces ?? []));
    this.components.push(...(values.components ?? []));
    this.#found?.(values);
  }

  /** Adds values of the device itself; the first of each counter counts. */
  addOwn(cells: readonly Cell[]): void {
    const known = new Set(this.own.map(({ counter }) => counter));
    this.add({ own: firstPerCounter(cells).filter(({ counter }) => !known.has(counter)) });
  }
}

/** Polls everything of the plan beyond interfaces. `isNew`: indexes may have changed. */
export async function pollExtras(
  context: RequestContext,
  poll: Poll,
  { isNew, ports }: { readonly isNew: boolean; readonly ports: readonly InterfaceResult[] },
): Promise<PollValues> {
  const { memory } = context;
  const text = componentsKey(poll.components);
  const isOtherPlan = memory.extrasPlan !== poll.plan || memory.extrasComponents !== text;
  if (isNew || isOtherPlan || memory.extras === undefined || memory.pollsSinceExtras >= RELEARN_POLLS) {
    memory.extras = await learnExtras(context, poll);
    memory.extrasPlan = poll.plan;
    memory.extrasComponents = text;
    memory.pollsSinceExtras = 0;
  }
  memory.pollsSinceExtras += 1;
  if (memory.extras === undefined) return noExtras;
  return readExtras(context, poll, { extras: memory.extras, ports });
}

async function readExtras(
  context: RequestContext,
  poll: Poll,
  { extras, ports }: { readonly extras: Extras; readonly ports: readonly InterfaceResult[] },
): Promise<PollValues> {
  const { pollers, defined, classes, components } = extras;
  const read = new FoundValues(poll);
  await readDeviceValues(context, pollers, (cells) => {
    read.addOwn(cells);
  });
  read.addOwn(await readDefined(context, defined, poll.count));
  await readClasses(context, { classes, ports: context.memory.ports ?? new Map() }, (byInterface) => {
    read.add({ interfaces: classesOf(ports, byInterface) });
  });
  const counted = new Set(components.filter(hasStatistics).map(({ id }) => id));
  const latest: ComponentResult[] = [];
  await readComponents(context, components, (results) => {
    latest.push(...results.filter(({ componentId }) => counted.has(componentId)));
    read.add({ components: results.filter(({ componentId }) => !counted.has(componentId)) });
  });
  read.add({ components: await mergeStatistics(context, components, latest) });
  return read;
}
