import { isUnreachableThreshold } from '#schemas/alerting/dependency.ts';
import type { AlarmInstances } from '../alarm/alarm-instances.ts';
import {
  ParentFinder,
  parentOf,
  type Parents,
  type UnreachableDevice,
} from '../alarm/explanation/parents.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { alarmTimes, levelTimes, type AlarmTime, type ValueGrid } from './alarm-times.ts';
import { windowsOf, type Period } from './period.ts';

/** A device that was unreachable from the window that raised its alarm to the one that cleared it, seconds. */
interface PastUnreachable extends UnreachableDevice {
  readonly from: number;
  readonly until: number;
}

/** The parts of a time in alarm in which the threshold in force means that the device was unreachable. */
function* unreachableParts(
  instances: AlarmInstances,
  time: AlarmTime,
): Generator<Pick<AlarmTime, 'start' | 'end'>> {
  const raisedAt = instances.raisingThreshold(time.slot).value;
  const means = (level: number): boolean =>
    isUnreachableThreshold(level === 0 ? raisedAt : (instances.levels.all[level]?.threshold ?? raisedAt));
  if (time.steps.length === 0 && means(0)) yield time;
  for (const part of levelTimes(time)) if (means(part.level)) yield part;
}

/** What explained alarms in the windows of a period, decided as the live engine does. */
export class PastParents {
  readonly #period: Period;
  readonly #devices: ElementTable;
  readonly #instances: readonly AlarmInstances[];
  readonly #unreachable: PastUnreachable[] = [];
  /** Whether a device has a value: window · devices + slot. */
  readonly #measured: Uint8Array;
  readonly #found = new Map<number, Parents>();

  /** `instances`: the alarms that may mean that one of the devices is unreachable. */
  constructor(
    period: Period,
    { devices, instances }: { readonly devices: ElementTable; readonly instances: readonly AlarmInstances[] },
  ) {
    this.#period = period;
    this.#devices = devices;
    this.#instances = instances;
    this.#measured = new Uint8Array(windowsOf(period) * devices.ids.length);
  }

  /** Adds the availability of consecutive devices. */
  add({ from, slots, values }: ValueGrid): void {
    const devices = this.#devices.ids.length;
    for (let window = 0; window < windowsOf(this.#period); window += 1)
      for (let index = 0; index < slots; index += 1)
        if (!Number.isNaN(values[window * slots + index]))
          this.#measured[window * devices + from + index] = 1;
    const full = { ...this.#period, from: this.#period.first };
    for (const instances of this.#instances)
      for (const time of alarmTimes(instances, { grid: { from, slots, values }, period: full }))
        for (const part of unreachableParts(instances, time)) this.#addTime(instances, time, part);
  }

  /** Whether another alarm explains one that a window raises; `elements`: those of the raised one. */
  explains(alarm: number, { slot, start: at }: AlarmTime, elements: ElementTable): boolean {
    const child = {
      alarm,
      element: elements.ids[slot] ?? 0,
      customer: elements.customers[slot] ?? 0,
      device: elements.devices?.[slot] ?? 0,
      port: 0,
      since: at,
    };
    return parentOf(this.#parentsAt(at), child) !== undefined;
  }

  /** Whether the device of one of these elements was unreachable in the window that starts at `at`, seconds. */
  wasUnreachable({ customers, devices }: ElementTable, slot: number, at: number): boolean {
    const found = this.#parentsAt(at).devices.get(devices?.[slot] ?? 0);
    return found !== undefined && found.customer === customers[slot];
  }

  #addTime(
    { alarm, elements }: AlarmInstances,
    { slot, start: since }: AlarmTime,
    { start: from, end: until }: Pick<AlarmTime, 'start' | 'end'>,
  ): void {
    const { ids, customers, sites } = elements;
    this.#unreachable.push({
      alarm: alarm.id,
      element: ids[slot] ?? 0,
      since,
      from,
      until,
      customer: customers[slot] ?? 0,
      site: sites[slot] ?? 0,
    });
  }

  #parentsAt(at: number): Parents {
    const known = this.#found.get(at);
    if (known !== undefined) return known;
    const finder = new ParentFinder();
    for (const one of this.#unreachable) if (one.from <= at && at < one.until) finder.addUnreachable(one);
    const { ids, sites } = this.#devices;
    const column = ((at - this.#period.first) / this.#period.length) * ids.length;
    for (const [slot, id] of ids.entries())
      if (this.#measured[column + slot] === 1) finder.addMeasured(id, sites[slot] ?? 0);
    const parents = finder.parents();
    this.#found.set(at, parents);
    return parents;
  }
}
