import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { AddressRefusal } from '#schemas/polling/address-refusal.ts';
import { MAX_POLL_SHARE } from '#schemas/polling/limits.ts';
import type { PollingConfiguration } from '#schemas/polling/poller.ts';
import type { Agent } from './agent/agent.ts';
import { planOf, type PollingPlan } from './catalogue/polling-plan.ts';
import { maxDeadPolls, isDead } from './device/dead-device.ts';
import { newMemory, type DeviceMemory } from './device/device-memory.ts';
import type { DeviceReports } from './device/device-reports.ts';
import type { LearnedIndexes } from './interface/learned-indexes.ts';
import { BetweenPolls } from './line/between-polls.ts';
import type { Outbox } from './outbox.ts';
import { pollDevice, unanswered } from './poll-device.ts';
import { PollRows } from './poll-rows.ts';
import type { Poll, PollFault, PollResult } from './poll.ts';
import type { PollerMetrics } from './poller-metrics.ts';
import { isComponentLimit } from './request/get-objects.ts';
import { nextDueMs, pollShardOf } from './schedule.ts';
import { changedTargets } from './component/changed-targets.ts';
import type { PolledUse } from './use/use-report.ts';

/** Accuracy of the schedule. */
const TICK_INTERVAL_MS = 50;
/**
 * Polls that were due for at most this long when a device is taken over are made at once: their poller may have been killed.
 * Longer than a takeover takes, with a poll that was running before it and a busy machine. If both polled, the stream stores one of them.
 */
const CATCH_UP_MS = 12_000;

export interface PollerNeeds {
  readonly inventory: () => Inventory;
  readonly polling: () => PollingConfiguration;
  readonly openAgent: (device: DeviceEntry, memory: DeviceMemory) => Promise<Agent | undefined>;
  /** Why the address was refused the last time. */
  readonly refusalOf: (address: string) => AddressRefusal | undefined;
  readonly outbox: Pick<Outbox, 'hasRoom' | 'send'>;
  readonly learned: Pick<LearnedIndexes, 'add' | 'addTargets'>;
  readonly reports: Pick<DeviceReports, 'recordFault' | 'recordPoll' | 'remove'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: PollerMetrics;
  readonly intervalMs: number;
  /** Shortest interval at which 32-bit counters are read between polls; 0: never. */
  readonly minIntervalMs: number;
  /** Shards whose devices are polled; another object after a change. */
  readonly owned: () => ReadonlySet<number>;
  /** Maximum concurrent polls. */
  readonly concurrency: number;
}

interface DeviceSlot {
  readonly memory: DeviceMemory;
  /** By the monotonic clock. */
  dueMs: number;
  busy: boolean;
}

/** Polls every device of the inventory at its own phase of the interval. */
export class Poller {
  readonly #needs: PollerNeeds;
  readonly #slots = new Map<number, DeviceSlot>();
  readonly #running = new Map<Promise<void>, PollRows>();
  #inventory: Inventory | undefined;
  #owned: ReadonlySet<number> | undefined;
  #components: ReadonlyMap<number, readonly ComponentEntry[]> = new Map();
  #plan: { readonly of: PollingConfiguration; readonly plan: PollingPlan } | undefined;
  readonly #between: BetweenPolls;
  #deadRunning = 0;
  #stopped = false;

