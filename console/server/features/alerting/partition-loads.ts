import { AlertStatePage } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { MutableMirroredAlerts } from './mirrored-alerts.ts';
import { StateAssembly } from './state-assembly.ts';

const RETRY_MS = 1_000;
/** A reply is given up when no page was read for this long. */
const PAGE_TIMEOUT_MS = 5_000;

type Ending = 'complete' | 'failed' | 'restarted';

/** An attempt to read the state of a partition. */
export interface PartitionLoad {
  readonly partition: number;
  readonly assembly: StateAssembly;
  readonly ending: AbortController;
  readonly ended: PromiseWithResolvers<Ending>;
}

export interface PartitionLoadNeeds {
  readonly bus: Pick<Bus, 'requestEach'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Receives each page; has it read by `readPage` in the order in which pages and deltas arrived. */
  readonly onPage: (load: PartitionLoad, page: Uint8Array) => void;
  readonly onLoaded: (partition: number, states: Iterable<MutableMirroredAlerts>) => void;
}

/** Reads the states of partitions from their engines, page by page, and again when an attempt fails. */
export class PartitionLoads {
  readonly #needs: PartitionLoadNeeds;
  readonly #begun = new Set<number>();
  readonly #current = new Map<number, PartitionLoad>();

  constructor(needs: PartitionLoadNeeds) {
    this.#needs = needs;
  }

  /** Loads a partition, unless it is being loaded already. */
  begin(partition: number): void {
    if (this.#begun.has(partition)) return;
    this.#begun.add(partition);
    void this.#load(partition);
  }

  /** Loads a partition, from its beginning if it is being loaded already. */
  restart(partition: number): void {
    this.#end(this.#current.get(partition), 'restarted');
    this.begin(partition);
  }

  /** The attempt that a delta of the partition concerns. */
  assemblyOf(partition: number): StateAssembly | undefined {
    return this.#current.get(partition)?.assembly;
  }

  readPage(load: PartitionLoad, data: Uint8Array): void {
    const { assembly, partition } = load;
    // A page of an attempt that has ended.
    if (this.#current.get(partition) !== load) return;
    try {
      assembly.addPage(AlertStatePage.parse(unpackJson(data)));
    } catch (error) {
      this.#needs.log.warn({ err: error, partition }, 'partition state unreadable');
      this.#end(load, 'failed');
      return;
    }
    if (!assembly.isComplete) return;
    this.#end(load, 'complete');
    this.#needs.onLoaded(partition, assembly.states());
  }

  async #load(partition: number): Promise<void> {
    const { clock, signal, log } = this.#needs;
    for (;;) {
      const ending = await this.#attempt(partition);
      if (signal.aborted || ending === 'complete') break;
      if (ending === 'restarted') continue;
      log.debug({ partition }, 'partition state unavailable');
      await clock.wait(RETRY_MS, signal);
    }
    this.#begun.delete(partition);
  }

  async #attempt(partition: number): Promise<Ending> {
    const { bus, clock, onPage } = this.#needs;
    const load: PartitionLoad = {
      partition,
      assembly: new StateAssembly(),
      ending: new AbortController(),
      ended: Promise.withResolvers(),
    };
    const signal = AbortSignal.any([load.ending.signal, this.#needs.signal]);
    this.#current.set(partition, load);
    bus.requestEach(subjects.alertState(partition), '', {
      signal,
      onReply: (page) => {
        if (page === undefined) this.#end(load, 'failed');
        else onPage(load, page);
      },
    });
    let pages: number;
    do {
      ({ pages } = load.assembly);
      await clock.wait(PAGE_TIMEOUT_MS, signal);
    } while (!signal.aborted && load.assembly.pages > pages);
    this.#end(load, 'failed');
    return load.ended.promise;
  }

  #end(load: PartitionLoad | undefined, ending: Ending): void {
    if (load === undefined) return;
    load.ended.resolve(ending);
    load.ending.abort();
    if (this.#current.get(load.partition) === load) this.#current.delete(load.partition);
  }
}
