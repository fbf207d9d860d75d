import { describe, expect, it } from 'vitest';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { plottedMarks, silencesOfStep } from './timeline-marks.ts';

const run = { alarm: 3, name: 'Link saturated', element: 81, elementName: 'Gi0/1' } as const;
const marks: ElementMarks = {
  alarms: [
    { ...run, severity: 'critical', from: 300, until: 900 },
    { ...run, severity: 'minor', from: 1_200, until: null },
  ],
  silences: [
    { silence: 1, reason: 'Works', maintenance: true, from: 0, until: 600 },
    { silence: 2, reason: 'Known', maintenance: false, from: 600, until: null },
  ],
  definitions: [{ alarm: 3, name: 'Link saturated', kpi: 'itf_in_util', at: 700_000, parts: ['condition'] }],
  isCut: false,
};

describe('marks of a timeline', () => {
  it('are bands of silences and of maintenance, and lines of changed definitions', () => {
    expect(plottedMarks(marks, 1_500)).toEqual({
      silences: [{ from: 600, to: 1_500 }],
      maintenance: [{ from: 0, to: 600 }],
      definitions: [700],
    });
  });

  it('are named under the cursor by the step that they overlap', () => {
    const named = (from: number) =>
      silencesOfStep(marks, { from, to: from + 300 }).map(({ reason }) => reason);
    expect([0, 600, 900].map(named)).toEqual([['Works'], ['Known'], ['Known']]);
  });
});
