import type { Bucket } from '#platform/bus/bucket.ts';
import { RecordingState } from '#schemas/debug/record.ts';

/** What collectors say of these recordings, by recording. What a collector of another version wrote is passed over. */
export async function recordingStates(
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
