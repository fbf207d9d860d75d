import { afterOrigin, type DeviceCounters } from '../counters.ts';
import { fleetExporter } from './export-packets.ts';
import { flowsOf } from '../flows.ts';
import type { FleetDevice } from '../model.ts';
import { ORIGIN_S } from '../traffic.ts';

/** Seconds between two exports of a device, as an active timeout would make them. */
export const EXPORT_INTERVAL_S = 10;
/** Templates and options are sent again after this many exports: a collector that starts late soon knows them. */
const ANNOUNCE_EVERY = 3;

/** A lossy exporter loses the last datagram of one export in this many. */
export const LOSES_EVERY = 4;

export interface FlowExporter {
  /** True once in `EXPORT_INTERVAL_S` seconds; the devices take turns. */
  readonly isDue: (second: number) => boolean;
  readonly datagrams: (nowMs: number) => readonly Uint8Array[];
}

interface Needs {
  readonly seed: number;
  readonly device: FleetDevice;
  readonly neighbours: readonly FleetDevice[];
  readonly counters: DeviceCounters;
  /** Flow records of one export. */
  readonly count: number;
}

/** What a device exports, second by second: nothing while it is down, sequence numbers from zero after a restart. */
export function flowExporter({ seed, device, neighbours, counters, count }: Needs): FlowExporter {
  let exporter = fleetExporter(device);
  let startedAt = -1;
  let exports = 0;
  const { fault } = device.flows;
  return {
    isDue: (second) => (second + device.index) % EXPORT_INTERVAL_S === 0,
    datagrams(nowMs) {
      const toS = Math.floor(afterOrigin(nowMs));
      if (fault === 'silent' || !counters.responds(toS)) return [];
      const started = counters.startedAt(toS);
      if (started !== startedAt) {
        exporter = fleetExporter(device);
        startedAt = started;
        exports = 0;
      }
      const interval = { fromS: toS - EXPORT_INTERVAL_S, toS, count };
      const records = flowsOf({ seed, device, neighbours }, counters, interval);
      const turn = exports++;
      const announce = fault !== 'untemplated' && turn % ANNOUNCE_EVERY === 0;
      const datagrams = exporter.datagrams(records, {
        nowMs,
        announce,
        bootMs: (started + ORIGIN_S) * 1_000,
      });
      return fault === 'lossy' && turn % LOSES_EVERY === 0 ? datagrams.slice(0, -1) : datagrams;
    },
  };
}
