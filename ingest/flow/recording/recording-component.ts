import { join } from 'node:path';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LiveValue } from '#platform/live-config/watch-config.ts';
import type { Log } from '#platform/log/log.ts';
import { RecordingState, type Recording } from '#schemas/debug/record.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { DAY_MS, HOUR_MS } from '#schemas/time/duration.ts';
import { Recorder } from './recorder.ts';
import { pruneFolder } from './prune-folder.ts';

const FLUSH_INTERVAL_MS = 1_000;

interface Needs {
  readonly recordings: LiveValue<readonly Recording[]>;
  /** Bucket `debug`: states by `<recording>.<collector>.<run>`. */
  readonly states: Bucket;
  readonly clock: Clock;
  readonly log: Log;
}

interface Options {
  readonly directory: string;
  readonly collector: string;
  readonly run: string;
  readonly port: number;
  /** Disk limit of all recordings of this collector. */
  readonly maxFolderBytes: number;
}

/** Recordings that this collector stopped before a restart. */
async function stoppedEarlier(states: Bucket, collector: string): Promise<readonly number[]> {
  const ended: number[] = [];
  for (const { value } of await states.entries(`*.${collector}.*`)) {
    const state = RecordingState.safeParse(JSON.parse(new TextDecoder().decode(value)));
    if (state.success && state.data.state === 'stopped') ended.push(state.data.recording);
  }
  return ended;
}

/** Runs a recorder: applies requested recordings, flushes every second, publishes states, prunes old files. */
export async function startRecorder(
  { recordings, states, clock, log }: Needs,
  options: Options,
  signal: AbortSignal,
): Promise<{ readonly recorder: Recorder; readonly stop: () => Promise<void> }> {
  const { directory, collector, run, port, maxFolderBytes } = options;
  const prune = (): Promise<number> =>
    pruneFolder(directory, clock.now().getTime() - debugRecord.retentionDays * DAY_MS);
  let usedBytes = await prune();
  const recorder = new Recorder({
    directory,
    collector,
    run,
    port,
    ended: await stoppedEarlier(states, collector),
    room: () => maxFolderBytes - usedBytes,
  });
  /** Latest unpublished state of each recording. */
  const waiting = new Map<number, RecordingState>();
  /** Never rejects: states that a broker does not take are published with the next ones. */
  const publishStates = async (all: readonly RecordingState[]): Promise<void> => {
    for (const state of all) {
      if (state.state === 'stopped')
        log.info({ recording: state.recording, reason: state.reason }, 'recording stopped');
      waiting.set(state.recording, state);
    }
    try {
      for (const [recording, state] of waiting) {
        await states.put(`${String(recording)}.${collector}.${run}`, JSON.stringify(state));
        if (waiting.get(recording) === state) waiting.delete(recording);
      }
    } catch (error) {
      log.warn({ err: error }, 'recording state publish failed');
    }
  };
  const applyRecordings = (): void => {
    recorder.setRecordings(recordings.current);
  };
  applyRecordings();
  recordings.onChange(applyRecordings);
  clock.every(
    FLUSH_INTERVAL_MS,
    async () => {
      if (recorder.isActive) usedBytes = await prune();
      await publishStates(await recorder.flush(clock.now().getTime()));
    },
    signal,
  );
  clock.every(HOUR_MS, async () => void (usedBytes = await prune()), signal);
  return {
    recorder,
    async stop() {
      await publishStates(await recorder.flush(clock.now().getTime()));
      await publishStates(await recorder.close());
    },
  };
}

/** Folder of recordings in a collector's data folder. */
export const recordingFolder = (data: string): string => join(data, 'debug');
