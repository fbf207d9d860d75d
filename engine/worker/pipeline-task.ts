import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { flowLayouts } from '#schemas/table/flows.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import { createFlowPartition, type FlowPartition } from '../flow/flow-partition.ts';
import type { FlowTraffic } from '../flow/flow-traffic.ts';
import { createPartition, type Partition } from '../partition/partition.ts';
import type { PartitionOptions } from '../partition/partition-options.ts';
import type { MessageOrigin } from '../partition/sample-intake.ts';
import type { Steps } from '#platform/clock/steps.ts';
import type { PipelineStates } from '../checkpoint/checkpoint-format.ts';
import type { WorkerNeeds } from './worker-needs.ts';

/** The common interface of the sample partition and the flow partition. */
export type PipelinePartition = Pick<
  Partition | FlowPartition,
  | 'configureSteps'
  | 'setSilences'
  | 'applyCommand'
  | 'watermark'
  | 'newestDataMs'
  | 'counts'
  | 'acknowledgements'
  | 'runningInstances'
  | 'decidedWindow'
>;

export type InputStream = 'samples' | 'flows' | 'metrics';
/** Layouts of the rows of each stream. */
export const inputLayouts: Record<InputStream, readonly [Table, ...Table[]]> = {
  samples: [samples],
  flows: flowLayouts,
  metrics: [flowMetrics],
};

/** A partition with its input streams. */
export interface PipelineTask<Name extends keyof PipelineStates> {
  readonly pipeline: Name;
  readonly streams: readonly InputStream[];
  readonly partition: PipelinePartition;
  /** Throws a RangeError at the first step if the rows cannot be read. */
  readonly pushSteps: (stream: InputStream, rows: Uint8Array, origin: MessageOrigin) => Steps;
  readonly readUpTo: (stream: InputStream) => number;
  readonly state: () => PipelineStates[Name];
  readonly restoreSteps: (state: PipelineStates[Name]) => Steps;
  /** The stream was recreated: its previous positions are meaningless. */
  readonly resetStream: (stream: InputStream) => void;
  /** Called after each message. */
  readonly afterMessage: () => void;
}

type Options = Omit<PartitionOptions, 'windowSeconds' | 'allowedLatenessMs'>;

export function samplePipeline(needs: WorkerNeeds, options: Options): PipelineTask<'samples'> {
  const { windowSeconds, allowedLatenessMs } = needs;
  const partition = createPartition({ ...options, windowSeconds, allowedLatenessMs });
  return {
    pipeline: 'samples',
    streams: ['samples'],
    partition,
    pushSteps: (_, rows, origin) => partition.pushSteps(rows, origin),
    readUpTo: () => partition.readUpTo(),
    state: () => partition.state(),
    restoreSteps: (state) => partition.restoreSteps(state),
    resetStream: () => {
      partition.resetStream();
    },
    afterMessage: () => {
      const late = partition.takeLate();
      if (late.size > 0) needs.late?.observe(late);
    },
  };
}

const isFlowStream = (stream: InputStream): stream is 'flows' | 'metrics' => stream !== 'samples';

/** `traffic`: sees every flow too. */
export function flowPipeline(
  needs: WorkerNeeds,
  options: Options,
  traffic: FlowTraffic,
): PipelineTask<'flows'> {
  const { windowSeconds, allowedLatenessMs, flowAllowedLatenessMs = allowedLatenessMs, targets } = needs;
  const partition = createFlowPartition({
    ...options,
    windowSeconds,
    allowedLatenessMs: flowAllowedLatenessMs,
    traffic,
  });
  return {
    pipeline: 'flows',
    streams: ['flows', 'metrics'],
    partition,
    pushSteps: (stream, rows, origin) =>
      partition.pushSteps(stream === 'metrics' ? 'metrics' : 'flows', rows, origin),
    readUpTo: (stream) => (isFlowStream(stream) ? partition.readUpTo(stream) : 0),
    state: () => partition.state(),
    restoreSteps: (state) => partition.restoreSteps(state),
    resetStream: (stream) => {
      if (isFlowStream(stream)) partition.resetStream(stream);
    },
    afterMessage: () => {
      const keys = partition.takeUnregisteredKeys();
      if (keys.length > 0) targets?.register(keys);
    },
  };
}
