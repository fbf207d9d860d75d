import { runSync } from '#platform/clock/steps.ts';
import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import type { PartitionState } from '#engine/partition/partition.ts';
import { noDefinitions, type DefinedKpi, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import { kpis } from '#schemas/kpi/library.ts';
import {
  START_MS,
  aSample,
  anInventory,
  addressedDevice,
  portOf,
  sampleCodec,
} from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, partitionInto, type EngineLog, type Setting } from '#tests/fixtures/engine/engine-run.ts';

const WINDOW = 10;
const TEMPERATURE = 10_000;
const QUEUE = 10_001;
const inventory = anInventory(1, 2);
const setting: Setting = { windowSeconds: WINDOW, allowedLatenessMs: 1_000, inventory, alarms: [] };

const aKpi = (id: number, element: DefinedKpi['element'], formula: string): DefinedKpi => ({
  key: `own_${String(id)}`,
  id,
  unit: 'scalar',
  kind: 'gauge',
  aggregation: 'average',
  strategy: 'before any aggregation',
  element,
  en: 'Own',
  fr: 'Propre',
  formulas: { snmp: formula },
});
const warm: KpiDefinitions = {
  counters: [
    { key: 'temperature', id: TEMPERATURE, kind: 'gauge', element: 'device' },
    { key: 'queue', id: QUEUE, kind: 'counter64', element: 'interface' },
  ],
  kpis: [
    aKpi(10_000, 'device', 'avg(temperature) / 10'),
    aKpi(10_001, 'interface', 'percent(delta(queue), delta(in_octets))'),
  ],
  overrides: [],
};
/** Without the first counter the second one has another place among the bytes. */
const queueOnly: KpiDefinitions = { ...warm, counters: warm.counters.slice(1), kpis: warm.kpis.slice(1) };

/** 1,000 octets a window, a tenth of them queued, and 21.5 degrees. */
const poll = (number: number): Uint8Array => {
  const at = number * WINDOW * 1_000;
  const total = BigInt(number * 1_000);
  return sampleCodec.encode([
    ...[0, 1].flatMap((port) => {
      const element = portOf(1, port);
      return [
        aSample('in_octets', { at, element, value: total }),
        { ...aSample('in_octets', { at, element, value: total / 10n }), counter: QUEUE },
      ];
    }),
    { ...aSample('cpu', { at, value: 215n }), counter: TEMPERATURE },
  ]);
};

interface Change {
  /** Number of the poll before which it becomes known. */
  readonly before: number;
  readonly definitions: KpiDefinitions;
}

/** `killBefore`: the engine is killed there and restarts from the checkpoint that followed the change. */
function story(changes: readonly Change[], killBefore?: number): EngineLog {
  const log = emptyLog();
  const POLLS = 12;
  let partition = partitionInto(log, setting);
  let checkpoint = { state: serialize(partition.state()), next: 0 };
  for (let number = 0; number <= POLLS; number += 1) {
    const change = changes.find(({ before }) => before === number);
    if (
      change !== undefined &&
      runSync(partition.configureSteps(inventory, { alarms: [], definitions: change.definitions }))
    )
      checkpoint = { state: serialize(partition.state()), next: partition.readUpTo() };
    if (number === killBefore) {
      partition = partitionInto(log, setting);
      runSync(partition.restoreSteps(deserialize(checkpoint.state) as PartitionState));
      for (let again = checkpoint.next; again < number; again += 1)
        runSync(partition.pushSteps(poll(again), { sequence: again + 1, receivedAt: Infinity }));
    }
    runSync(partition.pushSteps(poll(number), { sequence: number + 1, receivedAt: Infinity }));
  }
  runSync(partition.closeUntilSteps(START_MS + POLLS * WINDOW * 1_000));
  return log;
}

/** Values by window of one KPI of one element. */
const valuesOf = ({ measures }: EngineLog, kpi: number, element: number) =>
  Object.fromEntries(
    measures
      .filter((row) => row.kpi === kpi && row.element === element)
      .map(({ at, value }) => [(at - START_MS / 1_000) / WINDOW, value]),
  );
const windows = (from: number, to: number, value: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, value]));

const changes = [
  { before: 4, definitions: warm },
  { before: 8, definitions: queueOnly },
];

it('a KPI is computed from the window after its definition arrived until it is deleted', () => {
  const log = story(changes);
  // Samples that were read before a counter was known are not read again: a value comes with the next poll.
  expect(valuesOf(log, 10_000, addressedDevice(1))).toEqual(windows(5, 7, 21.5));
  // How much a counter grows is known between two polls.
  expect(valuesOf(log, 10_001, portOf(1, 1))).toEqual(windows(5, 11, 10));
});

const doubled: KpiDefinitions = {
  ...noDefinitions,
  overrides: [{ kpi: 'itf_in_bytes', scope: 'snmp', formula: '2 * delta(in_octets)' }],
};
const overridden = [
  { before: 4, definitions: doubled },
  { before: 8, definitions: noDefinitions },
];

it('an overridden formula of the library is computed from the window in which it is known until it is reset', () => {
  expect(valuesOf(story(overridden), kpis.itf_in_bytes.id, portOf(1, 0))).toEqual({
    ...windows(0, 3, 1_000),
    ...windows(4, 7, 2_000),
    ...windows(8, 11, 1_000),
  });
});

it.each([5, 9])('an engine killed before poll %d computes the same overridden formula', (killBefore) => {
  expect(story(overridden, killBefore).messages).toEqual(story(overridden).messages);
});

it('built-in measures continue across it without a gap', () => {
  expect(valuesOf(story(changes), kpis.itf_in_bytes.id, portOf(1, 0))).toEqual(windows(0, 11, 1_000));
});

it.each([5, 6, 8, 9, 11])('an engine killed before poll %d writes the same', (killBefore) => {
  expect(story(changes, killBefore).messages).toEqual(story(changes).messages);
});

it('a checkpoint without definitions and with fewer sources is completed', () => {
  const log = emptyLog();
  const before = partitionInto(log, setting);
  for (let number = 0; number < 4; number += 1)
    runSync(before.pushSteps(poll(number), { sequence: number + 1, receivedAt: Infinity }));
  const { definitions: _, elements, ...configuration } = before.state().configuration;
  // The last source is one that came with them.
  const old = { ...before.state(), configuration: { ...configuration, elements: elements.slice(0, -1) } };
  const after = partitionInto(log, setting);
  runSync(after.restoreSteps(deserialize(serialize(old)) as PartitionState));
  expect(after.state().configuration.definitions).toEqual(noDefinitions);
  for (let number = before.readUpTo(); number < 8; number += 1)
    runSync(after.pushSteps(poll(number), { sequence: number + 1, receivedAt: Infinity }));
  runSync(after.closeUntilSteps(START_MS + 7 * WINDOW * 1_000));
  expect(valuesOf(log, kpis.itf_in_bytes.id, portOf(1, 0))).toEqual(windows(0, 6, 1_000));
});
