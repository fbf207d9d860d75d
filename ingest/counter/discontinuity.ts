/** Makes epochs of a counter discontinuities that those of the device, ticks, do not happen to undo. */
const EPOCH = 0x9e_37_79_b1;

/** The discontinuity of a sample: another one wherever the device or our own widening says that values cannot be compared. */
export const discontinuityOf = (ofDevice: number, epoch: number): number =>
  (ofDevice + Math.imul(epoch, EPOCH)) >>> 0;
