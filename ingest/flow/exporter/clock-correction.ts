/** Clocks further off than this are corrected. */
const DISBELIEVED_MS = 5 * 60_000;
/** A corrected clock is believed again when it is this close: one that is off by about the bound must not come and go. */
const BELIEVED_AGAIN_MS = 4 * 60_000;

/**
 * What has to be added to the times of an exporter whose clock is `skewMs` ahead of ours, in milliseconds; 0 while its clock is
 * believed. `before` is what was added to its datagram before.
 */
export function clockCorrection(skewMs: number, before: number): number {
  const bound = before === 0 ? DISBELIEVED_MS : BELIEVED_AGAIN_MS;
  return Math.abs(skewMs) > bound ? -skewMs : 0;
}
