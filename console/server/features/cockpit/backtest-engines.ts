import type { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { BacktestJob, BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import { BacktestStanding, BacktestTaken } from '#schemas/cockpit/backtest-order.ts';
import type { BacktestOrder } from '#schemas/cockpit/backtest-order.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { mergeOutcomes } from './merge-outcomes.ts';

/** An engine answers at once; a window in which very much changes may hold it up. */
const PATIENCE_MS = 5_000;

type Key = Pick<BacktestOrder, 'id' | 'account'>;

/** How far a backtest is, over all its partitions. */
export type Standing =
  | { readonly state: 'waiting'; readonly ahead: number }
  | { readonly state: 'running'; readonly progress: number }
  | { readonly state: 'done'; readonly customers: readonly number[]; readonly outcome: BacktestOutcome };

type Part = Exclude<BacktestStanding, { state: 'unknown' }>;
const isPart = (standing: BacktestStanding): standing is Part => standing.state !== 'unknown';

const gone = (cause?: unknown): ProblemError =>
  new ProblemError('UNAVAILABLE', { params: { tier: 'engine' }, cause });

/** Of parts of which none has failed. */
function standingOf(parts: readonly Exclude<Part, { state: 'failed' }>[]): Standing {
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
  const looked = parts.reduce(
    (sum, part) => sum + (part.state === 'done' ? part.total : part.state === 'running' ? part.done : 0),
    0,
  );
  return { state: 'running', progress: total === 0 ? 0 : looked / total };
}

/** The parts of one backtest on the engines that own the partitions of its customers. */
export class BacktestEngines {
  readonly #bus: Bus;
  readonly #partitions: number;

  constructor(bus: Bus, partitions: number) {
    this.#bus = bus;
    this.#partitions = partitions;
  }

  /** Begins it on all of them or on none. */
  async start(key: Key, job: Omit<BacktestJob, 'partitions'>): Promise<void> {
    const own = Map.groupBy(job.customers, (customer) => partitionOf(customer, this.#partitions));
    // That of nobody has a place as well: it looks at nothing.
    const partitions = own.size === 0 ? [0] : [...own.keys()];
    const taken = await Promise.allSettled(
      partitions.map((partition) =>
        this.#ask(partition, BacktestTaken, {
          kind: 'start',
          ...key,
          job: { ...job, customers: own.get(partition) ?? [], partitions },
        }),
      ),
    );
    const problem = taken.map(problemOf).find((one) => one !== undefined);
    if (problem === undefined) return;
    await Promise.allSettled(partitions.map((partition) => this.#end(partition, key)));
    throw problem;
  }

  /** Asks all of them how far they are, and so keeps it going. */
  async look(key: Key): Promise<Standing> {
    const answers = await Promise.allSettled(
      this.#all((partition) => this.#ask(partition, BacktestStanding, { kind: 'look', ...key })),
    );
    const parts = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .filter(isPart);
    const [first] = parts;
    const unheard = answers.find((answer) => answer.status === 'rejected');
    if (first === undefined)
      throw unheard === undefined ? new ProblemError('NOT_FOUND') : gone(unheard.reason);
    const failure = parts.find((part) => part.state === 'failed');
    // A partition that knows nothing of it has gone to another engine since.
    if (failure === undefined && parts.length < first.partitions.length) {
      await this.end(key);
      throw gone(unheard?.reason);
    }
    if (failure === undefined) return standingOf(parts.filter((part) => part.state !== 'failed'));
    await this.end(key);
    throw new ProblemError(failure.code, { params: failure.params });
  }

  /** Ends it everywhere. */
  async end(key: Key): Promise<void> {
    const answers = await Promise.allSettled(this.#all((partition) => this.#end(partition, key)));
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value.ok)) return;
    const unheard = answers.find((answer) => answer.status === 'rejected');
    throw unheard === undefined ? new ProblemError('NOT_FOUND') : gone(unheard.reason);
  }

  #all<Answer>(ask: (partition: number) => Promise<Answer>): Promise<Answer>[] {
    return Array.from({ length: this.#partitions }, (_, partition) => ask(partition));
  }

  #end(partition: number, key: Key): Promise<BacktestTaken> {
    return this.#ask(partition, BacktestTaken, { kind: 'end', ...key });
  }

  async #ask<Answer extends z.ZodType>(
    partition: number,
    answer: Answer,
    order: BacktestOrder,
  ): Promise<z.output<Answer>> {
    const reply = await this.#bus.request(subjects.backtest(partition), packJson(order), PATIENCE_MS);
    return answer.parse(unpackJson(reply));
  }
}

function problemOf(taken: PromiseSettledResult<BacktestTaken>): ProblemError | undefined {
  if (taken.status === 'rejected') return gone(taken.reason);
  if (taken.value.ok) return undefined;
  return new ProblemError(taken.value.code, { params: taken.value.params });
}
