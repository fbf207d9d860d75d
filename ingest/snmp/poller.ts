import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { PollingConfiguration } from '#schemas/polling/poller.ts';
import type { Agent } from './agent.ts';
import { planOf } from './catalogue/polling-plan.ts';
import type { PollingPlan } from './catalogue/polling-plan.ts';
import { deadPlaces, isDead } from './dead-device.ts';
import { newMemory } from './device-memory.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { DeviceReports } from './device-reports.ts';
import type { LearnedIndexes } from './learned-indexes.ts';
import { column } from './objects.ts';
import type { Outbox } from './outbox.ts';
import { pollDevice, unanswered } from './poll-device.ts';
import type { Poll, PollResult } from './poll.ts';
import type { PollerMetrics } from './poller-metrics.ts';
import { sampleRows } from './sample-rows.ts';
import { nextDueMs } from './schedule.ts';

/** Polls become due with this accuracy. */
const TICK_MS = 50;
/** The part of the interval that one poll may take. */
const SHARE = 0.9;

export interface PollerNeeds {
  readonly inventory: () => Inventory;
  readonly polling: () => PollingConfiguration;
  readonly openAgent: (device: DeviceEntry, memory: DeviceMemory) => Promise<Agent | undefined>;
  readonly outbox: Pick<Outbox, 'hasRoom' | 'send'>;
  readonly learned: Pick<LearnedIndexes, 'note'>;
  readonly reports: Pick<DeviceReports, 'fault' | 'ended' | 'forget'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: PollerMetrics;
  readonly intervalMs: number;
  /** Polls that go on at once. */
  readonly concurrency: number;
}

interface Polled {
  readonly memory: DeviceMemory;
  /** On the clock that nobody sets. */
  dueMs: number;
  busy: boolean;
}

/** Polls every device of the inventory at its own moment of each interval. */
export class Poller {
  readonly #needs: PollerNeeds;
  readonly #polled = new Map<number, Polled>();
  readonly #going = new Set<Promise<void>>();
  #known: Inventory | undefined;
  #components: ReadonlyMap<number, readonly ComponentEntry[]> = new Map();
  #plan: { readonly of: PollingConfiguration; readonly plan: PollingPlan } | undefined;
  #deadGoing = 0;
  #stopped = false;

  constructor(needs: PollerNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    signal.addEventListener('abort', () => {
      this.#stopped = true;
    });
    this.#needs.clock.every(
      TICK_MS,
      () => {
        this.#tick();
      },
      signal,
    );
  }

  /** Resolves when no poll goes on. */
  async idle(): Promise<void> {
    await Promise.all(this.#going);
  }

  #tick(): void {
    const { clock } = this.#needs;
    this.#follow(this.#needs.inventory());
    const elapsedMs = clock.elapsed();
    for (const [id, polled] of this.#polled) {
      if (polled.dueMs > elapsedMs) continue;
      // Waits for its turn: the next tick finds it due again.
      if (!polled.busy && !this.#hasPlace(polled.memory)) continue;
      polled.dueMs = this.#nextDueMs(id);
      this.#begin(id, polled);
    }
  }

  /** The moments follow the time of day, so that they are the same after a restart; the way to the next one does not. */
  #nextDueMs(device: number): number {
    const { clock, intervalMs } = this.#needs;
    const nowMs = clock.now().getTime();
    return clock.elapsed() + nextDueMs(device, intervalMs, nowMs) - nowMs;
  }

  #hasPlace(memory: DeviceMemory): boolean {
    const { concurrency } = this.#needs;
    if (this.#going.size >= concurrency) return false;
    return !isDead(memory) || this.#deadGoing < deadPlaces(concurrency);
  }

  /** Takes up new devices and forgets the others. */
  #follow(inventory: Inventory): void {
    if (inventory === this.#known) return;
    this.#known = inventory;
    const collected = [...(inventory.components?.values() ?? [])].filter(({ active }) => active);
    this.#components = Map.groupBy(collected, (one) => one.device);
    const due = [...inventory.devices.values()].filter(({ active, snmp }) => active && snmp !== undefined);
    const ids = new Set(due.map(({ id }) => id));
    for (const id of this.#polled.keys()) {
      if (ids.has(id)) continue;
      this.#polled.delete(id);
      this.#needs.reports.forget(id);
    }
    for (const id of ids)
      if (!this.#polled.has(id))
        this.#polled.set(id, {
          memory: newMemory(column.ifName),
          dueMs: this.#nextDueMs(id),
          busy: false,
        });
    this.#needs.metrics.devices.set(ids.size);
  }

  #begin(id: number, polled: Polled): void {
    const { inventory, outbox, metrics } = this.#needs;
    const device = inventory().devices.get(id);
    if (device === undefined || this.#stopped) return;
    if (polled.busy || !outbox.hasRoom) {
      metrics.notStarted.inc({ reason: polled.busy ? 'still going on' : 'bus is full' });
      return;
    }
    polled.busy = true;
    const dead = Number(isDead(polled.memory));
    this.#deadGoing += dead;
    const going = this.#poll(device, polled.memory).finally(() => {
      polled.busy = false;
      this.#deadGoing -= dead;
      this.#going.delete(going);
      metrics.busy.set(this.#going.size);
    });
    this.#going.add(going);
    metrics.busy.set(this.#going.size);
  }

  async #poll(device: DeviceEntry, memory: DeviceMemory): Promise<void> {
    const { clock, metrics, learned, reports, outbox, log } = this.#needs;
    const end = metrics.seconds.startTimer();
    const startedMs = clock.now().getTime();
    try {
      const result = await this.#ask(device, memory);
      end();
      reports.ended(device, { answered: result.answered, startedMs, endedMs: clock.now().getTime() });
      metrics.polls.inc({ outcome: result.answered ? 'answered' : 'no answer' });
      if (result.learned !== undefined) learned.note(result.learned);
      await outbox.send(sampleRows(device, result, memory.uptime));
    } catch (error) {
      if (!this.#stopped) log.error({ err: error, device: device.id }, 'poll failed');
    }
  }

  async #ask(device: DeviceEntry, memory: DeviceMemory): Promise<PollResult> {
    const { clock, metrics, reports, intervalMs } = this.#needs;
    const startedMs = clock.now().getTime();
    const agent = await this.#needs.openAgent(device, memory);
    const count: Poll['count'] = (reason) => {
      metrics.faults.inc({ reason });
      reports.fault(device, reason);
    };
    if (agent === undefined) {
      count('unreachable');
      memory.silentPolls += 1;
      return unanswered(startedMs);
    }
    try {
      const deadlineMs = clock.elapsed() + intervalMs * SHARE;
      const interfaces = this.#interfacesOf(device);
      return await pollDevice({
        agent,
        device,
        interfaces,
        components: this.#components.get(device.id) ?? [],
        memory,
        plan: this.#planNow(),
        clock,
        deadlineMs,
        count,
      });
    } finally {
      agent.close();
    }
  }

  /** The same object until the configuration is another one. */
  #planNow(): PollingPlan {
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
