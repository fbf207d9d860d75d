import { expect, it } from 'vitest';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { definitionChanges, type DefinitionHistory } from './definition-change.ts';

const alarm = (threshold: number, changes: object = {}) => ({
  ...anAlarmDraft(),
  id: 7,
  version: 1,
  threshold,
  thresholds: [],
  ...changes,
});
const history = (changes: Partial<DefinitionHistory>): DefinitionHistory => ({
  customer: 1,
  element: 50,
  versions: [],
  own: [],
  ownNow: undefined,
  formula: [],
  ...changes,
});
const period = { from: 10, to: 20 };
const first = { at: 1_000, alarm: alarm(80) };
const bounds = { customerBounds: { min: 60, max: 90 } };

it.each<[string, Partial<DefinitionHistory>, unknown]>([
  ['nothing known', {}, []],
  ['no change in the period', { versions: [first, { at: 5_000, alarm: alarm(85) }] }, []],
  [
    'another threshold and severity',
    { versions: [first, { at: 12_000, alarm: alarm(85, { severity: 'minor' }) }] },
    [{ at: 12_000, parts: ['condition', 'severity'], threshold: { before: 80, after: 85 } }],
  ],
  [
    'a part that does not decide',
    { versions: [first, { at: 12_000, alarm: alarm(80, { label: 'x' }) }] },
    [],
  ],
  [
    'a threshold of the element, which has precedence',
    {
      versions: [
        first,
        { at: 12_000, alarm: alarm(80, { thresholds: [{ target: { element: 50 }, value: 70 }] }) },
      ],
      own: [{ at: 15_000, before: undefined, after: 65 }],
      ownNow: 65,
    },
    [{ at: 12_000, parts: [], threshold: { before: 80, after: 70 } }],
  ],
  [
    'a threshold of another customer',
    {
      versions: [
        first,
        { at: 12_000, alarm: alarm(80, { thresholds: [{ target: { customer: 2 }, value: 70 }] }) },
      ],
    },
    [],
  ],
  [
    'a threshold that the customer sets, within the bounds',
    {
      versions: [{ at: 1_000, alarm: alarm(80, bounds) }],
      own: [
        { at: 12_000, before: undefined, after: 65 },
        { at: 13_000, before: 65, after: 50 },
        { at: 14_000, before: 50, after: undefined },
      ],
    },
    [
      { at: 12_000, parts: [], threshold: { before: 80, after: 65 } },
      { at: 13_000, parts: [], threshold: { before: 65, after: 60 } },
      { at: 14_000, parts: [], threshold: { before: 60, after: 80 } },
    ],
  ],
  ['another formula of the KPI', { formula: [11_000] }, [{ at: 11_000, parts: ['formula'] }]],
])('the changes of a definition in a period: %s', (_, changes, expected) => {
  expect(definitionChanges(history(changes), period)).toEqual(expected);
});
