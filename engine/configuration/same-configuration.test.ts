import { deserialize, serialize } from 'node:v8';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { perSource } from './sources.ts';
import { runSync } from '#platform/clock/steps.ts';
import { elementTableSteps } from './element-table.ts';
import { emptyConfiguration, type EngineConfiguration } from './engine-configuration.ts';
import { sameConfigurationSteps } from './same-configuration.ts';

const few = fc.integer({ min: 1, max: 2 });
const thresholds = fc
  .array(fc.tuple(few, few), { maxLength: 2 })
  .map((own) => new Map(own.toSorted(([a], [b]) => a - b)));
const configuration: fc.Arbitrary<EngineConfiguration> = fc
  .record({
    facts: fc.array(fc.record({ id: few, customer: few, site: few, inBps: few, outBps: few, detail: few }), {
      maxLength: 2,
    }),
    inactive: fc.array(few, { maxLength: 1 }),
    threshold: few,
    byCustomer: thresholds,
    byElement: thresholds,
    alarms: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ facts, inactive, alarms, ...alarm }) => ({
    ...emptyConfiguration,
    elements: perSource((_, source) => runSync(elementTableSteps(source === 1 ? facts : []))),
    inactive: Uint32Array.from(inactive),
    alarms: Array.from({ length: alarms }, () => ({ id: 1, ...alarm }) as unknown as AlarmDefinition),
  }));

it('two configurations are the same exactly where they are so value by value, stored ones too', () => {
  let same = 0;
  fc.assert(
    fc.property(configuration, configuration, (one, other) => {
      const stored = deserialize(serialize(one)) as EngineConfiguration;
      expect(runSync(sameConfigurationSteps(stored, one))).toBe(true);
      const expected = isDeepStrictEqual(one, other);
      expect(runSync(sameConfigurationSteps(one, other))).toBe(expected);
      same += expected ? 1 : 0;
    }),
    // Not fewer in the gate: two equal configurations are rare.
    { numRuns: 500 },
  );
  expect(same).toBeGreaterThan(0);
});
