import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operator } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { statedLevels, worseDirection } from '#schemas/cockpit/level/severity-levels.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  portOf,
  sampleCodec,
} from '#tests/fixtures/engine/engine-network.ts';
import { run } from '#tests/fixtures/engine/engine-run.ts';
import { plainRule } from '#tests/fixtures/engine/plain-rule.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const WINDOW = 10;
const LATENESS_MS = 1_000;

/** Polls exactly on the borders of the windows, so that window w has exactly value w; null: the agent's counters were reset. */
function polls(port: number, values: readonly (number | null)[]) {
  let octets = 0n;
  let discontinuity = 0;
  const first = aSample('in_octets', { at: 0, element: portOf(1, port) });
  const remaining = values.map((value, window) => {
    if (value === null) discontinuity += 1;
    else octets += BigInt((value * WINDOW) / 8);
    const at = (window + 1) * WINDOW * 1_000;
    return aSample('in_octets', { at, element: portOf(1, port), value: octets, discontinuity });
  });
  return [first, ...remaining];
}

const value = fc.option(
  fc.integer({ min: 0, max: 4 }).map((step) => step * 40),
  { freq: 5 },
);
/** Levels 40 further out each, in the direction of the operator. */
function levelsOn(
  { operator, threshold }: Pick<AlarmDefinition, 'operator' | 'threshold'>,
  distances: AlarmDefinition['levels'] | null,
): Partial<AlarmDefinition> {
  const direction = worseDirection(operator);
  if (direction === 0 || distances === null || distances === undefined) return {};
  const away = (steps: number) => threshold + direction * steps * 40;
  const { major, critical } = distances;
  const levels = statedLevels({
    ...(major === undefined ? {} : { major: away(major) }),
    ...(critical === undefined ? {} : { critical: away(critical) }),
  });
  return { severity: 'minor', ...levels };
}

const definition = fc
  .record({
    operator: fc.constantFrom(...Operator.options),
    threshold: fc.constantFrom(0, 40, 60, 80, 160),
    measures: fc.integer({ min: 1, max: 32 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    enabled: fc.boolean(),
    clearAfter: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 32 })),
    noDataMinutes: fc.constantFrom(0, 0, 1, 2, 7),
    ofCustomer: fc.option(fc.constantFrom(40, 120)),
    ofElement: fc.option(fc.constantFrom(0, 80)),
    levels: fc.option(
      fc.constantFrom({ major: 1 }, { critical: 1 }, { critical: 2 }, { major: 1, critical: 2 }),
    ),
  })
  .map(({ share, ofCustomer, ofElement, levels, ...remaining }) =>
    anAlarm({
      ...remaining,
      ...levelsOn(remaining, levels),
      outliers: 1 + Math.floor(share * (remaining.measures - 1)),
      byCustomer: new Map(ofCustomer === null ? [] : [[1, ofCustomer]]),
      byElement: new Map(ofElement === null ? [] : [[portOf(1, 1), ofElement]]),
    }),
  );

describe('the engine and a reference of thirty lines', () => {
  it('raise and clear the same alarms with the same severities on random definitions and values, and while idle after them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 80 }),
        fc.array(definition, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 120 }),
        (values, definitions, silent) => {
          const alarms = definitions.map((alarm, index) => ({ ...alarm, id: index + 1 }));
          const polled = [0, 1].map((port) => values.map((pair) => pair[port] ?? null));
          const rows = polled.flatMap((own, port) => polls(port, own));
          // After the last poll, heartbeats close windows without a value.
          const ports = polled.map((own) => [...own, ...Array.from({ length: silent }, () => null)]);
          const end = START_MS + (values.length + silent) * WINDOW * 1_000;
          const setting = {
            windowSeconds: WINDOW,
            allowedLatenessMs: LATENESS_MS,
            inventory: anInventory(1, 2),
            alarms,
          };
          const { events } = run({
            setting,
            messages: [
              sampleCodec.encode(rows.sort((a, b) => a.at - b.at)),
              { idleUntil: end + (WINDOW * 1_000) / 10 + LATENESS_MS },
            ],
            end: 0,
          });
          for (const alarm of alarms)
            for (const [port, own] of ports.entries()) {
              const found = events
                .filter((event) => event.alarm === alarm.id && event.element === portOf(1, port))
                .filter(({ edge }) => !edge.endsWith('explain'))
                .map(({ at, edge, severity }) => {
                  const what = alarm.levels === undefined ? edge : `${edge} ${severity}`;
                  return `${String((at - START_MS / 1_000) / WINDOW)} ${what}`;
                });
              const measured = { customer: 1, element: portOf(1, port), windowSeconds: WINDOW };
              expect(found).toEqual(plainRule(alarm, measured, own));
            }
        },
      ),
      { numRuns: rounds(200) },
    );
  });
});
