import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import { namesIn } from '../formula/expression.ts';
import { formulasOf, type MeasuredElement } from '../naive/measured-rows.ts';
import type { RawSample } from '../naive/windows-of-samples.ts';
import type { Network, ReferenceDevice, NetworkElement, TimeSpan } from './network.ts';

const SECOND = 1_000;
const ROUND_32 = 2n ** 32n;

/** A number from 0 to `below`, of which nothing is special: the same for the same parts. */
export function chosenNumber(below: number, ...parts: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    hash = Math.imul(hash ^ (part >>> 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  }
  return ((hash ^ (hash >>> 13)) >>> 0) % below;
}

const isIn = (spans: readonly TimeSpan[] = [], at: number): boolean =>
  spans.some(({ from, to }) => at >= from && at < to);

/** When a device is polled, seconds. */
export const chosenPolls = (
  { offset, interval }: ReferenceDevice,
  sessions: readonly TimeSpan[],
): readonly number[] =>
  sessions.flatMap(({ from, to }) => {
    const polls: number[] = [];
    for (let at = from + offset; at <= to; at += interval) polls.push(at);
    return polls;
  });

/** The counters that the formulas of an element use. */
function countersOf({ kind, scope }: Pick<MeasuredElement, 'kind' | 'scope'>): readonly CounterKey[] {
  const names = formulasOf({ kind, scope }).flatMap(({ expression }) => namesIn(expression));
  const used = [...new Set(names)].filter((name): name is CounterKey => Object.hasOwn(counters, name));
  return kind === 'interface' && scope === 'snmp' ? [...used, 'admin_up'] : used;
}

/** Increase of a counter in a poll interval. */
const growths: readonly (readonly [RegExp, number])[] = [
  [/octets|bytes/, 400_000_000],
  [/errors|discards|dropped/, 300],
  [/transitions/, 3],
  [/./, 90_000],
];
const growthOf = (key: CounterKey): number => growths.find(([name]) => name.test(key))![1];

const settings: Partial<Record<CounterKey, number>> = {
  class_bandwidth: 8_000_000,
  cv_bw_down: 20_000,
  cv_bw_up: 5_000,
  fo_speed: 100,
};

function gaugeValue(key: CounterKey, { id }: NetworkElement, at: number): bigint {
  const { per = 1 }: Counter = counters[key];
  const value = chosenNumber(97 * per, id, counters[key].id, at) + 1;
  // Some sensors are outdoors.
  const isCold = key === 'sensor_celsius' && id % 2 === 0;
  if (key === 'uptime') return BigInt(at - 1_700_000_000 + (id % 7)) * 1_000n;
  if (key === 'probe_ok') return BigInt(chosenNumber(6, id, at) === 0 ? 0 : 1);
  return BigInt.asUintN(64, BigInt(isCold ? -value : value));
}

/** The part of the life of a counter that a poll belongs to: restarts and discontinuities begin another one. */
function livesBefore(
  device: ReferenceDevice,
  element: NetworkElement,
  at: number,
): readonly [number, number] {
  const restarts = (device.restarts ?? []).filter((restart) => restart <= at).length;
  const isFirst = element.id % 10 === 1;
  const discontinuities = isFirst ? (device.discontinuities ?? []).filter((one) => one <= at).length : 0;
  return [restarts, discontinuities];
}

/** What a setting, a gauge or a state is at a time. */
function valueAt(key: CounterKey, element: NetworkElement, at: number): bigint {
  const { kind, id }: Counter = counters[key];
  if (kind === 'setting') return BigInt((key === 'speed' ? element.speed : settings[key]) ?? 1);
  if (kind === 'gauge') return gaugeValue(key, element, at);
  return BigInt(key === 'admin_up' || chosenNumber(8, element.id, id, at) > 0 ? 1 : 0);
}

/** Values of a counter at the polls of its device. */
function grownAt(
  key: CounterKey,
  element: NetworkElement,
  device: ReferenceDevice,
  polls: readonly number[],
) {
  const { kind, id }: Counter = counters[key];
  const start = element.startsAt ?? BigInt(chosenNumber(1e9, element.id, id));
  let grown = kind === 'counter32' && element.id % 3 === 0 ? ROUND_32 - 400n : start;
  let life = '';
  return polls.map((at): bigint => {
    const now = livesBefore(device, element, at).join(' ');
    if (life !== '' && now !== life) grown = 0n;
    life = now;
    grown += BigInt(chosenNumber(growthOf(key), element.id, id, at));
    return kind === 'counter32' ? grown % ROUND_32 : BigInt.asUintN(64, grown);
  });
}

const isKnown = (key: CounterKey, { speed }: NetworkElement): boolean =>
  key !== 'speed' || speed !== undefined;

function samplesOf(
  element: NetworkElement,
  device: ReferenceDevice,
  sessions: readonly TimeSpan[],
): RawSample[] {
  const polls = chosenPolls(device, sessions);
  const booted = polls[0]! - 86_400;
  return countersOf(element).flatMap((counter) => {
    const { kind }: Counter = counters[counter];
    const isGrowing = kind === 'counter64' || kind === 'counter32';
    const values = isGrowing
      ? grownAt(counter, element, device, polls)
      : polls.map((at) => valueAt(counter, element, at));
    if (!isKnown(counter, element)) return [];
    return polls.flatMap((at, index): RawSample[] => {
      const isDown = isIn(device.outages, at);
      // The poller records that a device did not respond; all else is missing.
      if (isDown && counter !== 'poll') return [];
      const restart = (device.restarts ?? []).findLast((one) => one <= at) ?? booted;
      const [, discontinuity] = livesBefore(device, element, at);
      const value = counter === 'poll' ? (isDown ? 0n : 1n) : values[index]!;
      const uptime = isDown ? 0 : (at - restart + 1) * SECOND;
      return [{ element: element.id, counter, at: at * SECOND, uptime, discontinuity, value }];
    });
  });
}

const ofDevice = ({ id, scope }: ReferenceDevice): NetworkElement => ({
  id,
  kind: 'device',
  scope,
  device: id,
});

/** Devices and what belongs to them. */
export const sampledElements = ({ devices, elements }: Network): readonly NetworkElement[] => [
  ...devices.map(ofDevice),
  ...elements,
];

/** The samples of a network in the order of time. */
export function chosenSamples(network: Network): readonly RawSample[] {
  const devices = new Map(network.devices.map((device) => [device.id, device]));
  const samples = sampledElements(network).flatMap((element) =>
    samplesOf(element, devices.get(element.device)!, network.sessions),
  );
  return samples.toSorted((a, b) => a.at - b.at);
}
