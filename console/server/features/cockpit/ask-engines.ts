import type { Bus } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { BacktestReply } from '#schemas/cockpit/backtest.ts';
import type { BacktestJob, BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { mergeOutcomes } from './merge-outcomes.ts';

/** The engine gives up by itself first, and says so. */
const PATIENCE_MS = backtestLimits.deadlineMs + 2_000;

interface Asking {
  readonly bus: Bus;
  readonly partitions: number;
}

async function askPartition(bus: Bus, partition: number, job: BacktestJob): Promise<BacktestOutcome> {
  let reply: BacktestReply;
  try {
    const answer = await bus.request(subjects.backtest(partition), packJson(job), PATIENCE_MS);
    reply = BacktestReply.parse(unpackJson(answer));
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ProblemError('TIMED_OUT', { cause: error });
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'engine' }, cause: error });
  }
  if (!reply.ok) throw new ProblemError(reply.code, { params: reply.params });
  return reply.outcome;
}

/** Runs a backtest on the engines that own the partitions of the customers; undefined without customers. */
export async function askEngines(
  { bus, partitions }: Asking,
  job: BacktestJob,
): Promise<BacktestOutcome | undefined> {
  const byPartition = Map.groupBy(job.customers, (customer) => partitionOf(customer, partitions));
  const outcomes = await Promise.all(
    [...byPartition].map(([partition, customers]) => askPartition(bus, partition, { ...job, customers })),
  );
  const [first, ...others] = outcomes;
  return first && others.reduce(mergeOutcomes, first);
}
