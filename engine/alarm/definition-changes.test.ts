import { runSync } from '#platform/clock/steps.ts';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '#schemas/alerting/severity.ts';
import { Evidence } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { PartitionState } from '#engine/partition/partition.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  portOf,
  sampleCodec,
  siteOf,
} from '#tests/fixtures/engine/engine-network.ts';
import { emptyLog, partitionInto, type EngineLog, type Setting } from '#tests/fixtures/engine/engine-run.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const WINDOW = 10;
const inventory = anInventory(1, 2);
const busy = anAlarm({ threshold: 100, outliers: 1, measures: 3 });
const setting: Setting = { windowSeconds: WINDOW, allowedLatenessMs: 1_000, inventory, alarms: [busy] };

interface Change {
  /** Number of the message before which it becomes known. */
  readonly before: number;
  readonly inventory?: Inventory;
  readonly alarms?: readonly AlarmDefinition[];
}

/** Window w of port p has `values[w]` bit/s. */
function messageOf(values: readonly number[], poll: number): Uint8Array {
  const total = values.slice(0, poll).reduce((sum, value) => sum + (value * WINDOW) / 8, 0);
  return sampleCodec.encode(
    [0, 1].map((port) =>
      aSample('in_octets', { at: poll * WINDOW * 1_000, element: portOf(1, port), value: BigInt(total) }),
    ),
  );
}

/** `killBefore`: the engine is killed there and restarts from the checkpoint that followed the change. */
function story(
  values: readonly number[],
  change: Change,
  { killBefore, initial = [busy] }: { killBefore?: number; initial?: readonly AlarmDefinition[] } = {},
): EngineLog {
  const log = emptyLog();
  const first = { ...setting, alarms: initial };
  let partition = partitionInto(log, first);
  let checkpoint = { state: serialize(partition.state()), next: 0 };
  const configure = () =>
    runSync(partition.configureSteps(change.inventory ?? inventory, { alarms: change.alarms ?? [busy] })) &&
    (checkpoint = { state: serialize(partition.state()), next: partition.readUpTo() });
  for (let poll = 0; poll <= values.length; poll += 1) {
    if (poll === change.before) configure();
    if (poll === killBefore) {
      partition = partitionInto(log, first);
      runSync(partition.restoreSteps(deserialize(checkpoint.state) as PartitionState));
      for (let again = checkpoint.next; again < poll; again += 1)
        runSync(partition.pushSteps(messageOf(values, again), { sequence: again + 1, receivedAt: Infinity }));
    }
    runSync(partition.pushSteps(messageOf(values, poll), { sequence: poll + 1, receivedAt: Infinity }));
  }
  runSync(partition.closeUntilSteps(START_MS + values.length * WINDOW * 1_000));
  return log;
}

const edgesOf = ({ events }: EngineLog) =>
  events.map(({ at, element, edge, cause }) => {
    const window = (at - START_MS / 1_000) / WINDOW;
    return `${String(window)} ${String(element - portOf(1, 0))} ${edge} ${cause}`;
  });

it('an element that moves to another customer clears its alarms as deleted and starts over there', () => {
  const log = emptyLog();
  const both = anInventory(2, 2);
  const partition = partitionInto(log, { ...setting, inventory: both });
  const port = both.interfaces.get(portOf(1, 0))!;
  const moved: Inventory = {
    ...both,
    interfaces: new Map([...both.interfaces, [port.id, { ...port, customer: 2, site: siteOf(2) }]]),
  };
  for (let poll = 0; poll <= 8; poll += 1) {
    if (poll === 4) runSync(partition.configureSteps(moved, { alarms: [busy] }));
    const customer = poll < 4 ? 1 : 2;
    const value = BigInt(poll * 1_000);
    const sample = aSample('in_octets', { at: poll * WINDOW * 1_000, customer, element: port.id, value });
    runSync(partition.pushSteps(sampleCodec.encode([sample]), { sequence: poll + 1, receivedAt: Infinity }));
  }
  runSync(partition.closeUntilSteps(START_MS + 8 * WINDOW * 1_000));
  const edges = log.events.map(({ customer, edge, cause }) => `${String(customer)} ${edge} ${cause}`);
  expect(edges).toEqual(['1 raise rule', '1 clear deleted', '2 raise rule']);
});

