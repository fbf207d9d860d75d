import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { Evaluator } from '#engine/alarm/evaluator.ts';
import { explanationEvents } from '#engine/alarm/explanation/explanation-event.ts';
import { Explanations, unreachableSteps } from '#engine/alarm/explanation/explanations.ts';
import { elementTableSteps } from '#engine/configuration/element-table.ts';
import { emptyConfiguration } from '#engine/configuration/engine-configuration.ts';
import { sourceNumber } from '#engine/configuration/sources.ts';
import { runSync } from '#platform/clock/steps.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const ELEMENTS = 100_000;
/** One in twenty is a device, four of which are at a site. */
const PORTS_PER_DEVICE = 19;
const DEVICES_PER_SITE = 4;
const DEVICES = ELEMENTS / (PORTS_PER_DEVICE + 1);
const FIRST_PORT = 1_000_000;
const CUSTOMERS = 50;
const WINDOWS = 12;
const WARM_UP = 8;
const SECONDS = 300;

const alarm = (id: number, kpi: string): AlarmDefinition => ({
  id,
  kpi,
  label: '',
  operator: '<',
  threshold: 50,
  severity: 'critical',
  outliers: 1,
  measures: 1,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
});
const kinds = { device: 'cpe_avail', interface: 'itf_avail' } as const;

const device = Array.from({ length: DEVICES }, (_, index) => {
  const site = Math.floor(index / DEVICES_PER_SITE);
  return {
    id: index + 1,
    device: index + 1,
    site: site + 1,
    customer: 1 + (site % CUSTOMERS),
    inBps: 0,
    outBps: 0,
  };
});
const ports = device.flatMap((own) =>
  Array.from({ length: PORTS_PER_DEVICE }, (_, port) => ({
    ...own,
    id: FIRST_PORT + own.id * PORTS_PER_DEVICE + port,
  })),
);

function evaluatorOf(): Evaluator {
  const tables = new Map([
    [sourceNumber('device', 'snmp'), runSync(elementTableSteps(device))],
    [sourceNumber('interface', 'snmp'), runSync(elementTableSteps(ports))],
  ]);
  const elements = emptyConfiguration.elements.map((none, source) => tables.get(source) ?? none);
  const alarms = [alarm(1, kinds.device), alarm(2, kinds.interface)];
  return runSync(Evaluator.createSteps({ ...emptyConfiguration, elements, alarms }));
}

type Availability = Readonly<Record<keyof typeof kinds, number>>;

/** Decides a window in which all devices and all interfaces have one value each. */
function decide(evaluator: Evaluator, number: number, availability: Availability): void {
  for (const kind of ['device', 'interface'] as const) {
    const kpi = kinds[kind];
    const source = sourceNumber(kind, 'snmp');
    const { length } = evaluator.configuration.elements[source]?.ids ?? [];
    const values = new Float64Array(length).fill(availability[kind]);
    const block = { from: 0, length, value: values, numerator: values, denominator: values };
    evaluator.decide({ source, kpi }, { start: number * SECONDS, length: SECONDS, number }, block);
  }
  runSync(evaluator.settleSteps(number * SECONDS, runSync(unreachableSteps(evaluator))));
  for (const _ of evaluator.takeTransitions());
}

/** Windows in a row: nothing in alarm, every device unreachable, and every device back before its interfaces. */
const stages: readonly (readonly [stage: string, availability: Availability])[] = [
  ['calm', { device: 100, interface: 100 }],
  ['begins', { device: 0, interface: 0 }],
  ['continues', { device: 0, interface: 0 }],
  ['ends', { device: 100, interface: 0 }],
];

/** What explanations and their events add to a window of 100,000 elements that are all in alarm, and to one without alarms. */
export function dependencies(): readonly BenchResult[] {
  const figures: Record<string, number[]> = { calm: [], begins: [], continues: [], ends: [] };
  const evaluator = evaluatorOf();
  const explanations = new Explanations();
  for (let number = 1; number <= WINDOWS * stages.length; number += 1) {
    const [stage = '', availability] = stages[number % stages.length] ?? [];
    if (availability === undefined) continue;
    decide(evaluator, number, availability);
    const window = { start: number * SECONDS, length: SECONDS };
    const before = process.cpuUsage();
    const changes = runSync(explanations.updateSteps(evaluator, window.start));
    const events = [...explanationEvents(changes, window)].length;
    const { user, system } = process.cpuUsage(before);
    if (number > WARM_UP) figures[stage]?.push((user + system) / 1e3);
    // Raises carry their parent.
    if (events !== (stage === 'ends' ? ports.length : 0)) throw new Error(`${String(events)} events`);
  }
  return Object.entries(figures).map(([stage, samples]) => ({
    name: `alarm-evaluate: dependencies of 100,000 elements, ${stage}`,
    value: quantile(samples, 0.5),
    unit: 'ms',
    samples,
  }));
}
