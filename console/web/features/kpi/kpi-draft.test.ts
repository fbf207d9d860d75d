import { describe, expect, it } from 'vitest';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { copyOf, toKpiDraft, kpiDraftFaults, matchesKpi } from './kpi-draft.ts';

const kpi: ListedKpi = {
  key: 'room_temp',
  en: 'Room temperature',
  fr: 'Température de la salle',
  unit: 'scalar',
  element: 'device',
  kind: 'gauge',
  aggregation: 'average',
  over: 'average',
  onlyAccesses: false,
  strategy: 'before any aggregation',
  of: null,
  formulas: [
    {
      scope: 'snmp',
      formula: 'avg(room_temperature) / 10',
      library: null,
      overridden: false,
      version: 0,
      updatedAt: null,
      updatedBy: null,
    },
  ],
  origin: 'defined',
  version: 3,
  updatedAt: null,
  updatedBy: null,
};
const counters = [{ key: 'room_temperature', kind: 'gauge', element: 'device' }] as const;

describe('a draft', () => {
  it('of a KPI has its editable values, and a copy has no key', () => {
    const { of: _, onlyAccesses: _5, origin: _1, version: _2, updatedAt: _3, updatedBy: _4, ...draft } = kpi;
    const formulas = [{ scope: 'snmp', formula: 'avg(room_temperature) / 10' }];
    expect(toKpiDraft(kpi)).toEqual({ ...draft, formulas });
    expect(copyOf(kpi)).toEqual({ ...draft, formulas, key: '' });
  });

  it('has faults at its formulas, in the language of the page', () => {
    expect(kpiDraftFaults(toKpiDraft(kpi), counters, 'en')).toEqual([]);
    expect(kpiDraftFaults(toKpiDraft(kpi), [], 'fr')).toMatchObject([
      {
        path: 'formulas.0.formula',
        message: 'Compteur ou propriété inconnus «\u00A0room_temperature\u00A0» à la colonne 5.',
      },
    ]);
  });
});

describe('the aggregations of a draft', () => {
  const draft = toKpiDraft(kpi);
  it.each([
    [
      { aggregation: 'sum' },
      [['aggregation', '“Sum” has no meaning for a gauge: choose another aggregation.']],
    ],
    [{ over: 'weighted' }, [['over', '“Weighted” has no meaning for a gauge: choose another aggregation.']]],
    [{ kind: 'counter', aggregation: 'sum', over: 'sum' }, []],
    // The kind follows from the unit.
    [
      { kind: undefined, over: undefined, unit: 'bps', aggregation: 'sum' },
      [['aggregation', '“Sum” has no meaning for a rate: choose another aggregation.']],
    ],
  ] as const)('%j has faults at its fields where its kind does not have them', (part, faults) => {
    const found = kpiDraftFaults({ ...draft, ...part }, counters, 'en');
    expect(found.map(({ path, message }) => [path, message])).toEqual(faults);
  });
});

describe('a KPI', () => {
  it.each(['temp', 'temperature salle', 'SALLE', 'room_temperature', ''])('is found by “%s”', (text) => {
    expect(matchesKpi(kpi, text)).toBe(true);
  });

  it('is not found by another word', () => {
    expect(matchesKpi(kpi, 'room humidity')).toBe(false);
  });
});
