import type { Clock } from '#platform/clock/clock.ts';
import { contractOf } from '#schemas/inventory/contract.ts';
import { realtimeLimits, type RealtimeReading } from '#schemas/realtime/realtime.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { Agent, RequestBudget, RequestFailure } from '../agent/agent.ts';
import type { EngineMemory } from '../agent/open-agent.ts';
import { newMemory, type DeviceMemory } from '../device/device-memory.ts';
import { pollDevice } from '../poll-device.ts';
import type { PollFault, PollResult } from '../poll.ts';
import { startRows, valueRows, type SampleRow } from '../sample-rows.ts';
import type { ElementPoll } from './element-poll.ts';
import { RealtimeValues } from './realtime-values.ts';

/** A second is too short for a repetition. */
export const REALTIME_BUDGET: RequestBudget = { timeoutMs: 1_500, retries: 0 };
/** The first reading finds the element in the tables of its device. */
const MAX_POLL_MS = 30_000;

export interface ShareNeeds {
  /** What to read now; undefined when the device is not polled here any more. */
  readonly desired: () => ElementPoll | undefined;
  /** Undefined: the address may not be called, or has no name. */
  readonly openAgent: (device: DeviceEntry, memory: EngineMemory) => Promise<Agent | undefined>;
  readonly publish: (reading: RealtimeReading) => void;
  /** The formulas in force. */
  readonly definitions: () => KpiDefinitions;
  readonly clock: Clock;
}

/** Why the device did not respond; what it did not respond to first, later faults follow from it. */
const failures: ReadonlySet<PollFault> = new Set<RequestFailure>([
  ...(['timeout', 'malformed', 'unreachable', 'unknown user', 'wrong digest'] as const),
  ...(['not in time window', 'unknown engine', 'unsupported security level', 'decryption'] as const),
]);

/** One element that is read every second until its signal aborts; nothing is stored. */
export class RealtimeShare {
  readonly #needs: ShareNeeds;
  readonly #first: ElementPoll;
  #definitions: KpiDefinitions;
  #values: RealtimeValues;
  readonly #memory: DeviceMemory = newMemory();
  readonly #ending = new AbortController();
  /** When each server last sent a request, by the monotonic clock. */
  readonly #retainedMs = new Map<string, number>();

  constructor(poll: ElementPoll, needs: ShareNeeds) {
    this.#needs = needs;
    this.#first = poll;
    this.#definitions = needs.definitions();
    this.#values = this.#newValues();
  }

  #newValues(): RealtimeValues {
    const { kind, interfaces } = this.#first;
    const [port] = interfaces;
    const contract = port && contractOf(port);
    const properties = { contract_in: contract?.inBps, contract_out: contract?.outBps };
    return new RealtimeValues(kind, properties, this.#definitions);
  }

  get device(): number {
    return this.#first.device.id;
  }

  /** The element is watched through this server. */
  keep(server: string): void {
    this.#retainedMs.set(server, this.#needs.clock.elapsed());
  }

  /** The element is no longer watched through this server; the last one ends the polling. */
  leave(server: string): void {
    this.#retainedMs.delete(server);
    if (!this.#isWatched) this.stop();
  }

  stop(): void {
    this.#ending.abort();
  }

  /** Reads until the element is no longer watched, or the device is polled elsewhere. Never rejects. */
  async run(): Promise<void> {
    const { clock, desired } = this.#needs;
    for (let poll = desired(); poll !== undefined && this.#isWatched; poll = desired()) {
      const startedMs = clock.elapsed();
      await this.#read(poll);
      const remainingMs = realtimeLimits.everyMs - (clock.elapsed() - startedMs);
      if (remainingMs > 0) await clock.wait(remainingMs, this.#ending.signal);
    }
  }

  get #isWatched(): boolean {
    const nowMs = this.#needs.clock.elapsed();
    const isRetained = [...this.#retainedMs.values()].some(
      (retainedMs) => nowMs - retainedMs <= realtimeLimits.retainedMs,
    );
    return isRetained && !this.#ending.signal.aborted;
  }

  async #read(poll: ElementPoll): Promise<void> {
    const { clock, publish } = this.#needs;
    const { element } = this.#first;
    const sentMs = clock.now().getTime();
    const { rows, failure } = await this.#poll(poll).catch(() => ({ rows: [], failure: 'failed' }));
    if (!this.#isWatched) return;
    const own = rows.filter((row) => row.element === element);
    const definitions = this.#needs.definitions();
    if (definitions !== this.#definitions) {
      this.#definitions = definitions;
      this.#values = this.#newValues();
    }
    const values = this.#values.read(own);
    const at = Math.max(sentMs, ...own.map((row) => row.at));
    publish({ element, at, failure: failure === '' && own.length === 0 ? 'missing' : failure, values });
  }

  async #poll({ device, interfaces, components, plan }: ElementPoll) {
    const { clock, openAgent } = this.#needs;
    const memory = this.#memory;
    const agent = await openAgent(device, memory);
    if (agent === undefined) return { rows: [], failure: 'blocked' };
    const faults: PollFault[] = [];
    try {
      const result = await pollDevice({
        agent,
        device,
        interfaces,
        components,
        memory,
        plan,
        clock,
        deadlineMs: clock.elapsed() + MAX_POLL_MS,
        count: (fault) => faults.push(fault),
      });
      // Tables are walked again when the device restarts, not every minute.
      memory.pollsSinceExtras = 0;
      const failure = faults.find((fault) => failures.has(fault)) ?? '';
      return { rows: this.#rows(device, result), failure };
    } finally {
      agent.close();
    }
  }

  #rows(device: DeviceEntry, result: PollResult): readonly SampleRow[] {
    const { uptime } = this.#memory;
    if (!result.responded) return [];
    return [
      ...startRows(device, result, uptime),
      ...valueRows(device, result, { atMs: result.atMs, uptime }),
    ];
  }
}
