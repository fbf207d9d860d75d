import type { PolledDevice } from '#schemas/collector/polled-device.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { PollFault } from '../poll.ts';

export interface PollOutcome {
  readonly responded: boolean;
  readonly startedMs: number;
  readonly endedMs: number;
}

type Report = { -readonly [K in keyof PolledDevice]: PolledDevice[K] };

/** Faults of each device by reason, and the outcome of its last poll. */
export class DeviceReports {
  readonly #reports = new Map<number, Report>();

  recordFault(device: DeviceEntry, reason: PollFault): void {
    const report = this.#reportOf(device);
    report.faults[reason] = (report.faults[reason] ?? 0) + 1;
    report.lastFault = reason;
  }

  recordPoll(device: DeviceEntry, { responded, startedMs, endedMs }: PollOutcome): void {
    const report = this.#reportOf(device);
    report.polls += 1;
    report.polledAt = startedMs;
    report.durationMs = endedMs - startedMs;
    if (responded) {
      report.respondedAt = endedMs;
      report.silentSince = 0;
      report.silentPolls = 0;
      report.rejection = '';
      return;
    }
    if (report.silentPolls === 0) report.silentSince = startedMs;
    report.silentPolls += 1;
    // For an unanswered poll the last fault is the reason.
    report.rejection = report.lastFault;
  }

  /** Called when the device is no longer polled. */
  remove(id: number): void {
    this.#reports.delete(id);
  }

  list(): readonly PolledDevice[] {
    return [...this.#reports.values()];
  }

  #reportOf({ id, customer }: DeviceEntry): Report {
    const known = this.#reports.get(id);
    if (known !== undefined) return known;
    const report: Report = {
      device: id,
      customer,
      polls: 0,
      polledAt: 0,
      respondedAt: 0,
      durationMs: 0,
      silentPolls: 0,
      silentSince: 0,
      rejection: '',
      faults: {},
      lastFault: '',
    };
    this.#reports.set(id, report);
    return report;
  }
}
