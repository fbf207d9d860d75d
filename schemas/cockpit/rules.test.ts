import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { severities } from '../alerting/severity.ts';
import { Operator } from '../alerting/alert.ts';
import { directoryWith, factsIn, libraryDirectory } from '../kpi/directory.ts';
import { kpiKeys } from '../kpi/library.ts';
import { cockpitLimits } from './cockpit.ts';
import type { AlarmDraft } from './cockpit.ts';
import { hasAlternatives } from './kpi-source.ts';
import { additionRefusal, alarmFaults, cockpitFaults, kpiRefusal, thresholdWarnings } from './rules.ts';
import type { AlarmBeside } from './rules.ts';
import { haveDifferentSources, statedTarget, alarmTargetsOf } from './target.ts';
import { topologyContext } from './topology.ts';

const kpis = libraryDirectory;
const factsOf = (key: string) => factsIn(kpis, key);

const beside = (id: number, change: Partial<AlarmDraft> = {}): AlarmBeside => ({
  id,
  ...anAlarmDraft(change),
});
const faultsOf = (change: Partial<AlarmDraft>, ...alarms: AlarmBeside[]) =>
  alarmFaults(anAlarmDraft(change), { name: 'Lines', alarms, kpis: libraryDirectory }).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('a KPI', () => {
  it('registered on several alternatives cannot be used for an alarm: flows beside collected counters', () => {
    expect([...kpis.values()].filter(hasAlternatives).map(({ key }) => key)).toEqual([
      'app_bytes',
      'app_bps',
    ]);
    expect(faultsOf({ kpi: 'app_bytes' })).toEqual(['kpi COCKPIT_KPI_ALTERNATIVES']);
  });

  it.each(['app_bytes', 'app_bps'] as const)(
    'registered on several alternatives, %s, is used where the alarm says on what',
    (kpi) => {
      for (const target of alarmTargetsOf(factsOf(kpi))) expect(faultsOf({ kpi, target })).toEqual([]);
      expect(alarmTargetsOf(factsOf(kpi))).toContain('application');
      expect(statedTarget(factsOf(kpi), 'application')).toBe('application');
    },
  );

  it('says its own kind of element without a word', () => {
    expect(statedTarget(factsOf('app_flows'), 'application')).toBeUndefined();
    expect(statedTarget(factsOf('app_flows'), 'site')).toBe('site');
    expect(faultsOf({ kpi: 'app_flows', target: 'application' }, beside(7, { kpi: 'app_flows' }))).toEqual([
      'kpi COCKPIT_ALARM_DUPLICATE',
    ]);
  });

  it('on elements that it is not measured on is refused', () => {
    expect(faultsOf({ kpi: 'itf_in_bps', target: 'cluster' })).toEqual(['target COCKPIT_TARGET_IMPOSSIBLE']);
  });

  it.each(['cos_drop', 'sla_rtt', 'tun_latency', 'cpe_sessions', 'site_ctrl'])(
    'of what lies at sites, %s, is decided on areas of them as well, and on no cluster of applications',
    (kpi) => {
      expect(faultsOf({ kpi, target: 'area' })).toEqual([]);
      expect(faultsOf({ kpi, target: 'cluster' })).toEqual(['target COCKPIT_TARGET_IMPOSSIBLE']);
    },
  );

  it('of probes is incompatible with one of lines on the same areas: they come from different sources', () => {
    expect(
      faultsOf({ kpi: 'sla_rtt', target: 'area' }, beside(7, { kpi: 'itf_in_bps', target: 'area' })),
    ).toEqual(['target COCKPIT_SAME_TARGET']);
  });

  it('that administrators defined is decided on areas as one of the library is, and its own kind is not named', () => {
    const own = { ...factsOf('sla_rtt'), key: 'own_jitter' };
    const cockpit = { name: 'Probes', alarms: [], kpis: directoryWith([own]) };
    expect(alarmFaults(anAlarmDraft({ kpi: own.key, target: 'area' }), cockpit)).toEqual([]);
    expect(statedTarget(own, 'probe')).toBeUndefined();
    const alarms = [beside(7, { kpi: own.key })];
    expect(
      alarmFaults(anAlarmDraft({ kpi: own.key, target: 'probe' }), { ...cockpit, alarms }),
    ).toMatchObject([{ field: 'kpi', code: 'COCKPIT_ALARM_DUPLICATE' }]);
  });

  it('of flows is incompatible with one of members on the same areas, and with one of controllers on the same sites', () => {
    expect(
      faultsOf({ kpi: 'app_bytes', target: 'area' }, beside(7, { kpi: 'itf_in_bps', target: 'area' })),
    ).toEqual(['target COCKPIT_SAME_TARGET']);
    expect(
      faultsOf({ kpi: 'itf_in_bps', target: 'area' }, beside(7, { kpi: 'cpe_cpu', target: 'area' })),
    ).toEqual([]);
    expect(faultsOf({ kpi: 'site_ctrl' }, beside(7, { kpi: 'app_flows', target: 'site' }))).toEqual([
      'kpi COCKPIT_SAME_TARGET',
    ]);
    expect(faultsOf({ kpi: 'app_flows', target: 'site' }, beside(7, { kpi: 'itf_in_bps' }))).toEqual([]);
  });

  it('with formulas of several vendors has no alternatives: an element has one of them', () => {
    expect(factsOf('tun_latency').scopes).toEqual(['vmanage', 'nuage', 'fortinet']);
    expect(hasAlternatives(factsOf('tun_latency'))).toBe(false);
  });

  it('from another source than one of the same kind of element is incompatible in a cockpit', () => {
    expect(factsOf('cpe_sessions').scopes).toEqual(['fortinet']);
    expect(kpiRefusal('cpe_sessions', [{ kpi: 'cpe_uptime' }], { kpis })).toBe('COCKPIT_SAME_TARGET');
    expect(kpiRefusal('cpe_sessions', [{ kpi: 'cpe_cpu' }], { kpis })).toBeUndefined();
    expect(kpiRefusal('cpe_sessions', [{ kpi: 'site_ctrl' }], { kpis })).toBeUndefined();
  });

  it('is refused beside another exactly when the other is beside it, and never beside itself', () => {
    const targeted = fc.constantFrom(...kpiKeys).chain((kpi) =>
      fc.record({
        facts: fc.constant(factsOf(kpi)),
        target: fc.constantFrom(undefined, ...alarmTargetsOf(factsOf(kpi))),
      }),
    );
    fc.assert(
      fc.property(targeted, targeted, (one, other) => {
        expect(haveDifferentSources(one, other)).toBe(haveDifferentSources(other, one));
        expect(haveDifferentSources(one, one)).toBe(false);
        if ((one.target ?? one.facts.element) !== (other.target ?? other.facts.element))
          expect(haveDifferentSources(one, other)).toBe(false);
      }),
    );
  });
});

