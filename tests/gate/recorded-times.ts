import { readFileSync } from 'node:fs';

/** Medians of runs, in `recorded-times.json`: `npm run record-times` writes them. */
const file = new URL('recorded-times.json', import.meta.url);

/** Seconds of each test file, by its path from the root. */
export type RecordedTimes = ReadonlyMap<string, number>;

export const recordedTimes = (): RecordedTimes =>
  new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>));
