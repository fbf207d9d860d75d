import { recordKey, type RecordingState } from '#schemas/debug/record.ts';
import type { RecordingRow } from '#schemas/debug/routes.ts';
import type { StoredRecording } from './recording-repository.ts';

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

interface Reported {
  readonly states: readonly RecordingState[];
  /** When files were last downloaded. */
  readonly exports: ReadonlyMap<string, Date>;
  readonly customerName: string;
  readonly now: Date;
}

/** A recording as requested, with the states that the collectors report. */
export function recordingRow(
  recording: StoredRecording,
  { states, exports, customerName, now }: Reported,
): RecordingRow {
  const { startedAt, endsAt, stoppedAt } = recording;
  const ended = states.length > 0 && states.every(({ state }) => state === 'stopped');
  const over = stoppedAt !== null || endsAt <= now;
  return {
    ...recording,
    customerName,
    startedAt: unixSeconds(startedAt),
    endsAt: unixSeconds(endsAt),
    stoppedAt: stoppedAt === null ? null : unixSeconds(stoppedAt),
    state: over || ended ? 'stopped' : 'running',
    totalBytes: states.flatMap(({ records }) => records).reduce((sum, { totalBytes }) => sum + totalBytes, 0),
    collectors: states.map((state) => ({
      ...state,
      records: state.records.map((record) => {
        const exported = exports.get(recordKey({ ...state, ...record }));
        return { ...record, exportedAt: exported === undefined ? null : unixSeconds(exported) };
      }),
    })),
  };
}
