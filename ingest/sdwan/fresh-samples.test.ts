import { expect, it } from 'vitest';
import { freshSamples, LATE_MS, lateFrom, sampleSeries } from './element-rows.ts';

const nowMs = 10_000_000;
const element = { id: 7, customer: 1, site: 2 };
const sampleAt = (agoMs: number) => ({
  element,
  sample: { device: '', key: '', atMs: nowMs - agoMs, values: {} } as never,
});

it.each([
  ['nothing was collected', {}, [[30_000, 20_000, 10_000]], [30_000, 20_000, 10_000]],
  ['this process has sent some', { seen: 20_000 }, [[30_000, 20_000, 10_000]], [10_000]],
  [
    'another process has collected since',
    { seen: 40_000, others: 15_000 },
    [[30_000, 20_000, 10_000]],
    [10_000],
  ],
  ['another process has collected, and they are late', { others: 5_000 }, [[LATE_MS + 2, LATE_MS + 1]], [0]],
] as const)(
  'samples are sent once when %s',
  (_, { seen, others }: { seen?: number; others?: number }, [ages], sent) => {
    const seenMs = new Map(seen === undefined ? [] : [[sampleSeries(sampleAt(0)), nowMs - seen]]);
    const othersMs = others === undefined ? undefined : nowMs - others;
    const fresh = freshSamples(ages.map(sampleAt), { seenMs, othersMs, nowMs });
    expect(fresh.map(({ atMs }) => nowMs - atMs)).toEqual(sent);
  },
);

it.each([
  ['a minute', 60_000, [40_000, 30_000], [40_000, 30_000]],
  ['two seconds: only the newest counts, as of now', 2_000, [40_000, 30_000], [0]],
  ['two seconds, and one is timely', 2_000, [40_000, 1_000], [1_000]],
] as const)('samples are dated for windows that close after %s', (_, latenessMs, ages, sent) => {
  const fresh = freshSamples(ages.map(sampleAt), { seenMs: new Map(), nowMs, lateMs: lateFrom(latenessMs) });
  expect(fresh.map(({ atMs }) => nowMs - atMs)).toEqual(sent);
});
