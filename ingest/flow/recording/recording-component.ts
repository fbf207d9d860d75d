import { join } from 'node:path';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Held } from '#platform/configuration/hold.ts';
import type { Log } from '#platform/log/log.ts';
import { RecordingState } from '#schemas/debug/record.ts';
import type { Recording } from '#schemas/debug/record.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { DAY_MS, HOUR_MS } from '#schemas/time/duration.ts';
import { Recorder } from './recorder.ts';
import { tidyFolder } from './recording-folder.ts';

const WRITE_MS = 1_000;

interface Needs {
  readonly recordings: Held<readonly Recording[]>;
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
  /** Bytes that the recordings of this collector may take together. */
  readonly maxFolderBytes: number;
}

/** Recordings that this collector ended by itself before it was started anew. */
async function endedBefore(states: Bucket, collector: string): Promise<readonly number[]> {
  const ended: number[] = [];
  for (const { value } of await states.entries(`*.${collector}.*`)) {
    const state = RecordingState.safeParse(JSON.parse(new TextDecoder().decode(value)));
    if (state.success && state.data.state === 'stopped') ended.push(state.data.recording);
  }
  return ended;
}

/** Keeps a recorder going: follows what is asked, writes every second, tells the states, clears what is old. */
export async function startRecorder(
  { recordings, states, clock, log }: Needs,
  options: Options,
  signal: AbortSignal,
): Promise<{ readonly recorder: Recorder; readonly stop: () => Promise<void> }> {
  const { directory, collector, run, port, maxFolderBytes } = options;
  const tidy = (): Promise<number> =>
    tidyFolder(directory, clock.now().getTime() - debugRecord.keptDays * DAY_MS);
  let taken = await tidy();
  const recorder = new Recorder({
    directory,
    collector,
    run,
    port,
    ended: await endedBefore(states, collector),
    room: () => maxFolderBytes - taken,
  });
  const tell = async (all: readonly RecordingState[]): Promise<void> => {
    for (const state of all) {
      if (state.state === 'stopped')
        log.info({ recording: state.recording, reason: state.reason }, 'recording stopped');
      await states.put(`${String(state.recording)}.${collector}.${run}`, JSON.stringify(state));
    }
  };
  const follow = (): void => {
    recorder.follow(recordings.current);
  };
  follow();
  recordings.onChange(follow);
  clock.every(
    WRITE_MS,
    async () => {
      if (recorder.isActive) taken = await tidy();
      await tell(await recorder.write(clock.now().getTime()));
    },
    signal,
  );
  clock.every(HOUR_MS, async () => void (taken = await tidy()), signal);
  return {
    recorder,
    async stop() {
      await tell(await recorder.write(clock.now().getTime()));
      await tell(await recorder.close());
    },
  };
}

/** Where a collector keeps recordings below its data folder. */
export const recordingFolder = (data: string): string => join(data, 'debug');
