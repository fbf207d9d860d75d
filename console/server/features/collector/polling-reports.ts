import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { LateReport, type LateDevice } from '#schemas/collector/late-device.ts';
import { PollerReport, type PolledDevice } from '#schemas/collector/polled-device.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Pollers and engines reply within milliseconds; one that was just killed counts as live for two seconds. */
const TIMEOUT_MS = 1_000;

/** The report of each device by the poller that polled it last. Throws UNAVAILABLE if no poller replies. */
export async function readPollerReports(
  bus: Pick<Bus, 'requestAll'>,
): Promise<ReadonlyMap<number, PolledDevice>> {
  const reports: PollerReport[] = [];
  try {
    await bus.requestAll(subjects.polledDevices, '', {
      timeoutMs: TIMEOUT_MS,
      isEnough(reply) {
        reports.push(PollerReport.parse(unpackJson(reply)));
        return reports.length >= Math.max(...reports.map(({ pollers }) => pollers));
      },
    });
  } catch (error) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'poller' }, cause: error });
  }
  const latest = reports
    .flatMap(({ devices }) => devices)
    .sort((one, other) => one.polledAt - other.polledAt);
  return new Map(latest.map((report) => [report.device, report]));
}

/** Devices with late samples. None if no engine replies: what the pollers report is shown without it. */
export async function readLateReports(
  bus: Pick<Bus, 'requestAll'>,
): Promise<ReadonlyMap<number, LateDevice>> {
  const reports: LateReport[] = [];
  const isEnough = (reply: Uint8Array): boolean => {
    reports.push(LateReport.parse(unpackJson(reply)));
    return reports.length >= Math.max(...reports.map(({ engines }) => engines));
  };
  await bus.requestAll(subjects.lateDevices, '', { timeoutMs: TIMEOUT_MS, isEnough }).catch(() => undefined);
  const late = new Map<number, LateDevice>();
  for (const device of reports.flatMap(({ devices }) => devices)) {
    const known = late.get(device.device);
    late.set(device.device, known === undefined ? device : merged(known, device));
  }
  return late;
}

/** A partition that moved has late samples at two engines. */
const merged = (one: LateDevice, other: LateDevice): LateDevice => ({
  device: one.device,
  samples: one.samples + other.samples,
  since: Math.min(one.since, other.since),
  until: Math.max(one.until, other.until),
  delayMs: Math.max(one.delayMs, other.delayMs),
});
