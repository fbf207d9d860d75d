import type { RecordingState } from '#schemas/debug/record.ts';
import type { RecordingRow } from '#schemas/debug/routes.ts';
import type { StoredRecording } from './recording-repository.ts';

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** A recording as requested, with the states that the collectors report. */
export function recordingRow(
  recording: StoredRecording,
  states: readonly RecordingState[],
  now: Date,
): RecordingRow {
  const { startedAt, endsAt, stoppedAt } = recording;
  const ended = states.length > 0 && states.every(({ state }) => state === 'stopped');
  const over = stoppedAt !== null || endsAt <= now;
  return {
    ...recording,
    startedAt: unixSeconds(startedAt),
    endsAt: unixSeconds(endsAt),
    stoppedAt: stoppedAt === null ? null : unixSeconds(stoppedAt),
    state: over || ended ? 'stopped' : 'running',
    totalBytes: states.flatMap(({ records }) => records).reduce((sum, { totalBytes }) => sum + totalBytes, 0),
    collectors: [...states],
  };
}