describe('an alarm', () => {
  it('whose fields are right has no faults', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each<[string, Partial<AlarmDraft>, string[]]>([
    ['without a label is refused', { label: '  ' }, ['label REQUIRED']],
    ['with too long a label is refused', { label: 'x'.repeat(121) }, ['label TOO_LONG']],
    [
      'of more outliers than measures is refused',
      { outliers: 6 },
      ['outliers COCKPIT_OUTLIERS_OVER_MEASURES'],
    ],
    ['over no measure is refused', { measures: 0 }, ['measures OUT_OF_RANGE']],
    ['over 33 measures is refused', { measures: 33 }, ['measures OUT_OF_RANGE']],
    ['of half an outlier is refused', { outliers: 1.5 }, ['outliers OUT_OF_RANGE']],
    [
      'with a threshold that is no number is refused',
      { threshold: Number.NaN },
      ['threshold THRESHOLD_INCORRECT'],
    ],
    ['with an infinite threshold is refused', { threshold: -Infinity }, ['threshold THRESHOLD_INCORRECT']],
    [
      'with a threshold beyond exact numbers is refused',
      { threshold: 1e300 },
      ['threshold THRESHOLD_INCORRECT'],
    ],
    ['restricted to nobody is refused', { visibility: 'RESTRICTED' }, ['groups COCKPIT_GROUPS_REQUIRED']],
    ['restricted to a group is taken', { visibility: 'RESTRICTED', groups: [1] }, []],
    ['of all of 32 measures is taken', { outliers: 32, measures: 32 }, []],
  ])('%s', (_, change, expected) => {
    expect(faultsOf(change)).toEqual(expected);
  });

  it('with the same parameters as another one of the cockpit is refused, whatever else it says', () => {
    const twin = { label: 'Another name', snmpTrap: true, enabled: false };
    expect(faultsOf(twin, beside(7))).toEqual(['kpi COCKPIT_ALARM_DUPLICATE']);
    for (const change of [
      { threshold: 91 },
      { operator: '<' },
      { outliers: 2 },
      { measures: 6 },
      { kpi: 'itf_out_util' },
    ] as const)
      expect(faultsOf({ ...twin, ...change }, beside(7))).toEqual([]);
  });

  it('is not another one than itself', () => {
    expect(alarmFaults(anAlarmDraft(), { name: 'Lines', kpis, alarms: [beside(7)] }, 7)).toEqual([]);
  });

  it.each<[string, Partial<AlarmDraft>, boolean]>([
    ['major below critical', { severity: 'major', threshold: 80 }, true],
    ['major at critical', { severity: 'major', threshold: 90 }, false],
    ['major above critical', { severity: 'major', threshold: 95 }, false],
    ['major above critical, over another period', { severity: 'major', threshold: 95, measures: 6 }, true],
    ['major above critical, of another KPI', { severity: 'major', threshold: 95, kpi: 'itf_out_util' }, true],
    ['major the other way round', { severity: 'major', threshold: 95, operator: '<' }, true],
    ['major on equality', { severity: 'major', threshold: 90, operator: '=' }, true],
    ['another critical above', { threshold: 95 }, true],
  ])('has a threshold consistent with a critical one above 90: %s', (_, change, consistent) => {
    expect(faultsOf(change, beside(7))).toEqual(consistent ? [] : ['threshold THRESHOLDS_INVALID']);
  });

  it('on a percentage beyond 0 to 100 is warned of, not refused', () => {
    expect(thresholdWarnings(factsOf('itf_in_util'), 101)).toEqual(['PERCENTAGE_OUT_OF_RANGE']);
    expect(thresholdWarnings(factsOf('itf_in_util'), -1)).toEqual(['PERCENTAGE_OUT_OF_RANGE']);
    expect(thresholdWarnings(factsOf('itf_in_util'), 100)).toEqual([]);
    expect(thresholdWarnings(factsOf('itf_in_bps'), 1e9)).toEqual([]);
    expect(faultsOf({ threshold: 120 })).toEqual([]);
  });
});

describe('a cockpit', () => {
  it('must be named before alarms are added', () => {
    expect(additionRefusal({ name: ' ', alarms: [] })).toEqual({ code: 'COCKPIT_UNNAMED' });
    expect(additionRefusal({ name: 'Lines', alarms: [] })).toBeUndefined();
    expect(cockpitFaults({ name: '', description: '' }, 1)).toEqual([
      { field: 'name', code: 'COCKPIT_UNNAMED' },
    ]);
    expect(cockpitFaults({ name: '', description: '' }, 0)).toEqual([{ field: 'name', code: 'REQUIRED' }]);
  });

  it('holds 200 alarms at most', () => {
    const alarms = Array.from({ length: cockpitLimits.alarmsMax }, (_, id) => beside(id));
    expect(additionRefusal({ name: 'Lines', alarms })).toEqual({
      code: 'COCKPIT_FULL',
      params: { max: 200 },
    });
  });

  const anyAlarm = fc.record({
    kpi: fc.constantFrom(...kpiKeys),
    operator: fc.constantFrom(...Operator.options),
    threshold: fc.integer({ min: 0, max: 4 }),
    severity: fc.constantFrom(...severities),
    outliers: fc.integer({ min: 1, max: 2 }),
    measures: fc.integer({ min: 2, max: 3 }),
  });

  it('filled one by one by the rules holds no two alarms that the rules refuse, in whatever order one looks', () => {
    fc.assert(
      fc.property(fc.array(anyAlarm, { maxLength: 30 }), (wanted) => {
        const alarms: AlarmBeside[] = [];
        for (const [id, change] of wanted.entries())
          if (
            alarmFaults(anAlarmDraft(change), { name: 'Lines', alarms, kpis: libraryDirectory }).length === 0
          )
            alarms.push(beside(id, change));
        for (const { id, ...own } of alarms)
          expect(
            alarmFaults(anAlarmDraft(own), { name: 'Lines', alarms, kpis: libraryDirectory }, id),
          ).toEqual([]);
        const told = alarms.map(({ kpi, operator, threshold, severity, outliers, measures }) =>
          [kpi, operator, threshold, severity, outliers, measures].join(' '),
        );
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });
});

describe('the topology of an alarm', () => {
  const places = [
    { level: 'customer', name: 'Acme' },
    { level: 'site', name: 'Lyon Part-Dieu' },
    { level: 'device', name: 'cpe-lyon-1' },
  ] as const;

  it.each([
    [
      'names the levels that are wanted, nearest first',
      ['site', 'device'],
      '',
      ['cpe-lyon-1', 'Lyon Part-Dieu'],
    ],
    ['names nothing where nothing is wanted', [], '', []],
    ['leaves out places that the filter does not match', ['site', 'customer'], 'LYON', ['Lyon Part-Dieu']],
  ] as const)('%s', (_, levels, filter, expected) => {
    expect(topologyContext({ levels: [...levels], filter }, places).map(({ name }) => name)).toEqual(
      expected,
    );
  });
});
