import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { ReadingLimits } from '#schemas/line/narrow-counter.ts';
import type { Agent } from '../agent/agent.ts';
import { isDead } from '../device/dead-device.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import type { PollFault } from '../poll.ts';
import { betweenIntervalMs, readBetween } from './read-between.ts';

interface BetweenNeeds extends ReadingLimits {
  readonly clock: Clock;
  readonly log: Log;
  readonly openAgent: (device: DeviceEntry, memory: DeviceMemory) => Promise<Agent | undefined>;
  readonly count: (device: DeviceEntry, memory: DeviceMemory, fault: PollFault) => void;
  /** Maximum concurrent polls, of which readings between polls have a quarter of their own. */
  readonly concurrency: number;
}

const SHARE = 4;

/** Reads ports of 32-bit counters between the polls of their devices, which a device never has at the same time. */
export class BetweenPolls {
  readonly #needs: BetweenNeeds;
  /** By device, by the monotonic clock. */
  readonly #due = new Map<number, number>();
  readonly #running = new Map<number, Promise<void>>();

  constructor(needs: BetweenNeeds) {
    this.#needs = needs;
  }

  isReading(device: number): boolean {
    return this.#running.has(device);
  }

  /** Resolves when nothing is read. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Schedules the next reading; called once the device was read. */
  schedule(device: number, memory: DeviceMemory): void {
    const everyMs = isDead(memory) ? undefined : betweenIntervalMs(memory, this.#needs);
    if (everyMs === undefined) this.#due.delete(device);
    else this.#due.set(device, this.#needs.clock.elapsed() + everyMs);
  }

  remove(device: number): void {
    this.#due.delete(device);
  }

  /** Reads a device that is not polled now, if it is due. */
  startIfDue(device: DeviceEntry, memory: DeviceMemory): void {
    const { clock, concurrency } = this.#needs;
    const { id } = device;
    if (clock.elapsed() < (this.#due.get(id) ?? Infinity) || this.isReading(id)) return;
    if (this.#running.size >= Math.max(1, concurrency / SHARE)) return;
    const going = this.#read(device, memory).finally(() => {
      this.#running.delete(id);
      if (this.#due.has(id)) this.schedule(id, memory);
    });
    this.#running.set(id, going);
  }

  async #read(device: DeviceEntry, memory: DeviceMemory): Promise<void> {
    const { clock, log, openAgent, minIntervalMs } = this.#needs;
    const agent = await openAgent(device, memory);
    if (agent === undefined) return;
    const count = (fault: PollFault): void => this.#needs.count(device, memory, fault);
    const deadlineMs = clock.elapsed() + minIntervalMs;
    try {
      await readBetween(
        { memory, clock, count },
        {
          agent,
          memory,
          count,
          hasTime: () => clock.elapsed() < deadlineMs,
          nowMs: () => clock.now().getTime(),
        },
        this.#needs,
      );
    } catch (error) {
      log.error({ err: error, device: device.id }, 'poll failed');
    } finally {
      agent.close();
    }
  }
}
