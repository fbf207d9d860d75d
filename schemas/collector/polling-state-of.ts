import type { DeviceEntry } from '../inventory/snapshot.ts';
import { isAddressRefusal } from '../polling/address-refusal.ts';
import type { LateDevice } from './late-device.ts';
import type { PolledDevice } from './polled-device.ts';
import { DEAD_POLLS, type DevicePollingState } from './polling-state.ts';
import type { PollingStateName } from './polling-state-name.ts';

type Report = Pick<
  PolledDevice,
  'polls' | 'polledAt' | 'respondedAt' | 'durationMs' | 'silentPolls' | 'silentSince' | 'rejection' | 'faults'
>;

const nothing: Report = {
  polls: 0,
  polledAt: 0,
  respondedAt: 0,
  durationMs: 0,
  silentPolls: 0,
  silentSince: 0,
  rejection: '',
  faults: {},
};

function nameOf(
  { active, snmp }: DeviceEntry,
  { polls, silentPolls, rejection }: Report,
  isLate: boolean,
): PollingStateName {
  if (!active) return 'deactivated';
  if (snmp === undefined) return 'not polled';
  if (polls === 0) return 'waiting';
  if (isAddressRefusal(rejection)) return 'refused';
  if (silentPolls === 0) return isLate ? 'late' : 'responding';
  return silentPolls >= DEAD_POLLS ? 'dead' : 'silent';
}

const instant = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString());

const lateOf = (late: LateDevice | undefined): DevicePollingState['late'] =>
  late === undefined
    ? null
    : {
        samples: late.samples,
        since: new Date(late.since).toISOString(),
        until: new Date(late.until).toISOString(),
        delayMs: late.delayMs,
      };

/** Returns the polling state of a device from the reports of its poller and its engine; undefined: not reported. */
export function pollingStateOf(
  device: DeviceEntry,
  report: Report = nothing,
  {
    late,
    lines = [],
  }: { readonly late?: LateDevice | undefined; readonly lines?: DevicePollingState['lines'] } = {},
): DevicePollingState {
  const state = nameOf(device, report, late !== undefined);
  return {
    device: device.id,
    name: device.name,
    customer: device.customer,
    site: device.site,
    address: device.address,
    version: device.snmp?.version ?? null,
    state,
    polledAt: instant(report.polledAt),
    respondedAt: instant(report.respondedAt),
    deadSince: state === 'dead' ? instant(report.silentSince) : null,
    rejection: report.rejection === '' ? null : report.rejection,
    durationMs: report.polls === 0 ? null : report.durationMs,
    polls: report.polls,
    silentPolls: report.silentPolls,
    late: lateOf(late),
    lines,
    faults: report.faults,
  };
}
