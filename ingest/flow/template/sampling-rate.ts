/** Rate of a sampler or domain whose announcement states none that bytes could be multiplied by. */
export const UNKNOWN_RATE = -1;
/** Rate of a domain that announced no sampling. */
export const NOT_ANNOUNCED = 0;
const MAX_RATE = 2 ** 32 - 1;

/** A ratio as sampling rate: at least 1, and unknown above what a row can state. */
export const rateOfRatio = (ratio: number): number =>
  ratio >= 1 && ratio <= MAX_RATE ? ratio : UNKNOWN_RATE;
