import {
  isUnreachableThreshold,
  meansInterfaceDown,
  meansUnreachable,
  type ParentAlarm,
} from '#schemas/alerting/dependency.ts';
import type { Steps } from '#platform/clock/steps.ts';
import { findSlot } from '../../configuration/element-table.ts';
import { instanceKey } from '../active-acknowledgement.ts';
import type { AlarmInstances, InstanceRef } from '../alarm-instances.ts';
import type { Evaluator } from '../evaluator.ts';
import type { ExplanationChange } from './explanation-event.ts';
import {
  explainedByWorse,
  isPlaceParent,
  ParentFinder,
  parentOf,
  type Child,
  type Parents,
} from './parents.ts';
import { WorseAlarms } from './worse-alarms.ts';

/** A running alarm and what explains it. */
export interface RunningAlarm extends InstanceRef {
  readonly parent?: ParentAlarm;
}

type ParentByAlarm = ReadonlyMap<string, ParentAlarm>;

/** Alarms or devices looked at per step. */
const PER_STEP = 4_096;

const keyOf = ({ instances: { alarm, elements }, slot }: InstanceRef): string =>
  instanceKey({ alarm: alarm.id, element: elements.ids[slot] ?? 0 });

/** The interface of an element: itself, or that of its component. */
const portOf = ({ kind, elements }: AlarmInstances, slot: number): number =>
  (kind === 'interface' ? elements.ids[slot] : elements.ports?.[slot]) ?? 0;

const childOf = ({ instances, slot }: InstanceRef): Child => {
  const { alarm, elements, since } = instances;
  return {
    alarm: alarm.id,
    element: elements.ids[slot] ?? 0,
    customer: elements.customers[slot] ?? 0,
    device: elements.devices?.[slot] ?? 0,
    port: portOf(instances, slot),
    since: since[slot] ?? 0,
  };
};

const isSame = (one: ParentAlarm | undefined, other: ParentAlarm): boolean =>
  one?.alarm === other.alarm && one.element === other.element && one.relation === other.relation;

/** The alarms whose definition may mean that a device is unreachable. */
const unreachableAlarms = (evaluator: Evaluator): readonly AlarmInstances[] =>
  evaluator
    .allInstances()
    .filter(({ alarm, kind }) => kind === 'device' && meansUnreachable(alarm))
    .toArray();

/** The alarms whose definition may mean that an interface is down. */
const downInterfaceAlarms = (evaluator: Evaluator): readonly AlarmInstances[] =>
  evaluator
    .allInstances()
    .filter(({ alarm, kind }) => kind === 'interface' && meansInterfaceDown(alarm))
    .toArray();

/** The slots of each alarm, and undefined between steps. */
function* slotsOf(all: readonly AlarmInstances[]): Generator<InstanceRef | undefined> {
  for (const instances of all)
    for (let slot = 0; slot < instances.since.length; slot += 1) {
      if (slot % PER_STEP === PER_STEP - 1) yield undefined;
      yield { instances, slot };
    }
}

function addUnreachable(finder: ParentFinder, one: InstanceRef, unexplained: Uint32Array): void {
  const { instances, slot } = one;
  if (instances.since[slot] === 0 || !isUnreachableThreshold(instances.threshold(slot).value)) return;
  const { device: _, port: __, ...found } = childOf(one);
  if (findSlot(unexplained, found.customer) >= 0) return;
  finder.addUnreachable({ ...found, site: instances.elements.sites[slot] ?? 0 });
}

function addDownInterface(finder: ParentFinder, one: InstanceRef, unexplained: Uint32Array): void {
  const { instances, slot } = one;
  if (instances.since[slot] === 0 || !isUnreachableThreshold(instances.threshold(slot).value)) return;
  const { device: _, port: __, ...found } = childOf(one);
  if (findSlot(unexplained, found.customer) < 0) finder.addDownInterface(found);
}

function addMeasured(finder: ParentFinder, { instances: { elements, unmeasured }, slot }: InstanceRef): void {
  if (unmeasured[slot] === 0) finder.addMeasured(elements.ids[slot] ?? 0, elements.sites[slot] ?? 0);
}

