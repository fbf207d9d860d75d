import type { ParentAlarm } from '#schemas/alerting/dependency.ts';

/** A running alarm that may explain others. */
export interface ParentAlarmRun {
  readonly alarm: number;
  readonly element: number;
  readonly customer: number;
  /** Start of the window that raised it, seconds. */
  readonly since: number;
}

/** A running alarm that means that its device, its element, is unreachable. */
export interface UnreachableDevice extends ParentAlarmRun {
  readonly site: number;
}

/** The alarm that explains all others of a site, and since when every device of the site has been unreachable, seconds. */
interface DownSite {
  readonly first: UnreachableDevice;
  readonly since: number;
}

/** What explains alarms after a window. */
export interface Parents {
  /** By device: the first of its alarms that mean that it is unreachable. */
  readonly devices: ReadonlyMap<number, UnreachableDevice>;
  readonly sites: ReadonlyMap<number, DownSite>;
  /** By interface: the first of its alarms that mean that it is down. */
  readonly interfaces: ReadonlyMap<number, ParentAlarmRun>;
}

/** An alarm, and the device and the interface of its element, 0 for none. */
export interface Child {
  readonly alarm: number;
  readonly element: number;
  readonly customer: number;
  readonly device: number;
  readonly port: number;
  /** Start of the window that raised it, seconds. */
  readonly since: number;
}

/** The first to be raised; of one window the smallest numbers: a total order, so that no alarm explains itself through others. */
const isBefore = (one: ParentAlarmRun, other: ParentAlarmRun): boolean =>
  (one.since - other.since || one.alarm - other.alarm || one.element - other.element) < 0;

/** Finds the parents among the alarms that mean that a device is unreachable, in any order. */
export class ParentFinder {
  readonly #devices = new Map<number, UnreachableDevice>();
  readonly #interfaces = new Map<number, ParentAlarmRun>();
  readonly #reached = new Set<number>();

  addUnreachable(found: UnreachableDevice): void {
    const known = this.#devices.get(found.element);
    if (known === undefined || isBefore(found, known)) this.#devices.set(found.element, found);
  }

  addDownInterface(found: ParentAlarmRun): void {
    const known = this.#interfaces.get(found.element);
    if (known === undefined || isBefore(found, known)) this.#interfaces.set(found.element, found);
  }

  /** A site with a device that has data and is not unreachable is not down. To be called after `addUnreachable`. */
  addMeasured(device: number, site: number): void {
    if (!this.#devices.has(device)) this.#reached.add(site);
  }

  /** Whether a running alarm means that the device of a child is unreachable. */
  isUnreachable({ device, customer }: Pick<Child, 'device' | 'customer'>): boolean {
    return this.#devices.get(device)?.customer === customer;
  }

  get isEmpty(): boolean {
    return this.#devices.size + this.#interfaces.size === 0;
  }

  parents(): Parents {
    const sites = new Map<number, DownSite>();
    for (const device of this.#devices.values()) {
      if (this.#reached.has(device.site)) continue;
      const { first = device, since = 0 } = sites.get(device.site) ?? {};
      sites.set(device.site, {
        first: isBefore(device, first) ? device : first,
        since: Math.max(since, device.since),
      });
    }
    return { devices: this.#devices, sites, interfaces: this.#interfaces };
  }
}

const explainedBy = (
  { alarm, element }: ParentAlarmRun,
  relation: ParentAlarm['relation'],
  since: number,
): ParentAlarm => ({ alarm, element, relation, since });

const isSameAlarm = (one: Pick<ParentAlarmRun, 'alarm' | 'element'>, other: Child): boolean =>
  one.alarm === other.alarm && one.element === other.element;

/** Whether an alarm explains others by the place of its element. Nothing but a place explains it, so that no two explain each other. */
export const isPlaceParent = ({ devices, interfaces }: Parents, child: Child): boolean =>
  [devices.get(child.device), interfaces.get(child.port)].some(
    (parent) => parent !== undefined && isSameAlarm(parent, child),
  );

/**
 * Returns the alarm that explains another one. An unreachable device explains all other alarms on it and on what belongs to it; the
 * first alarm of a site that is down explains those of its other devices. An interface that is down explains the other alarms on it, on
 * its classes of service and on its tunnels.
 */
export function parentOf(parents: Parents, child: Child): ParentAlarm | undefined {
  const unreachable = parents.devices.get(child.device);
  if (unreachable?.customer === child.customer) return parentAtDevice(parents, child, unreachable);
  const down = parents.interfaces.get(child.port);
  if (down?.customer !== child.customer || isSameAlarm(down, child)) return undefined;
  return explainedBy(down, 'interface', Math.max(child.since, down.since));
}

function parentAtDevice(
  { sites }: Parents,
  child: Child,
  unreachable: UnreachableDevice,
): ParentAlarm | undefined {
  if (!isSameAlarm(unreachable, child))
    return explainedBy(unreachable, 'device', Math.max(child.since, unreachable.since));
  const down = sites.get(unreachable.site);
  if (down === undefined || down.first === unreachable) return undefined;
  return explainedBy(down.first, 'site', down.since);
}

/** A worse alarm on the same KPI and element explains a milder one. */
export const explainedByWorse = (worse: ParentAlarmRun, since: number): ParentAlarm =>
  explainedBy(worse, 'kpi', Math.max(since, worse.since));