it('an element that moves to another site clears its alarms as moved at the old one, and raises them at the new one', () => {
  const log = emptyLog();
  const two = anInventory(1, 2);
  const elsewhere = siteOf(1) + 50_000;
  const partition = partitionInto(log, { ...setting, inventory: two });
  const port = two.interfaces.get(portOf(1, 0))!;
  const moved: Inventory = {
    ...two,
    interfaces: new Map([...two.interfaces, [port.id, { ...port, site: elsewhere }]]),
  };
  for (let poll = 0; poll <= 8; poll += 1) {
    if (poll === 4) runSync(partition.configureSteps(moved, { alarms: [busy] }));
    const value = BigInt(poll * 1_000);
    const sample = aSample('in_octets', { at: poll * WINDOW * 1_000, element: port.id, value });
    runSync(partition.pushSteps(sampleCodec.encode([sample]), { sequence: poll + 1, receivedAt: Infinity }));
  }
  runSync(partition.closeUntilSteps(START_MS + 8 * WINDOW * 1_000));
  const edges = log.events.map(({ at, site, edge, cause }) => [
    (at - START_MS / 1_000) / WINDOW,
    site,
    edge,
    cause,
  ]);
  expect(edges).toEqual([
    [0, siteOf(1), 'raise', 'rule'],
    [4, siteOf(1), 'clear', 'moved'],
    [4, elsewhere, 'raise', 'rule'],
  ]);
  // No window is missing: the counters continue.
  const values = log.measures.filter(
    ({ element, kpi }) => element === port.id && kpi === kpis.itf_in_bytes.id,
  );
  expect(values.map(({ site, value }) => [site, value])).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((window) => [window < 4 ? siteOf(1) : elsewhere, 1_000]),
  );
});

describe('a definition changed', () => {
  const values = [500, 500, 500, 500, 500, 500, 500, 500];
  const always = ['0 0 raise rule', '0 1 raise rule'];

  it.each([
    {
      title: 'in its threshold applies from the next window on, and earlier outliers still count',
      change: { alarms: [{ ...busy, threshold: 600 }] },
      expected: [...always, '6 0 clear rule', '6 1 clear rule'],
    },
    {
      title: 'in the threshold of one element affects that element only',
      change: { alarms: [{ ...busy, byElement: new Map([[portOf(1, 1), 600]]) }] },
      expected: [...always, '6 1 clear rule'],
    },
    {
      title: 'to disabled clears running alarms with that cause',
      change: { alarms: [{ ...busy, enabled: false }] },
      expected: [...always, '4 0 clear disabled', '4 1 clear disabled'],
    },
    {
      title: 'by its deletion clears running alarms with that cause',
      change: { alarms: [] },
      expected: [...always, '4 0 clear deleted', '4 1 clear deleted'],
    },
    {
      title: 'to another KPI counts as another alarm',
      change: { alarms: [{ ...busy, kpi: 'itf_out_bps' as const }] },
      expected: [...always, '4 0 clear deleted', '4 1 clear deleted'],
    },
    {
      title: 'by an element that left the inventory clears that element',
      change: { inventory: anInventory(1, 1) },
      expected: [...always, '4 1 clear deleted'],
    },
    {
      title: 'by disabled collection clears as disabled',
      change: { inventory: anInventory(1, 2, { port: { active: false } }) },
      expected: [...always, '4 0 clear disabled', '4 1 clear disabled'],
    },
    {
      title: 'in its severity emits a change for running alarms from the next window on',
      change: { alarms: [{ ...busy, severity: 'minor' as const }] },
      expected: [...always, '4 0 change critical', '4 1 change critical'],
    },
    {
      title: 'in its severity and threshold emits the change, then the clears, in the new severity',
      change: { alarms: [{ ...busy, severity: 'major' as const, threshold: 600 }] },
      expected: [...always, '4 0 change critical', '4 1 change critical', '6 0 clear rule', '6 1 clear rule'],
    },
    {
      title: 'in its severity and to disabled emits no change',
      change: { alarms: [{ ...busy, severity: 'minor' as const, enabled: false }] },
      expected: [...always, '4 0 clear disabled', '4 1 clear disabled'],
    },
    {
      title: 'in nothing changes nothing',
      change: { alarms: [{ ...busy }] },
      expected: always,
    },
  ])('$title', ({ change, expected }) => {
    const undisturbed = story(values, { before: 4, ...change });
    expect(edgesOf(undisturbed)).toEqual(expected);
    // Killed at any later place, it changes over at the same window.
    for (const killBefore of [4, 5, 6, 7, 8])
      expect(story(values, { before: 4, ...change }, { killBefore }).messages).toEqual(undisturbed.messages);
  });
});

