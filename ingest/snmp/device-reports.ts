import type { PolledDevice } from '#schemas/collector/polled-device.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { PollFault } from './poll.ts';

export interface Ended {
  readonly answered: boolean;
  readonly startedMs: number;
  readonly endedMs: number;
}

type Report = { -readonly [K in keyof PolledDevice]: PolledDevice[K] };

/** What goes wrong with each device, by reason, and how its last poll went. */
export class DeviceReports {
  readonly #reports = new Map<number, Report>();

  fault(device: DeviceEntry, reason: PollFault): void {
    const report = this.#of(device);
    report.faults[reason] = (report.faults[reason] ?? 0) + 1;
    report.lastFault = reason;
  }

  ended(device: DeviceEntry, { answered, startedMs, endedMs }: Ended): void {
    const report = this.#of(device);
    report.polls += 1;
    report.polledAt = startedMs;
    report.durationMs = endedMs - startedMs;
    if (answered) {
      report.answeredAt = endedMs;
      report.silentSince = 0;
      report.silentPolls = 0;
      report.refusal = '';
      return;
    }
    if (report.silentPolls === 0) report.silentSince = startedMs;
    report.silentPolls += 1;
    // Without an answer the last fault is why there was none.
    report.refusal = report.lastFault;
  }

  /** The device is polled no more. */
  forget(id: number): void {
    this.#reports.delete(id);
  }

  list(): readonly PolledDevice[] {
    return [...this.#reports.values()];
  }

  #of({ id, customer }: DeviceEntry): Report {
    const known = this.#reports.get(id);
    if (known !== undefined) return known;
    const report: Report = {
      device: id,
      customer,
      polls: 0,
      polledAt: 0,
      answeredAt: 0,
      durationMs: 0,
      silentPolls: 0,
      silentSince: 0,
      refusal: '',
      faults: {},
      lastFault: '',
    };
    this.#reports.set(id, report);
    return report;
  }
}
