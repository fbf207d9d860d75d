import { runSync } from '#platform/clock/steps.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';
import { Evaluator } from '#engine/alarm/evaluator.ts';
import { elementTableSteps, type ElementTable } from '#engine/configuration/element-table.ts';
import { emptyConfiguration, type EngineConfiguration } from '#engine/configuration/engine-configuration.ts';
import { BLOCK, measureBlock } from '#engine/measure/measure-block.ts';
import { sourceNumber } from '#engine/configuration/sources.ts';
import { createPartition } from '#engine/partition/partition.ts';
import { dependencies } from './dependencies.ts';
import type { BenchResult } from './harness/result.ts';
import { prometheusRule } from './harness/prometheus-rule.ts';

const INSTANCES = 1_000_000;
const PEER_SERIES = 100_000;
const WINDOWS = 24;
const SAMPLES = 7;
const SITE_ELEMENTS = 10;
const DEVICE = 4_000_000;
const START_MS = Date.UTC(2025, 0, 1);

/** Three outliers of five measures, as the peer's rule. */
const alarm: AlarmDefinition = {
  id: 1,
  label: 'Saturation',
  kpi: 'itf_in_util',
  operator: '>',
  threshold: 97,
  severity: 'critical',
  outliers: 3,
  measures: 5,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
};

const PORTS = sourceNumber('interface', 'snmp');

const ports = (): ElementTable =>
  runSync(
    elementTableSteps(
      Array.from({ length: INSTANCES }, (_, index) => ({
        id: index + 1,
        customer: 1 + (index % 100),
        site: Math.floor(index / SITE_ELEMENTS),
        inBps: 0,
        outBps: 0,
      })),
    ),
  );

const configuration = (): EngineConfiguration => ({
  ...emptyConfiguration,
  elements: emptyConfiguration.elements.map((none, source) => (source === PORTS ? ports() : none)),
  alarms: [alarm],
});

/** Values that change every fourth window, one in a hundred missing; two in a hundred are outliers, so that alarms raise and clear. */
function valuesOf(window: number): Float64Array {
  const values = new Float64Array(INSTANCES);
  for (let index = 0; index < INSTANCES; index += 1) {
    const value = (index * 7 + Math.floor(window / 4) * 13) % 101;
    values[index] = value === 100 ? Number.NaN : value;
  }
  return values;
}

function decideWindow(evaluator: Evaluator, number: number, values: Float64Array): number {
  const block = measureBlock();
  block.denominator.fill(300);
  for (block.from = 0; block.from < INSTANCES; block.from += BLOCK) {
    block.length = Math.min(BLOCK, INSTANCES - block.from);
    const part = values.subarray(block.from, block.from + block.length);
    block.value.set(part);
    block.numerator.set(part);
    evaluator.decide({ source: PORTS, kpi: alarm.kpi }, { start: number * 300, length: 300, number }, block);
  }
  runSync(evaluator.settleSteps(number * 300, () => false));
  return [...evaluator.takeTransitions()].length;
}

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function speed(evaluator: Evaluator): number[] {
  const windows = Array.from({ length: WINDOWS }, (_, window) => valuesOf(window));
  const figures: number[] = [];
  let number = 5_000_000;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const before = process.cpuUsage();
    for (const values of windows) decideWindow(evaluator, (number += 1), values);
    const { user, system } = process.cpuUsage(before);
    figures.push((WINDOWS * INSTANCES) / ((user + system) / 1e6));
  }
  return figures;
}

/** One poll of `in_octets` of every element, as it comes from the stream. */
function pollOf(number: number): Uint8Array {
  const { rowBytes, offset } = layoutOf(samples);
  const bytes = new Uint8Array(PEER_SERIES * rowBytes);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < PEER_SERIES; index += 1) {
    const row = index * rowBytes;
    view.setUint32(row + offset.customer, 1 + (index % 100), true);
    view.setUint32(row + offset.element, index + 1, true);
    view.setUint16(row + offset.counter, counters.in_octets.id, true);
    view.setBigInt64(row + offset.at, BigInt(START_MS + number * 300_000 + (index % 20_000)), true);
    view.setBigUint64(row + offset.value, BigInt(number) * BigInt(1 + (index % 100)) * 37_500_000n, true);
  }
  return bytes;
}

/** From raw samples to measures and events: one sample, four measures and one decision per element and window. */
function fullEngine(): number[] {
  const elements = Array.from({ length: PEER_SERIES }, (_, index) => index + 1);
  const place = { site: 1, active: true, name: '', customer: 1 };
  const inventory = {
    customers: new Map(),
    sites: new Map(),
    exporters: new Map(),
    devices: new Map([
      [
        DEVICE,
        {
          ...place,
          id: DEVICE,
          address: '',
          vendor: '',
          model: '',
          snmp: undefined,
          exporters: [],
          interfaces: elements,
        },
      ],
    ]),
    interfaces: new Map(
      elements.map((id) => [
        id,
        { ...place, id, device: DEVICE, alias: '', index: id, bandwidthInBps: 1e8, bandwidthOutBps: 1e8 },
      ]),
    ),
  };
  const ignore = (): void => undefined;
  const partition = createPartition({
    windowSeconds: 300,
    allowedLatenessMs: 60_000,
    inventory,
    alarms: [alarm],
    output: { measures: ignore, events: ignore },
  });
  return Array.from({ length: WINDOWS }, (_, number) => {
    const poll = pollOf(number);
    const before = process.cpuUsage();
    runSync(partition.pushSteps(poll));
    const { user, system } = process.cpuUsage(before);
    return PEER_SERIES / ((user + system) / 1e6);
  }).slice(2);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const compared = (value: number, peerValue: number | undefined) =>
  peerValue === undefined ? {} : { peer: 'prometheus', peerValue, ratio: value / peerValue };

async function run(): Promise<readonly BenchResult[]> {
  const settings = configuration();
  const before = used();
  const evaluator = runSync(Evaluator.createSteps(settings));
  const bytes = (used() - before) / INSTANCES;
  const decisions = speed(evaluator);
  const full = fullEngine();
  const peer = await prometheusRule(PEER_SERIES);
  const [decided, engine] = [median(decisions), median(full)];
  return [
    {
      name: 'alarm-evaluate',
      value: decided,
      unit: 'evaluations/CPU-s',
      samples: decisions,
      ...compared(decided, peer && median(peer.rule)),
    },
    {
      name: 'alarm-evaluate: from samples',
      value: engine,
      unit: 'evaluations/CPU-s',
      samples: full,
      ...compared(engine, peer?.process),
    },
    { name: 'alarm-evaluate: memory', value: bytes, unit: 'bytes/instance', samples: [bytes] },
    ...dependencies(),
  ];
}

export const alarmEvaluate = { name: 'alarm-evaluate', run };