describe('the hold time of an alarm changed', () => {
  const values = [500, 500, 500, 500, 0, 0, 0, 0, 0, 0];
  const once = { ...busy, measures: 1 };
  const hold = { ...once, clearAfter: 4 };
  const always = ['0 0 raise rule', '0 1 raise rule'];

  it.each([
    {
      title: 'to longer holds running alarms from the next window on, and counts earlier good measures',
      before: [{ ...once, clearAfter: 3 }],
      change: [{ ...once, clearAfter: 5 }],
      expected: [...always, '8 0 clear rule', '8 1 clear rule'],
    },
    {
      title: 'to none clears held alarms with the next window',
      before: [hold],
      change: [once],
      expected: [...always, '6 0 clear rule', '6 1 clear rule'],
    },
    {
      title: 'to disabled clears held alarms at once',
      before: [hold],
      change: [{ ...hold, enabled: false }],
      expected: [...always, '6 0 clear disabled', '6 1 clear disabled'],
    },
    {
      title: 'in its severity changes held alarms, which clear in the new one',
      before: [hold],
      change: [{ ...hold, severity: 'minor' as const }],
      expected: [...always, '6 0 change critical', '6 1 change critical', '7 0 clear rule', '7 1 clear rule'],
    },
  ])('$title', ({ before, change, expected }) => {
    const changed = { before: 6, alarms: change };
    const undisturbed = story(values, changed, { initial: before });
    expect(edgesOf(undisturbed)).toEqual(expected);
    for (const killBefore of [6, 7, 8, 9])
      expect(story(values, changed, { initial: before, killBefore }).messages).toEqual(undisturbed.messages);
  });
});

it('successive severity changes before any window are one change, or none', () => {
  const values = [500, 500, 500, 500];
  const changed = (...severities: AlarmDefinition['severity'][]) => {
    const log = emptyLog();
    const partition = partitionInto(log, setting);
    for (let poll = 0; poll <= values.length; poll += 1) {
      if (poll === 3)
        for (const severity of severities)
          runSync(partition.configureSteps(inventory, { alarms: [{ ...busy, severity }] }));
      runSync(partition.pushSteps(messageOf(values, poll), { sequence: poll + 1, receivedAt: Infinity }));
    }
    runSync(partition.closeUntilSteps(START_MS + values.length * WINDOW * 1_000));
    return log.events
      .filter(({ edge }) => edge === 'change')
      .map(({ cause, severity, evidence }) => [
        cause,
        severity,
        Evidence.parse(JSON.parse(evidence)).threshold,
      ]);
  };
  expect(changed('minor', 'major')).toEqual(Array.from({ length: 2 }, () => ['critical', 'major', 100]));
  expect(changed('minor', 'critical')).toEqual([]);
});

it('a checkpoint with an alarm on a removed KPI keeps every other alarm', () => {
  const values = [500, 500, 500, 0, 0, 0];
  const deleted = { ...busy, id: 99, kpi: 'itf_in_forgotten' as (typeof busy)['kpi'] };
  const log = emptyLog();
  const before = partitionInto(log, setting);
  for (let poll = 0; poll < 3; poll += 1) runSync(before.pushSteps(messageOf(values, poll)));
  const state = deserialize(serialize(before.state())) as PartitionState;
  const { configuration } = state;
  const partition = partitionInto(log, { ...setting, alarms: [busy, deleted] });
  runSync(partition.restoreSteps({ ...state, configuration: { ...configuration, alarms: [busy, deleted] } }));
  expect(runSync(partition.configureSteps(inventory, { alarms: [busy] }))).toBe(true);
  for (let poll = 3; poll <= values.length; poll += 1) runSync(partition.pushSteps(messageOf(values, poll)));
  runSync(partition.closeUntilSteps(START_MS + values.length * WINDOW * 1_000));
  expect(edgesOf(log)).toEqual(['0 0 raise rule', '0 1 raise rule', '5 0 clear rule', '5 1 clear rule']);
});

it('the evidence of an event contains values, inputs, threshold and its source', () => {
  const alarm = { ...busy, outliers: 2, byCustomer: new Map([[1, 120]]) };
  const log = story([80, 160, 100, 200], { before: 0, alarms: [alarm] });
  const raise = log.events.find(({ edge }) => edge === 'raise')!;
  expect(raise).toMatchObject({
    value: 200,
    threshold: 120,
    outliers: 2,
    measures: 3,
    severity: 'critical',
    cause: 'rule',
  });
  expect(Evidence.parse(JSON.parse(raise.evidence))).toMatchObject({
    threshold: 120,
    thresholdFrom: 'customer',
    windows: [
      { value: 160, numerator: 1_600, denominator: 10, outlier: true },
      { value: 100, outlier: false },
      { at: raise.at, value: 200, numerator: 2_000, denominator: 10, outlier: true },
    ],
  });
});

