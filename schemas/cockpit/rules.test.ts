import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { severities } from '../alerting/severity.ts';
import { Operator } from '../alerting/alert.ts';
import { directoryWith, factsIn, libraryDirectory } from '../kpi/directory.ts';
import { kpiKeys } from '../kpi/library.ts';
import { cockpitLimits, type AlarmDraft } from './cockpit.ts';
import { hasAlternatives } from './kpi-source.ts';
import {
  additionRejection,
  alarmFaults,
  cockpitFaults,
  kpiRejection,
  thresholdWarnings,
  type OtherAlarm,
} from './rules.ts';
import { haveDifferentSources, statedTarget, alarmTargetsOf } from './target.ts';
import { topologyContext } from './topology.ts';

const kpis = libraryDirectory;
const factsOf = (key: string) => factsIn(kpis, key);

const adjacent = (id: number, change: Partial<AlarmDraft> = {}): OtherAlarm => ({
  id,
  ...anAlarmDraft(change),
});
const faultsOf = (change: Partial<AlarmDraft>, ...alarms: OtherAlarm[]) =>
  alarmFaults(anAlarmDraft(change), { name: 'Lines', alarms, kpis: libraryDirectory }).map(
    ({ field, code }) => `${field} ${code}`,
  );

it.each<[string, Partial<AlarmDraft>, string[]]>([
  ['at their least', { clearAfter: 1, noDataMinutes: 0, acknowledgementMinutes: 0 }, []],
  ['at their most', { clearAfter: 32, noDataMinutes: 720, acknowledgementMinutes: 60 }, []],
  ['below', { clearAfter: 0 }, ['clearAfter OUT_OF_RANGE']],
  [
    'above',
    { noDataMinutes: 721, acknowledgementMinutes: 61 },
    ['noDataMinutes OUT_OF_RANGE', 'acknowledgementMinutes OUT_OF_RANGE'],
  ],
  ['that are no numbers', { clearAfter: Number.NaN }, ['clearAfter OUT_OF_RANGE']],
])('hold times %s their bounds: %o has the faults %j', (_, change, expected) => {
  expect(faultsOf(change)).toEqual(expected);
});

it.each<[string, Partial<AlarmDraft>, string[]]>([
  ['further out and more severe', { levels: { major: 90, critical: 95 } }, []],
  ['of which one is left out', { levels: { critical: 95 } }, []],
  ['in the direction of the operator', { operator: '<', levels: { major: 70, critical: 50 } }, []],
  ['that are equal', { levels: { major: 90, critical: 90 } }, ['levels COCKPIT_LEVELS_ORDER']],
  ['nearer than the first', { levels: { critical: 70 } }, ['levels COCKPIT_LEVELS_ORDER']],
  ['out of order', { levels: { major: 95, critical: 90 } }, ['levels COCKPIT_LEVELS_ORDER']],
  [
    'as severe as the first',
    { severity: 'major', levels: { major: 90 } },
    ['levels COCKPIT_LEVELS_SEVERITY'],
  ],
  ['of equality', { operator: '=', levels: { critical: 95 } }, ['levels COCKPIT_LEVELS_OPERATOR']],
  ['that are no figures', { levels: { critical: Number.NaN } }, ['levels THRESHOLD_INCORRECT']],
])('levels %s: %o have the faults %j', (_, change, expected) => {
  expect(faultsOf({ severity: 'minor', operator: '>=', threshold: 80, ...change })).toEqual(expected);
});

