import { countersIn, type DeviceCounters } from '../counters.ts';
import { incidentScript } from '../incidents.ts';
import type { Fleet, FleetDevice } from '../model.ts';
import { plotOf } from './plot.ts';

/** The counters of every device: with its part of the story, or with incidents that recur every week. */
export function fleetCounters(fleet: Fleet): (device: FleetDevice) => DeviceCounters {
  const script = incidentScript(fleet);
  const plot = fleet.startedMs === undefined ? new Map<number, never>() : plotOf(fleet, fleet.startedMs);
  return (device) => {
    const story = plot.get(device.index);
    const course = { incidents: story ?? script[device.index] ?? [], isWeekly: story === undefined };
    return countersIn(course, device, fleet.seed);
  };
}