  constructor(needs: PollerNeeds) {
    this.#needs = needs;
    this.#between = new BetweenPolls({
      ...needs,
      count: (device, memory, fault) => this.#count(device, memory, fault),
    });
  }

  start(signal: AbortSignal): void {
    signal.addEventListener('abort', () => {
      this.#stopped = true;
    });
    this.#needs.clock.every(
      TICK_INTERVAL_MS,
      () => {
        this.#tick();
      },
      signal,
    );
  }

  /** Resolves when no poll is running. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.keys(), this.#between.idle()]);
  }

  /** The devices of this process, with what their last polls learned. */
  *polled(): Generator<PolledUse> {
    const plan = this.#currentPlan();
    for (const [id, { memory }] of this.#slots) {
      const device = this.#inventory?.devices.get(id);
      if (device === undefined) continue;
      const interfaces = this.#interfacesOf(device).length;
      const isV1 = device.snmp?.version === 'v1';
      yield { id, memory, plan, components: this.#components.get(id) ?? [], interfaces, isV1 };
    }
  }

  #tick(): void {
    const { clock } = this.#needs;
    this.#syncDevices(this.#needs.inventory(), this.#needs.owned());
    const elapsedMs = clock.elapsed();
    const nowMs = clock.now().getTime();
    for (const rows of this.#running.values()) rows.publishIfDue(nowMs);
    for (const [id, polled] of this.#slots) {
      if (polled.dueMs > elapsedMs) {
        this.#readBetween(id, polled);
        continue;
      }
      // Read between polls, or no free slot: it is still due at the next tick.
      if (!polled.busy && (this.#between.isReading(id) || !this.#hasSlot(polled.memory))) continue;
      polled.dueMs = this.#nextDueMs(id);
      this.#startPoll(id, polled);
    }
  }

  #readBetween(id: number, { busy, memory }: DeviceSlot): void {
    const device = this.#inventory?.devices.get(id);
    if (device !== undefined && !busy && !this.#stopped) this.#between.startIfDue(device, memory);
  }

  /** Phases follow the time of day, so that they survive a restart; the delay uses the monotonic clock. */
  #nextDueMs(device: number, sinceMs = 0): number {
    const { clock, intervalMs } = this.#needs;
    const nowMs = clock.now().getTime();
    return clock.elapsed() + nextDueMs(device, intervalMs, nowMs - sinceMs) - nowMs;
  }

  /** The same for every poller: the device and the time at which its poll was scheduled. */
  #pollId(device: number): string {
    const { clock, intervalMs } = this.#needs;
    const scheduledMs = nextDueMs(device, intervalMs, clock.now().getTime()) - intervalMs;
    return `poll.${String(device)}.${String(scheduledMs)}`;
  }

  #hasSlot(memory: DeviceMemory): boolean {
    const { concurrency } = this.#needs;
    if (this.#running.size >= concurrency) return false;
    return !isDead(memory) || this.#deadRunning < maxDeadPolls(concurrency);
  }

  /** Adds new devices and removes the others. */
  #syncDevices(inventory: Inventory, owned: ReadonlySet<number>): void {
    if (inventory === this.#inventory && owned === this.#owned) return;
    this.#inventory = inventory;
    this.#owned = owned;
    const collected = [...(inventory.components?.values() ?? [])].filter(({ active }) => active);
    this.#components = Map.groupBy(collected, (one) => one.device);
    const due = [...inventory.devices.values()].filter(
      (device) =>
        device.snmp !== undefined &&
        owned.has(pollShardOf(device.id)) &&
        isDeviceCollected(inventory, device),
    );
    const ids = new Set(due.map(({ id }) => id));
    for (const id of this.#slots.keys()) {
      if (ids.has(id)) continue;
      this.#slots.delete(id);
      this.#between.remove(id);
      this.#needs.reports.remove(id);
    }
    for (const id of ids)
      if (!this.#slots.has(id))
        this.#slots.set(id, {
          memory: newMemory(),
          dueMs: this.#nextDueMs(id, CATCH_UP_MS),
          busy: false,
        });
    this.#needs.metrics.devices.set(ids.size);
  }

  #startPoll(id: number, polled: DeviceSlot): void {
    const { inventory, outbox, metrics } = this.#needs;
    const device = inventory().devices.get(id);
    if (device === undefined || this.#stopped) return;
    if (polled.busy || !outbox.hasRoom) {
      metrics.notStarted.inc({ reason: polled.busy ? 'still running' : 'bus is full' });
      return;
    }
    polled.busy = true;
    const dead = Number(isDead(polled.memory));
    this.#deadRunning += dead;
    const rows = new PollRows({ device, outbox, memory: polled.memory, id: this.#pollId(id) });
    const going = this.#poll(device, polled.memory, rows).finally(() => {
      polled.busy = false;
      if (this.#slots.get(id) === polled) this.#between.schedule(id, polled.memory);
      this.#deadRunning -= dead;
      this.#running.delete(going);
      metrics.busy.set(this.#running.size);
    });
    this.#running.set(going, rows);
    metrics.busy.set(this.#running.size);
  }

  async #poll(device: DeviceEntry, memory: DeviceMemory, rows: PollRows): Promise<void> {
    const { clock, metrics, learned, reports, log } = this.#needs;
    const end = metrics.seconds.startTimer();
    const startedMs = clock.now().getTime();
    try {
      const result = await this.#request(device, memory, rows);
      end();
      if (this.#isPolled(device, memory))
        reports.recordPoll(device, {
          responded: result.responded,
          startedMs,
          endedMs: clock.now().getTime(),
        });
      metrics.polls.inc({ outcome: result.responded ? 'response' : 'no response' });
      if (result.learned !== undefined) learned.add(result.learned);
      const targets = changedTargets(memory.extras?.components ?? [], this.#components.get(device.id) ?? []);
      if (targets.size > 0) learned.addTargets(targets);
      await rows.end();
    } catch (error) {
      if (!this.#stopped) log.error({ err: error, device: device.id }, 'poll failed');
    }
  }

  async #request(device: DeviceEntry, memory: DeviceMemory, rows: PollRows): Promise<PollResult> {
    const { clock, intervalMs } = this.#needs;
    const startedMs = clock.now().getTime();
    const agent = await this.#needs.openAgent(device, memory);
    const count: Poll['count'] = (reason) => this.#count(device, memory, reason);
    if (agent === undefined) {
      const refusal = this.#needs.refusalOf(device.address);
      count(refusal ?? 'unreachable');
      memory.missedPolls += 1;
      // An address that must not be called is not polled: it has no availability.
      if (refusal === undefined) rows.add({ start: { responded: false, atMs: startedMs } });
      return unanswered(startedMs);
    }
    try {
      const deadlineMs = clock.elapsed() + intervalMs * MAX_POLL_SHARE;
      const interfaces = this.#interfacesOf(device);
      return await pollDevice({
        agent,
        device,
        interfaces,
        components: this.#components.get(device.id) ?? [],
        memory,
        plan: this.#currentPlan(),
        clock,
        deadlineMs,
        count,
        found: (part) => {
          rows.add(part);
        },
      });
    } finally {
      agent.close();
    }
  }

  #count(device: DeviceEntry, memory: DeviceMemory, reason: PollFault): void {
    const { metrics, reports, log } = this.#needs;
    metrics.faults.inc({ reason });
    if (isComponentLimit(reason)) log.warn({ device: device.id, reason }, 'components limited');
    if (this.#isPolled(device, memory)) reports.recordFault(device, reason);
  }

  /** Whether the device was not handed over or removed while its poll was running. */
  #isPolled({ id }: DeviceEntry, memory: DeviceMemory): boolean {
    return this.#slots.get(id)?.memory === memory;
  }

  /** Returns the same object until the configuration changes. */
  #currentPlan(): PollingPlan {
    const polling = this.#needs.polling();
    if (this.#plan?.of !== polling) this.#plan = { of: polling, plan: planOf(polling) };
    return this.#plan.plan;
  }

  #interfacesOf({ interfaces }: DeviceEntry): readonly InterfaceEntry[] {
    const all = this.#needs.inventory().interfaces;
    return interfaces.flatMap((id) => {
      const entry = all.get(id);
      return entry?.active === true ? [entry] : [];
    });
  }
}
