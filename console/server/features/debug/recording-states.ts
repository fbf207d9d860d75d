import type { Bucket } from '#platform/bus/bucket.ts';
import { RecordingState } from '#schemas/debug/record.ts';

/** The states that collectors report for these recordings, by recording. A state of another version is skipped. */
export async function readRecordingStates(
  bucket: Bucket,
  recordings: readonly number[],
): Promise<ReadonlyMap<number, readonly RecordingState[]>> {
  const wanted = new Set(recordings);
  const states: RecordingState[] = [];
  for (const { key, value } of await bucket.entries()) {
    if (!wanted.has(Number(key.split('.')[0]))) continue;
    const state = RecordingState.safeParse(JSON.parse(new TextDecoder().decode(value)));
    if (state.success) states.push(state.data);
  }
  return Map.groupBy(states, ({ recording }) => recording);
}