describe('a KPI', () => {
  it('registered on several alternatives, flows and polled counters, cannot be used for an alarm', () => {
    expect([...kpis.values()].filter(hasAlternatives).map(({ key }) => key)).toEqual([
      'app_bytes',
      'app_bps',
    ]);
    expect(faultsOf({ kpi: 'app_bytes' })).toEqual(['kpi COCKPIT_KPI_ALTERNATIVES']);
  });

  it.each(['app_bytes', 'app_bps'] as const)(
    'registered on several alternatives, %s, can be used by an alarm that names its target',
    (kpi) => {
      for (const target of alarmTargetsOf(factsOf(kpi))) expect(faultsOf({ kpi, target })).toEqual([]);
      expect(alarmTargetsOf(factsOf(kpi))).toContain('application');
      expect(statedTarget(factsOf(kpi), 'application')).toBe('application');
    },
  );

  it('does not state its own kind of element', () => {
    expect(statedTarget(factsOf('app_flows'), 'application')).toBeUndefined();
    expect(statedTarget(factsOf('app_flows'), 'site')).toBe('site');
    expect(faultsOf({ kpi: 'app_flows', target: 'application' }, adjacent(7, { kpi: 'app_flows' }))).toEqual([
      'kpi COCKPIT_ALARM_DUPLICATE',
    ]);
  });

  it('is rejected on elements that it does not measure', () => {
    expect(faultsOf({ kpi: 'itf_in_bps', target: 'cluster' })).toEqual(['target COCKPIT_TARGET_IMPOSSIBLE']);
  });

  it.each(['cos_drop', 'sla_rtt', 'tun_latency', 'cpe_sessions', 'site_ctrl'])(
    'of what lies at sites, %s, can also be evaluated on areas, but not on application clusters',
    (kpi) => {
      expect(faultsOf({ kpi, target: 'area' })).toEqual([]);
      expect(faultsOf({ kpi, target: 'cluster' })).toEqual(['target COCKPIT_TARGET_IMPOSSIBLE']);
    },
  );

  it('of probes is incompatible with one of interfaces on the same areas: the sources differ', () => {
    expect(
      faultsOf({ kpi: 'sla_rtt', target: 'area' }, adjacent(7, { kpi: 'itf_in_bps', target: 'area' })),
    ).toEqual(['target COCKPIT_SAME_TARGET']);
  });

  it('defined by administrators is evaluated on areas like a library KPI, without stating its own kind', () => {
    const own = { ...factsOf('sla_rtt'), key: 'own_jitter' };
    const cockpit = { name: 'Probes', alarms: [], kpis: directoryWith([own]) };
    expect(alarmFaults(anAlarmDraft({ kpi: own.key, target: 'area' }), cockpit)).toEqual([]);
    expect(statedTarget(own, 'probe')).toBeUndefined();
    const alarms = [adjacent(7, { kpi: own.key })];
    expect(
      alarmFaults(anAlarmDraft({ kpi: own.key, target: 'probe' }), { ...cockpit, alarms }),
    ).toMatchObject([{ field: 'kpi', code: 'COCKPIT_ALARM_DUPLICATE' }]);
  });

  it('of flows is incompatible with one of members on the same areas, and with one of controllers on the same sites', () => {
    expect(
      faultsOf({ kpi: 'app_bytes', target: 'area' }, adjacent(7, { kpi: 'itf_in_bps', target: 'area' })),
    ).toEqual(['target COCKPIT_SAME_TARGET']);
    expect(
      faultsOf({ kpi: 'itf_in_bps', target: 'area' }, adjacent(7, { kpi: 'cpe_cpu', target: 'area' })),
    ).toEqual([]);
    expect(faultsOf({ kpi: 'site_ctrl' }, adjacent(7, { kpi: 'app_flows', target: 'site' }))).toEqual([
      'kpi COCKPIT_SAME_TARGET',
    ]);
    expect(faultsOf({ kpi: 'app_flows', target: 'site' }, adjacent(7, { kpi: 'itf_in_bps' }))).toEqual([]);
  });

  it('with formulas of several vendors has no alternatives: an element belongs to one vendor', () => {
    expect(factsOf('tun_latency').scopes).toEqual(['snmp', 'vmanage', 'nuage', 'fortinet']);
    expect(hasAlternatives(factsOf('tun_latency'))).toBe(false);
  });

  it('is incompatible in a cockpit with one of the same kind of element from another source', () => {
    expect(factsOf('cpe_sessions').scopes).toEqual(['fortinet']);
    expect(kpiRejection('cpe_sessions', [{ kpi: 'cpe_uptime' }], { kpis })).toBe('COCKPIT_SAME_TARGET');
    expect(kpiRejection('cpe_sessions', [{ kpi: 'cpe_cpu' }], { kpis })).toBeUndefined();
    expect(kpiRejection('cpe_sessions', [{ kpi: 'site_ctrl' }], { kpis })).toBeUndefined();
  });

  it.each(kpiKeys.filter((key) => factsOf(key).onlyAccesses))(
    'that shows WAN accesses only, %s, is rejected at the KPI, whatever the alarm is evaluated on',
    (kpi) => {
      expect(kpiRejection(kpi, [], { kpis })).toBe('COCKPIT_KPI_ACCESSES');
      for (const target of [undefined, 'interface', 'area'] as const)
        expect(faultsOf({ kpi, target })).toEqual(['kpi COCKPIT_KPI_ACCESSES']);
    },
  );

  it('is incompatible symmetrically, and never with itself', () => {
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
  it('with valid fields has no faults', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each<[string, Partial<AlarmDraft>, string[]]>([
    ['without a label is rejected', { label: '  ' }, ['label REQUIRED']],
    ['with too long a label is rejected', { label: 'x'.repeat(121) }, ['label TOO_LONG']],
    [
      'with more outliers than measures is rejected',
      { outliers: 6 },
      ['outliers COCKPIT_OUTLIERS_OVER_MEASURES'],
    ],
    ['over no measure is rejected', { measures: 0 }, ['measures OUT_OF_RANGE']],
    ['over 33 measures is rejected', { measures: 33 }, ['measures OUT_OF_RANGE']],
    ['with half an outlier is rejected', { outliers: 1.5 }, ['outliers OUT_OF_RANGE']],
    [
      'with a threshold that is not a number is rejected',
      { threshold: Number.NaN },
      ['threshold THRESHOLD_INCORRECT'],
    ],
    ['with an infinite threshold is rejected', { threshold: -Infinity }, ['threshold THRESHOLD_INCORRECT']],
    [
      'with a threshold beyond exact numbers is rejected',
      { threshold: 1e300 },
      ['threshold THRESHOLD_INCORRECT'],
    ],
    [
      'restricted without a group is rejected',
      { visibility: 'RESTRICTED' },
      ['groups COCKPIT_GROUPS_REQUIRED'],
    ],
    ['restricted to a group is accepted', { visibility: 'RESTRICTED', groups: [1] }, []],
    ['with all of 32 measures as outliers is accepted', { outliers: 32, measures: 32 }, []],
  ])('%s', (_, change, expected) => {
    expect(faultsOf(change)).toEqual(expected);
  });

  it('with the same parameters as another alarm of the cockpit is rejected, whatever its other fields', () => {
    const twin = { label: 'Another name', snmpTrap: true, enabled: false };
    expect(faultsOf(twin, adjacent(7))).toEqual(['kpi COCKPIT_ALARM_DUPLICATE']);
    for (const change of [
      { threshold: 91 },
      { operator: '<' },
      { outliers: 2 },
      { measures: 6 },
      { kpi: 'itf_out_util' },
    ] as const)
      expect(faultsOf({ ...twin, ...change }, adjacent(7))).toEqual([]);
  });

  it('is not a duplicate of itself', () => {
    expect(alarmFaults(anAlarmDraft(), { name: 'Lines', kpis, alarms: [adjacent(7)] }, 7)).toEqual([]);
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
  ])('is consistent with a critical threshold above 90: %s', (_, change, consistent) => {
    expect(faultsOf(change, adjacent(7))).toEqual(consistent ? [] : ['threshold THRESHOLDS_INVALID']);
  });

  it('with a percentage outside 0 to 100 causes a warning, not a rejection', () => {
    expect(thresholdWarnings(factsOf('itf_in_util'), 101)).toEqual(['PERCENTAGE_OUT_OF_RANGE']);
    expect(thresholdWarnings(factsOf('itf_in_util'), -1)).toEqual(['PERCENTAGE_OUT_OF_RANGE']);
    expect(thresholdWarnings(factsOf('itf_in_util'), 100)).toEqual([]);
    expect(thresholdWarnings(factsOf('itf_in_bps'), 1e9)).toEqual([]);
    expect(faultsOf({ threshold: 120 })).toEqual([]);
  });
});

describe('a cockpit', () => {
  it('needs a name before alarms are added', () => {
    expect(additionRejection({ name: ' ', alarms: [] })).toEqual({ code: 'COCKPIT_UNNAMED' });
    expect(additionRejection({ name: 'Lines', alarms: [] })).toBeUndefined();
    expect(cockpitFaults({ name: '', description: '' }, 1)).toEqual([
      { field: 'name', code: 'COCKPIT_UNNAMED' },
    ]);
    expect(cockpitFaults({ name: '', description: '' }, 0)).toEqual([{ field: 'name', code: 'REQUIRED' }]);
  });

  it('holds at most 200 alarms', () => {
    const alarms = Array.from({ length: cockpitLimits.alarmsMax }, (_, id) => adjacent(id));
    expect(additionRejection({ name: 'Lines', alarms })).toEqual({
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

  it('filled by the rules never holds two alarms that the rules reject, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyAlarm, { maxLength: 30 }), (desired) => {
        const alarms: OtherAlarm[] = [];
        for (const [id, change] of desired.entries())
          if (
            alarmFaults(anAlarmDraft(change), { name: 'Lines', alarms, kpis: libraryDirectory }).length === 0
          )
            alarms.push(adjacent(id, change));
        for (const { id, ...own } of alarms)
          expect(
            alarmFaults(anAlarmDraft(own), { name: 'Lines', alarms, kpis: libraryDirectory }, id),
          ).toEqual([]);
        const parameters = alarms.map(({ kpi, operator, threshold, severity, outliers, measures }) =>
          [kpi, operator, threshold, severity, outliers, measures].join(' '),
        );
        expect(new Set(parameters).size).toBe(parameters.length);
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
    ['contains the selected levels, nearest first', ['site', 'device'], '', ['cpe-lyon-1', 'Lyon Part-Dieu']],
    ['is empty without selected levels', [], '', []],
    ['omits locations that the filter does not match', ['site', 'customer'], 'LYON', ['Lyon Part-Dieu']],
  ] as const)('%s', (_, levels, filter, expected) => {
    expect(topologyContext({ levels: [...levels], filter }, places).map(({ name }) => name)).toEqual(
      expected,
    );
  });
});