const noDevice = (): boolean => false;

/** Returns whether the device of an alarm is unreachable in the state of an evaluator. */
export function* unreachableSteps(evaluator: Evaluator): Steps<(instance: InstanceRef) => boolean> {
  const finder = new ParentFinder();
  const { unexplained } = evaluator.configuration;
  for (const one of slotsOf(unreachableAlarms(evaluator)))
    if (one === undefined) yield undefined;
    else addUnreachable(finder, one, unexplained);
  return finder.isEmpty ? noDevice : (instance) => finder.isUnreachable(childOf(instance));
}

/** What explains alarms by the place of their elements; undefined if nothing does. */
function* placeSteps(evaluator: Evaluator): Steps<Parents | undefined> {
  const finder = new ParentFinder();
  const { unexplained } = evaluator.configuration;
  const all = unreachableAlarms(evaluator);
  for (const one of slotsOf(all))
    if (one === undefined) yield undefined;
    else addUnreachable(finder, one, unexplained);
  for (const one of slotsOf(downInterfaceAlarms(evaluator)))
    if (one === undefined) yield undefined;
    else addDownInterface(finder, one, unexplained);
  if (finder.isEmpty) return undefined;
  for (const one of slotsOf(all))
    if (one === undefined) yield undefined;
    else addMeasured(finder, one);
  return finder.parents();
}

type FindParent = (instance: InstanceRef) => ParentAlarm | undefined;

/** What explains alarms in the state of an evaluator; undefined if nothing does. */
function* parentSteps(evaluator: Evaluator): Steps<FindParent | undefined> {
  const places = yield* placeSteps(evaluator);
  const { unexplained } = evaluator.configuration;
  const worse = yield* WorseAlarms.createSteps(evaluator.allInstances(), unexplained);
  if (places === undefined && worse.isEmpty) return undefined;
  return (instance) => {
    const child = childOf(instance);
    const parent = places && parentOf(places, child);
    if (places !== undefined && (parent !== undefined || isPlaceParent(places, child))) return parent;
    const found = worse.find(instance);
    return found && explainedByWorse(found, child.since);
  };
}

function changeOf(
  instance: InstanceRef,
  known: ParentAlarm | undefined,
  parent: ParentAlarm | undefined,
): ExplanationChange | undefined {
  if (parent === undefined) return known && { instance, edge: 'unexplain', parent: known };
  return isSame(known, parent) ? undefined : { instance, edge: 'explain', parent };
}

/**
 * Which running alarms follow from another one. They depend on the running alarms and the configuration alone, not on earlier windows:
 * nothing of it is stored with a checkpoint.
 */
export class Explanations {
  #parents: ParentByAlarm = new Map();

  /** Returns the alarm that explains a running one. */
  find(instance: InstanceRef): ParentAlarm | undefined {
    return this.#parents.size === 0 ? undefined : this.#parents.get(keyOf(instance));
  }

  /**
   * Follows the evaluator and returns what changes for alarms that were running before the window that starts at `raisedAt`, seconds:
   * the raise of the others says it.
   */
  *updateSteps(evaluator: Evaluator, raisedAt?: number): Steps<readonly ExplanationChange[]> {
    const parents = yield* parentSteps(evaluator);
    if (parents === undefined && this.#parents.size === 0) return [];
    const now = new Map<string, ParentAlarm>();
    const changes: ExplanationChange[] = [];
    let seen = 0;
    for (const instance of evaluator.runningInstances()) {
      seen += 1;
      if (seen % PER_STEP === 0) yield undefined;
      const parent = parents?.(instance);
      const key = keyOf(instance);
      const change = changeOf(instance, this.#parents.get(key), parent);
      if (parent !== undefined) now.set(key, parent);
      const isRaised = instance.instances.since[instance.slot] === raisedAt;
      if (change !== undefined && !isRaised) changes.push(change);
    }
    this.#parents = now;
    return changes;
  }
}
