import type { Bucket } from '#platform/bus/bucket.ts';
import { RecordingFolder, RecordingState } from '#schemas/debug/record.ts';

/** What collectors report. */
export interface RecordingReports {
  /** States by recording. */
  readonly states: ReadonlyMap<number, readonly RecordingState[]>;
  readonly folders: readonly RecordingFolder[];
}

/** The reports of collectors about these recordings and their folders. One of another version is skipped. */
export async function readRecordingReports(
  bucket: Bucket,
  recordings: readonly number[],
): Promise<RecordingReports> {
  const requested = new Set(recordings);
  const states: RecordingState[] = [];
  const folders: RecordingFolder[] = [];
  for (const { key, value } of await bucket.entries()) {
    const report: unknown = JSON.parse(new TextDecoder().decode(value));
    const folder = key.startsWith('folder.') ? RecordingFolder.safeParse(report) : undefined;
    if (folder?.success === true) folders.push(folder.data);
    if (!requested.has(Number(key.split('.')[0]))) continue;
    const state = RecordingState.safeParse(report);
    if (state.success) states.push(state.data);
  }
  return {
    states: Map.groupBy(states, ({ recording }) => recording),
    folders: folders.toSorted((one, other) => one.collector.localeCompare(other.collector, 'en')),
  };
}
