import type { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { BacktestJob, BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import { BacktestStatus, BacktestReply, type BacktestOrder } from '#schemas/cockpit/backtest-order.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { mergeOutcomes } from './merge-outcomes.ts';

/** Engines reply at once, unless a window with many changes delays them. */
const REQUEST_TIMEOUT_MS = 5_000;

type BacktestKey = Pick<BacktestOrder, 'id' | 'account'>;

/** Progress of a backtest over all of its partitions. */
export type BacktestProgress =
  | { readonly state: 'waiting'; readonly ahead: number }
  | { readonly state: 'running'; readonly progress: number }
  | { readonly state: 'done'; readonly customers: readonly number[]; readonly outcome: BacktestOutcome };

type Part = Exclude<BacktestStatus, { state: 'unknown' }>;
const isPart = (status: BacktestStatus): status is Part => status.state !== 'unknown';

const engineUnavailable = (cause?: unknown): ProblemError =>
  new ProblemError('UNAVAILABLE', { params: { tier: 'engine' }, cause });

/** The progress of parts of which none has failed. */
function progressOf(parts: readonly Exclude<Part, { state: 'failed' }>[]): BacktestProgress {
  const done = parts.filter((part) => part.state === 'done');
  const [first, ...others] = done.map(({ outcome }) => outcome);
  if (first !== undefined && done.length === parts.length)
    return {
      state: 'done',
      customers: done.flatMap(({ customers }) => customers),
      outcome: others.reduce(mergeOutcomes, first),
    };
  const waiting = parts.filter((part) => part.state === 'waiting');
  if (waiting.length === parts.length)
    return { state: 'waiting', ahead: Math.max(...waiting.map(({ ahead }) => ahead)) };
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const processed = parts.reduce(
    (sum, part) => sum + (part.state === 'done' ? part.total : part.state === 'running' ? part.done : 0),
    0,
  );
  return { state: 'running', progress: total === 0 ? 0 : processed / total };
}

/** The parts of one backtest on the engines that own the partitions of its customers. */
export class BacktestEngines {
  readonly #bus: Bus;
  readonly #partitions: number;

  constructor(bus: Bus, partitions: number) {
    this.#bus = bus;
    this.#partitions = partitions;
  }

  /** Starts a backtest on all partitions of its customers, or on none. */
  async start(key: BacktestKey, job: Omit<BacktestJob, 'partitions'>): Promise<void> {
    const byPartition = Map.groupBy(job.customers, (customer) => partitionOf(customer, this.#partitions));
    // A backtest without customers runs on partition 0 and reads nothing.
    const partitions = byPartition.size === 0 ? [0] : [...byPartition.keys()];
    const accepted = await Promise.allSettled(
      partitions.map((partition) =>
        this.#request(partition, BacktestReply, {
          kind: 'start',
          ...key,
          job: { ...job, customers: byPartition.get(partition) ?? [], partitions },
        }),
      ),
    );
    const problem = accepted.map(problemOf).find((one) => one !== undefined);
    if (problem === undefined) return;
    await Promise.allSettled(partitions.map((partition) => this.#cancel(partition, key)));
    throw problem;
  }

  /** Reads the progress from every partition. An engine cancels a backtest that is not read for a while. */
  async read(key: BacktestKey): Promise<BacktestProgress> {
    const responses = await Promise.allSettled(
      this.#onEveryPartition((partition) =>
        this.#request(partition, BacktestStatus, { kind: 'poll', ...key }),
      ),
    );
    const parts = responses
      .flatMap((response) => (response.status === 'fulfilled' ? [response.value] : []))
      .filter(isPart);
    const [first] = parts;
    const failedRequest = responses.find((response) => response.status === 'rejected');
    // An engine that does not respond may be busy or about to be replaced: the caller polls again.
    if (failedRequest !== undefined && parts.length < (first?.partitions.length ?? this.#partitions))
      throw engineUnavailable(failedRequest.reason);
    if (first === undefined) throw new ProblemError('COCKPIT_BACKTEST_ENDED');
    const failure = parts.find((part) => part.state === 'failed');
    // A partition that does not know the backtest has moved to another engine since, or its engine was restarted.
    if (failure === undefined && parts.length < first.partitions.length) {
      await this.#drop(key);
      throw new ProblemError('COCKPIT_BACKTEST_ENDED');
    }
    if (failure === undefined) return progressOf(parts.filter((part) => part.state !== 'failed'));
    await this.#drop(key);
    throw new ProblemError(failure.code, { params: failure.params });
  }

  /** Cancels the backtest on every partition. */
  async cancel(key: BacktestKey): Promise<void> {
    const responses = await Promise.allSettled(
      this.#onEveryPartition((partition) => this.#cancel(partition, key)),
    );
    if (responses.some((response) => response.status === 'fulfilled' && response.value.ok)) return;
    const failedRequest = responses.find((response) => response.status === 'rejected');
    throw failedRequest === undefined
      ? new ProblemError('NOT_FOUND')
      : engineUnavailable(failedRequest.reason);
  }

  /** Cancels what is left of a backtest that has failed; an engine that does not respond drops it by itself. */
  async #drop(key: BacktestKey): Promise<void> {
    await Promise.allSettled(this.#onEveryPartition((partition) => this.#cancel(partition, key)));
  }

  #onEveryPartition<ResponseOf>(request: (partition: number) => Promise<ResponseOf>): Promise<ResponseOf>[] {
    return Array.from({ length: this.#partitions }, (_, partition) => request(partition));
  }

  #cancel(partition: number, key: BacktestKey): Promise<BacktestReply> {
    return this.#request(partition, BacktestReply, { kind: 'cancel', ...key });
  }

  async #request<ResponseOf extends z.ZodType>(
    partition: number,
    response: ResponseOf,
    order: BacktestOrder,
  ): Promise<z.output<ResponseOf>> {
    const reply = await this.#bus.request(subjects.backtest(partition), packJson(order), REQUEST_TIMEOUT_MS);
    return response.parse(unpackJson(reply));
  }
}

function problemOf(reply: PromiseSettledResult<BacktestReply>): ProblemError | undefined {
  if (reply.status === 'rejected') return engineUnavailable(reply.reason);
  if (reply.value.ok) return undefined;
  return new ProblemError(reply.value.code, { params: reply.value.params });
}
