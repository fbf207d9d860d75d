import { join } from 'node:path';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LiveValue } from '#platform/live-config/watch-config.ts';
import type { Log } from '#platform/log/log.ts';
import { folderKey, RecordingState, stateKey, type RecordingOrders } from '#schemas/debug/record.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { Recorder } from './recorder.ts';
import { folderReport, pruneFolder, removeRecording, type FolderUse } from './recording-folder.ts';

const FLUSH_INTERVAL_MS = 1_000;
const KEEP_MS = debugRecord.retentionDays * DAY_MS;

interface Needs {
  readonly recordings: LiveValue<RecordingOrders>;
  /** Bucket `debug`: states by `<recording>.<collector>.<run>`, and the disk of each collector. */
  readonly states: Bucket;
  readonly clock: Clock;
  readonly log: Log;
}

interface Options {
  readonly directory: string;
  readonly collector: string;
  readonly run: string;
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

/** The folder of recordings: its files are counted from time to time, in between from what was written. */
class Folder {
  readonly #needs: Needs;
  readonly #options: Options;
  #use: FolderUse = { usedBytes: 0, recordings: new Set(), oldest: undefined };
  /** Bytes of running recordings when the files were counted. */
  #countedBytes = 0;

  constructor(needs: Needs, options: Options) {
    this.#needs = needs;
    this.#options = options;
  }

  usedBytes(recorder: Recorder): number {
    return this.#use.usedBytes + Math.max(0, recorder.bytes - this.#countedBytes);
  }

  /** Deletes what is old or was deleted by a user, and counts the others. A disk that fails is reported with the next flush. */
  async tidy(recorder?: Recorder): Promise<void> {
    const { recordings, clock } = this.#needs;
    const { directory } = this.#options;
    const open = recorder?.open ?? new Set<number>();
    for (const id of recordings.current.deleted) if (!open.has(id)) await removeRecording(directory, id);
    this.#use = await pruneFolder(directory, clock.now().getTime() - KEEP_MS);
    this.#countedBytes = recorder?.bytes ?? 0;
  }

  /** Publishes what is used of the disk, and erases the states of recordings without files. */
  async report(recorder: Recorder): Promise<void> {
    const { states, clock, recordings } = this.#needs;
    const { collector, maxFolderBytes } = this.#options;
    const use = { ...this.#use, usedBytes: this.usedBytes(recorder) };
    const at = clock.now().getTime();
    const report = folderReport(use, { collector, at, maxBytes: maxFolderBytes, keepMs: KEEP_MS });
    await states.put(folderKey(collector), JSON.stringify(report));
    const running = new Set(recordings.current.running.map(({ id }) => id));
    for (const key of await states.keys(`*.${collector}.*`)) {
      const id = Number(key.split('.')[0]);
      if (!running.has(id) && !recorder.open.has(id) && !use.recordings.has(id)) await states.erase(key);
    }
  }
}

/** Runs a recorder: applies requested recordings, flushes every second, publishes states, deletes old files. */
export async function startRecorder(
  needs: Needs,
  options: Options,
  signal: AbortSignal,
): Promise<{ readonly recorder: Recorder; readonly stop: () => Promise<void> }> {
  const { recordings, states, clock, log } = needs;
  const { directory, collector, run, maxFolderBytes } = options;
  const folder = new Folder(needs, options);
  /** A folder that cannot be read is counted with the next round: it ends recordings, and not the collector. */
  const warn = (error: unknown): void => log.warn({ err: error }, 'recording folder check failed');
  await folder.tidy().catch(warn);
  const recorder = new Recorder({
    directory,
    collector,
    run,
    ended: await stoppedEarlier(states, collector),
    room: () => maxFolderBytes - folder.usedBytes(recorder),
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
        await states.put(stateKey(state), JSON.stringify(state));
        if (waiting.get(recording) === state) waiting.delete(recording);
      }
    } catch (error) {
      log.warn({ err: error }, 'recording state publish failed');
    }
  };
  const tidy = (): Promise<void> =>
    folder
      .tidy(recorder)
      .then(() => folder.report(recorder))
      .catch(warn);
  const applyRecordings = (): void => {
    recorder.setRecordings(recordings.current.running);
    void tidy();
  };
  recorder.setRecordings(recordings.current.running);
  recordings.onChange(applyRecordings);
  clock.every(
    FLUSH_INTERVAL_MS,
    async () => {
      const active = recorder.isActive;
      await publishStates(await recorder.flush(clock.now().getTime()));
      // The last one has just stopped.
      if (active && !recorder.isActive) await tidy();
    },
    signal,
  );
  clock.every(MINUTE_MS, () => (recorder.isActive ? tidy() : undefined), signal);
  clock.every(HOUR_MS, tidy, signal);
  await tidy();
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
