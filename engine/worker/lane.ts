import { flowMetrics } from '#schemas/table/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import { createFlowPartition } from '../flow/flow-partition.ts';
import type { FlowPartition } from '../flow/flow-partition.ts';
import { createPartition } from '../partition/partition.ts';
import type { Partition } from '../partition/partition.ts';
import type { PartitionOptions } from '../partition/partition-options.ts';
import type { Origin } from '../partition/sample-intake.ts';
import type { Steps } from '../partition/steps.ts';
import type { LaneStates } from '../checkpoint/checkpoint-format.ts';
import type { WorkerNeeds } from './worker-needs.ts';

/** What is the same of partitions of samples and of flows. */
export type LanePartition = Pick<
  Partition | FlowPartition,
  | 'configuring'
  | 'silence'
  | 'command'
  | 'newest'
  | 'heard'
  | 'counts'
  | 'acknowledgements'
  | 'running'
  | 'decided'
>;

export type LaneStream = 'samples' | 'flows' | 'metrics';
export const tables: Record<LaneStream, Table> = { samples, flows, metrics: flowMetrics };

/** A partition with the streams that it reads. */
export interface LaneWork<Lane extends keyof LaneStates> {
  readonly lane: Lane;
  readonly streams: readonly LaneStream[];
  readonly partition: LanePartition;
  /** Throws a RangeError at its first step for rows that cannot be read. */
  readonly push: (stream: LaneStream, rows: Uint8Array, origin: Origin) => Steps;
  readonly readUpTo: (stream: LaneStream) => number;
  readonly state: () => LaneStates[Lane];
  readonly restoring: (state: LaneStates[Lane]) => Steps;
  /** A stream begins anew: what was read of it before tells nothing of what comes. */
  readonly forget: (stream: LaneStream) => void;
  /** After each message. */
  readonly after: () => void;
}

type Options = Omit<PartitionOptions, 'windowSeconds' | 'latenessMs'>;

export function sampleLane(needs: WorkerNeeds, options: Options): LaneWork<'samples'> {
  const { windowSeconds, latenessMs } = needs;
  const partition = createPartition({ ...options, windowSeconds, latenessMs });
  return {
    lane: 'samples',
    streams: ['samples'],
    partition,
    push: (_, rows, origin) => partition.pushing(rows, origin),
    readUpTo: () => partition.readUpTo(),
    state: () => partition.state(),
    restoring: (state) => partition.restoring(state),
    forget: () => {
      partition.forget();
    },
    after: () => undefined,
  };
}

const isOfFlows = (stream: LaneStream): stream is 'flows' | 'metrics' => stream !== 'samples';

export function flowLane(needs: WorkerNeeds, options: Options): LaneWork<'flows'> {
  const { windowSeconds, latenessMs, flowLatenessMs = latenessMs, targets } = needs;
  const partition = createFlowPartition({ ...options, windowSeconds, latenessMs: flowLatenessMs });
  return {
    lane: 'flows',
    streams: ['flows', 'metrics'],
    partition,
    push: (stream, rows, origin) =>
      partition.pushing(stream === 'metrics' ? 'metrics' : 'flows', rows, origin),
    readUpTo: (stream) => (isOfFlows(stream) ? partition.readUpTo(stream) : 0),
    state: () => partition.state(),
    restoring: (state) => partition.restoring(state),
    forget: (stream) => {
      if (isOfFlows(stream)) partition.forget(stream);
    },
    after: () => {
      const met = partition.takeMet();
      if (met.length > 0) targets?.meet(met);
    },
  };
}