describe('a change is applied in steps', () => {
  const PORTS = 12;
  const POLLS = 9;
  const ports = anInventory(1, PORTS);
  const known = { ...setting, inventory: ports };
  const elements = Array.from({ length: PORTS }, (_, port) => portOf(1, port));
  const poll = (loads: readonly number[], number: number) =>
    sampleCodec.encode(
      elements.map((element, port) => {
        const value = BigInt(number * number * (loads[port] ?? 0));
        return aSample('in_octets', { at: number * WINDOW * 1_000, element, value });
      }),
    );
  const some = fc.subarray(elements);
  const change = fc
    .record({
      deleted: some,
      off: some,
      thresholds: fc.array(fc.tuple(fc.constantFrom(...elements), fc.integer({ min: 0, max: 400 }))),
      threshold: fc.integer({ min: 0, max: 400 }),
      severity: fc.constantFrom(...severities),
      second: fc.boolean(),
    })
    .map(({ deleted, off, thresholds, threshold, severity, second }) => ({
      inventory: {
        ...ports,
        // Not in the order of their ids.
        interfaces: new Map(
          [...ports.interfaces]
            .filter(([id]) => !deleted.includes(id))
            .map(([id, port]) => [id, { ...port, active: !off.includes(id) }] as const)
            .reverse(),
        ),
      },
      alarms: [
        { ...busy, threshold, severity, byElement: new Map(thresholds) },
        ...(second ? [anAlarm({ id: 2, threshold: 200, outliers: 2, measures: 2 })] : []),
      ],
    }));

  /** `leftAfter`: the engine stops after this many steps of the change, or of the window it applies from. */
  const play = (
    loads: readonly number[],
    { inventory: changed, alarms }: Pick<Required<Change>, 'inventory' | 'alarms'>,
    leftAfter: { readonly ofChange?: number; readonly ofWindow?: number } = {},
  ): readonly string[] => {
    const log = emptyLog();
    let partition = partitionInto(log, known);
    let retained = { state: serialize(partition.state()), next: 0 };
    const again = (upTo: number): void => {
      partition = partitionInto(log, known);
      runSync(partition.restoreSteps(deserialize(retained.state) as PartitionState));
      for (let number = retained.next; number < upTo; number += 1)
        runSync(partition.pushSteps(poll(loads, number), { sequence: number + 1, receivedAt: Infinity }));
    };
    const keep = () => (retained = { state: serialize(partition.state()), next: partition.readUpTo() });
    for (let number = 0; number < POLLS; number += 1) {
      if (number === 4) {
        keep();
        if (leftAfter.ofChange !== undefined) {
          const steps = partition.configureSteps(changed, { alarms });
          const isOver = steps.take(leftAfter.ofChange).toArray().length < leftAfter.ofChange;
          // Nothing has changed before the last step: a checkpoint of now is that of before.
          if (!isOver) expect(serialize(partition.state()).equals(retained.state)).toBe(true);
          again(4);
        }
        runSync(partition.configureSteps(changed, { alarms }));
        keep();
      }
      if (number >= 5 && leftAfter.ofWindow !== undefined) {
        partition
          .pushSteps(poll(loads, number), { sequence: number + 1, receivedAt: Infinity })
          .take(leftAfter.ofWindow)
          .toArray();
        again(number);
      }
      runSync(partition.pushSteps(poll(loads, number), { sequence: number + 1, receivedAt: Infinity }));
    }
    runSync(partition.closeUntilSteps(START_MS + POLLS * WINDOW * 1_000));
    return log.messages;
  };

  it('and gives the same events byte for byte when it is interrupted after any step', () => {
    const loads = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: PORTS, maxLength: PORTS });
    let events = 0;
    fc.assert(
      fc.property(
        loads,
        change,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (own, changed, ofChange, ofWindow) => {
          const full = play(own, changed);
          events += full.filter((message) => message.startsWith('events')).length;
          expect(play(own, changed, { ofChange })).toEqual(full);
          expect(play(own, changed, { ofWindow })).toEqual(full);
        },
      ),
      { numRuns: rounds(40) },
    );
    expect(events).toBeGreaterThan(rounds(40));
  });
});
