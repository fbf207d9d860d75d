import { LATE_SHOWN_MS, type LateDevice } from '#schemas/collector/late-device.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { LateElement } from '../partition/sample-intake.ts';

/** One line per interval, whatever the number of devices. */
const LOG_INTERVAL_MS = 60_000;
/** Bounds what is retained; further late devices are counted by the metric only. */
const MAX_DEVICES = 10_000;

interface LateDevicesNeeds {
  readonly inventory: { readonly current: Inventory };
  readonly clock: Clock;
  readonly log: Log;
  readonly allowedLatenessMs: number;
}

/** The device of a measured element: itself, or that of an interface or component. Undefined for other elements. */
const deviceOf = ({ devices, interfaces, components }: Inventory, element: number): number | undefined =>
  devices.has(element) ? element : (interfaces.get(element)?.device ?? components?.get(element)?.device);

type Late = { -readonly [K in keyof LateDevice]: LateDevice[K] };

/** The devices of this engine whose samples arrive too late to be measured. */
export class LateDevices {
  readonly #needs: LateDevicesNeeds;
  readonly #late = new Map<number, Late>();
  /** Late samples since the last log line. */
  #unreported = 0;
  #reportedMs = -Infinity;

  constructor(needs: LateDevicesNeeds) {
    this.#needs = needs;
  }

  observe(late: ReadonlyMap<number, LateElement>): void {
    const nowMs = this.#needs.clock.now().getTime();
    const inventory = this.#needs.inventory.current;
    for (const [element, { rows, delayMs }] of late) {
      const device = deviceOf(inventory, element);
      this.#unreported += rows;
      if (device !== undefined) this.#add({ device, samples: rows, since: nowMs, until: nowMs, delayMs });
    }
    this.#report();
  }

  /** The devices with late samples, those that were late last first. */
  list(): readonly LateDevice[] {
    this.#forgetOld();
    return [...this.#late.values()];
  }

  #add(late: Late): void {
    const known = this.#late.get(late.device);
    if (known === undefined) {
      if (this.#late.size >= MAX_DEVICES) this.#forgetOld();
      if (this.#late.size < MAX_DEVICES) this.#late.set(late.device, late);
      return;
    }
    known.samples += late.samples;
    known.until = late.until;
    known.delayMs = Math.max(known.delayMs, late.delayMs);
  }

  #forgetOld(): void {
    const nowMs = this.#needs.clock.now().getTime();
    for (const [device, { until }] of this.#late)
      if (nowMs - until > LATE_SHOWN_MS) this.#late.delete(device);
  }

  #report(): void {
    const { clock, log, allowedLatenessMs } = this.#needs;
    if (clock.elapsed() - this.#reportedMs < LOG_INTERVAL_MS) return;
    this.#reportedMs = clock.elapsed();
    const latest = this.list().toSorted((one, other) => other.delayMs - one.delayMs);
    log.warn(
      {
        rows: this.#unreported,
        devices: latest.length,
        device: latest[0]?.device,
        delayMs: latest[0]?.delayMs,
        allowedLatenessMs,
      },
      'samples late',
    );
    this.#unreported = 0;
  }
}
