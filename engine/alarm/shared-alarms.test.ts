import { assert, constantFrom, property, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operator } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { elementTableSteps } from '../configuration/element-table.ts';
import { emptyConfiguration, type EngineConfiguration } from '../configuration/engine-configuration.ts';
import { perSource, sourceNumber } from '../configuration/sources.ts';
import { runSync } from '#platform/clock/steps.ts';
import { Evaluator } from './evaluator.ts';

const CUSTOMERS = [1, 2, 3];
const PORTS = sourceNumber('interface', 'snmp');
const elements = runSync(
  elementTableSteps(
    CUSTOMERS.map((customer) => ({ id: customer * 10, customer, site: customer * 10, inBps: 0, outBps: 0 })),
  ),
);

const definition = (operator: Operator, customers?: readonly number[]): AlarmDefinition => ({
  id: 7,
  label: 'Busy',
  kpi: 'itf_in_bps',
  operator,
  threshold: 100,
  severity: 'major',
  outliers: 1,
  measures: 2,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
  ...(customers === undefined ? {} : { customers }),
});
const configured = (alarm: AlarmDefinition): EngineConfiguration => ({
  ...emptyConfiguration,
  elements: perSource((_, source) => (source === PORTS ? elements : runSync(elementTableSteps([])))),
  alarms: [alarm],
});

let windows = 0;
/** One window in which every value satisfies the operator; returns the customers raised afterwards. */
function decided(evaluator: Evaluator, operator: Operator): number[] {
  const value = { '>': 200, '>=': 100, '<': 50, '<=': 100, '=': 100, '!=': 50 }[operator];
  const values = Float64Array.from(elements.ids, () => value);
  windows += 1;
  evaluator.decide(
    { source: PORTS, kpi: 'itf_in_bps' },
    { start: windows * 300, length: 300, number: windows },
    {
      from: 0,
      length: values.length,
      value: values,
      numerator: values,
      denominator: new Float64Array(values.length).fill(1),
    },
  );
  return [...evaluator.runningInstances()].map(
    ({ instances, slot }) => instances.elements.customers[slot] ?? 0,
  );
}

const some = subarray(CUSTOMERS);
const operators = constantFrom(...Operator.options);

describe('an alarm of a shared cockpit', () => {
  it('is evaluated for the customers it is shared with, or for all of them', () => {
    assert(
      property(some, operators, (customers, operator) => {
        const shared = runSync(Evaluator.createSteps(configured(definition(operator, customers))));
        expect(decided(shared, operator)).toEqual(customers);
        expect(decided(runSync(Evaluator.createSteps(configured(definition(operator)))), operator)).toEqual(
          CUSTOMERS,
        );
      }),
    );
  });

  it('is cleared as disabled for customers that lose it, starts over for new ones and continues for the others', () => {
    assert(
      property(some, some, operators, (before, after, operator) => {
        const old = runSync(Evaluator.createSteps(configured(definition(operator, before))));
        decided(old, operator);
        const next = runSync(Evaluator.createSteps(configured(definition(operator, after))));
        const retired = [...runSync(next.adoptSteps(old, windows))];
        expect(retired.map(({ cause }) => cause)).toEqual(
          before.filter((customer) => !after.includes(customer)).map(() => 'disabled'),
        );
        const going = [...next.runningInstances()].map(
          ({ instances, slot }) => instances.elements.customers[slot],
        );
        expect(going).toEqual(before.filter((customer) => after.includes(customer)));
        expect(decided(next, operator)).toEqual(after);
      }),
    );
  });
});
