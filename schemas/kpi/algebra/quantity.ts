/**
 * Kinds of quantities. The kind decides how values aggregate over elements and over time (`docs/60-kpi-language.md`).
 *
 * - `counter`: increase of a counter: bytes, packets, errors, flaps.
 * - `rate`: volume per time: bit/s, packets/s.
 * - `ratio`: part of a total: utilisation, loss, errors.
 * - `state`: share of the time in a state: availability.
 * - `gauge`: CPU, memory, temperature.
 * - `count`: things or amounts at a time that add up over elements: sessions, watts.
 * - `duration`: response time, latency, jitter, with the number of measurements as weight.
 * - `score`: quality scores such as a MOS.
 * - `time`: time stamps and ages: last restart, uptime.
 */
export const quantityKinds = [
  ...(['counter', 'rate', 'ratio', 'state', 'gauge', 'count', 'duration', 'score', 'time'] as const),
] as const;
export type QuantityKind = (typeof quantityKinds)[number];

/**
 * How the values of several elements become one. `weighted`: numerators and denominators add up, so that each element counts by its
 * size. `average`: each element counts alike. `maximum` and `minimum`: the element with the highest or lowest value.
 */
export const overs = ['sum', 'weighted', 'average', 'maximum', 'minimum'] as const;
export type Over = (typeof overs)[number];
