import type { AlertTimeline } from '#schemas/alerting/history.ts';

/** How many times a second playback moves to the next change. */
export const playbackSpeeds = [1, 2, 4] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

/** Between two changes for users whose system requests less motion: no faster speed is offered. */
const CALM_MS = 2_000;

/** Milliseconds that one state is shown. */
export const shownMs = (speed: PlaybackSpeed, isCalm: boolean): number => (isCalm ? CALM_MS : 1_000 / speed);

type Changes = Pick<AlertTimeline, 'bucketSeconds' | 'buckets'>;

/** The times after each change, seconds since 1970: the last second of each bucket that has one. Quiet times are left out. */
const changesOf = ({ buckets, bucketSeconds }: Changes, latest: number): readonly number[] =>
  buckets.map(({ at }) => Math.min(latest, at + bucketSeconds - 1));

/** The time after the next change; undefined when nothing changes any more. */
export const nextChange = (timeline: Changes, at: number, latest: number): number | undefined =>
  changesOf(timeline, latest).find((time) => time > at);

/** The time after the change before; undefined at the first one. */
export const previousChange = (timeline: Changes, at: number, latest: number): number | undefined =>
  changesOf(timeline, latest).findLast((time) => time < at);
