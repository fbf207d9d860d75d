/**
 * Within this much a change is seen on open screens, where two seconds are promised: a machine that runs every test at once is slower
 * than one that serves. Without being told, a screen would see it after half a minute or never.
 */
export const TOLD_MS = 10_000;
