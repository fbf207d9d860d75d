import { describe, expect, it } from 'vitest';
import { judgeByAlarms, judgeByValue, siteStates, sizesOf } from './site-states.ts';

const sites = ['Lyon', 'Nantes', 'Paris', 'Lille'].map((label, index) => ({
  id: index + 1,
  label,
  active: true,
  values: [label, String(45 + index), index === 3 ? '' : '4.8'],
}));
const result = (values: readonly (number | null)[]) => ({
  rows: values.map((value, index) => ({
    key: [{ attribute: 'site' as const, id: index + 1, name: String(index) }],
    values: [[value]],
  })),
});
const shown = (states: ReturnType<typeof siteStates>) =>
  states.map(({ name, status }) => `${name} ${status}`);

describe('the state of a site', () => {
  it('is its worst running alarm, the worst sites first and of one severity those with more alarms', () => {
    const judge = judgeByAlarms({
      watch: 'watched',
      sites: [
        { site: 2, severity: 'critical', alarms: 1 },
        { site: 4, severity: 'critical', alarms: 3 },
        { site: 3, severity: 'minor', alarms: 9 },
      ],
    });
    expect(shown(siteStates(sites, { judge }))).toEqual([
      'Lille critical',
      'Nantes critical',
      'Paris minor',
      'Lyon ok',
    ]);
  });

  it.each(['no-definition', 'no-element', 'undecided'] as const)(
    'is unknown without an alarm where none would be raised: %s',
    (watch) => {
      const [lyon] = siteStates(sites.slice(0, 1), { judge: judgeByAlarms({ watch, sites: [] }) });
      expect(lyon?.status).toBe('unknown');
    },
  );

  it('is the level of its value, the worst value first, and unknown without one', () => {
    const load = [
      { from: 50, level: 'warning' as const },
      { from: 80, level: 'critical' as const },
    ];
    const states = siteStates(sites, {
      judge: judgeByValue(result([60, 70, null, 10]), load),
      thresholds: load,
    });
    expect(shown(states)).toEqual(['Nantes major', 'Lyon major', 'Paris unknown', 'Lille ok']);
  });

  it('has the lowest value first where low values are bad', () => {
    const availability = [
      { from: 0, level: 'critical' as const },
      { from: 99, level: 'good' as const },
    ];
    const states = siteStates(sites, {
      judge: judgeByValue(result([50, 20, 100, 99.5]), availability),
      thresholds: availability,
    });
    expect(shown(states)).toEqual(['Nantes critical', 'Lyon critical', 'Lille ok', 'Paris ok']);
  });

  it('says nothing without thresholds', () => {
    const states = siteStates(sites, { judge: judgeByValue(result([50, 20, 100, 99.5]), []) });
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['unknown']));
  });

  it('is apart from its size, which the last KPI sets, whatever sets its colour', () => {
    const { rows } = result([60, 70]);
    const both = { rows: rows.map((row, index) => ({ ...row, values: [...row.values, [index * 1_000]] })) };
    const judge = judgeByAlarms({ watch: 'watched', sites: [{ site: 1, severity: 'major', alarms: 1 }] });
    const sizesIn = (states: ReturnType<typeof siteStates>) =>
      states.map(({ name, status, sized }) => `${name} ${status} ${String(sized)}`);
    expect(sizesIn(siteStates(sites.slice(0, 3), { judge, sizeOf: sizesOf(both) }))).toEqual([
      'Lyon major 0',
      'Nantes ok 1000',
      'Paris ok null',
    ]);
    const load = [{ from: 65, level: 'critical' as const }];
    const byValue = { judge: judgeByValue(both, load), thresholds: load, sizeOf: sizesOf(both) };
    expect(sizesIn(siteStates(sites.slice(0, 2), byValue))).toEqual(['Nantes critical 1000', 'Lyon ok 0']);
  });

  it('has a position where its inventory has one', () => {
    const positions = siteStates(sites, { judge: judgeByValue(result([]), []) }).map(
      ({ position }) => position,
    );
    expect(positions[0]).toEqual({ latitude: 45, longitude: 4.8 });
    expect(positions[3]).toBeUndefined();
  });
});
