import { ianaNumbers } from '../template/registry.ts';
import { UNKNOWN_RATE, rateOfRatio } from '../template/sampling-rate.ts';
import type { OptionRecord } from './option-record.ts';

const [ALGORITHM = 0] = ianaNumbers('selectorAlgorithm');
const [TAKEN = 0, SKIPPED = 0] = ianaNumbers('samplingPacketInterval', 'samplingPacketSpace');
const [TIME_TAKEN = 0, TIME_SKIPPED = 0] = ianaNumbers('samplingTimeInterval', 'samplingTimeSpace');
const [SIZE = 0, POPULATION = 0] = ianaNumbers('samplingSize', 'samplingPopulation');
const [PROBABILITY = 0] = ianaNumbers('samplingProbability');
const [INTERVAL = 0, SAMPLER_INTERVAL = 0] = ianaNumbers('samplingInterval', 'samplerRandomInterval');

/** Rate of `taken` out of `taken + skipped`. Undefined if one is missing. */
function ratioOf(taken: number | undefined, skipped: number | undefined): number | undefined {
  if (taken === undefined || skipped === undefined) return undefined;
  return taken > 0 ? rateOfRatio((taken + skipped) / taken) : UNKNOWN_RATE;
}

/** Systematic sampling by count: 305 packets are taken, then 306 skipped. */
const byCount = (option: OptionRecord): number | undefined =>
  ratioOf(option.number(TAKEN), option.number(SKIPPED));

/** Systematic sampling by time. */
const byTime = (option: OptionRecord): number | undefined =>
  ratioOf(option.number(TIME_TAKEN), option.number(TIME_SKIPPED));

/** Random sampling of 309 out of 310 packets, as IOS XR announces it, with 305 and without 306. */
function nOfN(option: OptionRecord): number | undefined {
  const size = option.number(SIZE);
  const population = option.number(POPULATION);
  if (size === undefined || population === undefined) return undefined;
  return size > 0 ? rateOfRatio(population / size) : UNKNOWN_RATE;
}

/** Uniform probabilistic sampling: a float of 4 or 8 bytes. */
function byProbability(option: OptionRecord): number | undefined {
  const field = option.field(PROBABILITY);
  if (field === undefined) return undefined;
  if (field.length === 8) return rateOfRatio(1 / option.view.getFloat64(field.at));
  return field.length === 4 ? rateOfRatio(1 / option.view.getFloat32(field.at)) : UNKNOWN_RATE;
}

/** NetFlow: 34, 50. An interval of 0 announces that nothing is sampled. */
function byInterval(option: OptionRecord): number | undefined {
  const intervals = [option.number(INTERVAL), option.number(SAMPLER_INTERVAL)].filter(
    (interval) => interval !== undefined,
  );
  if (intervals.length === 0) return undefined;
  const interval = intervals.find((one) => one > 0);
  return interval === undefined ? 1 : rateOfRatio(interval);
}

type Reader = (option: OptionRecord) => number | undefined;

/** What states the rate, by `selectorAlgorithm` (RFC 5477 §8.2.1). */
const byAlgorithm: ReadonlyMap<number, Reader> = new Map([
  [1, byCount],
  [2, byTime],
  [3, nOfN],
  [4, byProbability],
  // A filter selects everything it matches.
  [5, () => 1],
]);
const every: readonly Reader[] = [byCount, nOfN, byProbability, byTime, byInterval];
const stating = [ALGORITHM, TAKEN, SKIPPED, SIZE, POPULATION, PROBABILITY, TIME_TAKEN, TIME_SKIPPED];

/**
 * Sampling rate that an options record announces (RFC 5477 §8.2; NetFlow v9 34, 50). `UNKNOWN_RATE` if it announces a
 * sampler without a rate, such as a hash filter; undefined if it says nothing about sampling.
 */
export function announcedRate(option: OptionRecord): number | undefined {
  const algorithm = option.number(ALGORITHM);
  const ofAlgorithm = algorithm === undefined ? undefined : byAlgorithm.get(algorithm)?.(option);
  if (ofAlgorithm !== undefined) return ofAlgorithm;
  for (const read of every) {
    const rate = read(option);
    if (rate !== undefined) return rate;
  }
  return stating.some((element) => option.field(element) !== undefined) ? UNKNOWN_RATE : undefined;
}
