/** Keys of the bytes by sampling rate besides the rates themselves: the rate of the sampler is unknown, */
export const FLOWS_UNKNOWN_SAMPLER = 'unknown';
/** no sampling was announced, and the bytes count as they are, */
export const FLOWS_NOT_ANNOUNCED = 'not announced';
/** or there are too many rates to report each. */
export const FLOWS_OTHER_RATES = 'other';
