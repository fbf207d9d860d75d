import { describe, expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { Evidence } from '#schemas/alerting/alert.ts';
import { anAlarm } from '#tests/fixtures/engine/engine-network.ts';
import { DecidedWindows, LENGTH, routedInventory } from '#tests/fixtures/engine/decided-windows.ts';

const saturation = anAlarm({
  id: 2,
  kpi: 'itf_in_bps',
  operator: '>=',
  threshold: 80,
  severity: 'minor',
  levels: { major: 90, critical: 95 },
});

const play = (values: readonly (number | null)[], change: Partial<AlarmDefinition> = {}): DecidedWindows => {
  const engine = new DecidedWindows([{ ...saturation, ...change }], routedInventory);
  for (const value of values) engine.window(value === null ? {} : { 'itf_in_bps 11': value });
  return engine;
};

/** `<window> <edge> <severity>`, with the former severity of a change. */
const shown = ({ events }: DecidedWindows): readonly string[] =>
  events.map(({ at, edge, severity, cause }) =>
    [at / LENGTH, edge, severity, ...(edge === 'change' ? [`from ${cause}`] : [])].join(' '),
  );

describe('an alarm with several severities', () => {
  it('is one occurrence that becomes more severe and milder again, and clears once', () => {
    expect(shown(play([85, 92, 97, 91, 85, 10]))).toEqual([
      '1 raise minor',
      '2 change major from minor',
      '3 change critical from major',
      '4 change major from critical',
      '5 change minor from major',
      '6 clear minor',
    ]);
  });

  it('is raised with the most severe level that the window reaches, and clears from any', () => {
    expect(shown(play([99, 10]))).toEqual(['1 raise critical', '2 clear critical']);
  });

  it('needs as many outliers of a level as of the first', () => {
    expect(shown(play([97, 85, 97, 85, 85, 85], { outliers: 2, measures: 3 }))).toEqual([
      '2 raise minor',
      '3 change critical from minor',
      '4 change minor from critical',
    ]);
  });

  it('becomes milder only after as many windows below the level as it needs to clear', () => {
    expect(shown(play([97, 85, 97, 85, 85, 85], { clearAfter: 3 }))).toEqual([
      '1 raise critical',
      '6 change minor from critical',
    ]);
  });

  it('has the same severity while a value is missing', () => {
    expect(shown(play([97, null, 85], { noDataMinutes: 60 }))).toEqual([
      '1 raise critical',
      '3 change minor from critical',
    ]);
  });

  it('says with each change the threshold and the outliers of its level, and one start', () => {
    const evidence = play([85, 97], { measures: 2 }).events.map((event) =>
      Evidence.parse(JSON.parse(event.evidence)),
    );
    expect(evidence.map(({ threshold, since }) => [threshold, (since ?? 0) / LENGTH])).toEqual([
      [80, 1],
      [95, 1],
    ]);
    expect(evidence[1]?.windows.map(({ outlier }) => outlier)).toEqual([false, true]);
  });

  it('has own thresholds for being raised; the further levels stay as they are', () => {
    const byElement = new Map([[11, 60]]);
    expect(shown(play([70, 85, 92], { byElement }))).toEqual(['1 raise minor', '3 change major from minor']);
  });

  it('has another severity from the next window on when its levels change, with outliers so far', () => {
    const engine = play([97]).configure([{ ...saturation, levels: { major: 90 } }], routedInventory);
    engine.window({ 'itf_in_bps 11': 97 }).window({ 'itf_in_bps 11': 97 });
    expect(shown(engine)).toEqual(['1 raise critical', '3 change major from critical']);
  });

  it('continues after a restart at any window', () => {
    const values = [85, 92, 97, 91, 85, 97, 10];
    const expected = shown(play(values, { clearAfter: 2 }));
    for (let after = 1; after < values.length; after += 1) {
      const engine = play(values.slice(0, after), { clearAfter: 2 }).restart();
      for (const value of values.slice(after)) engine.window({ 'itf_in_bps 11': value });
      expect(shown(engine)).toEqual(expected);
    }
  });
});
