import { describe, expect, it } from 'vitest';
import { DataSeries } from '#schemas/data/data-request.ts';
import type { ResultSeries } from '#schemas/data/data-result-size.ts';
import { factsIn, libraryDirectory, type KpiFacts } from '#schemas/kpi/directory.ts';
import { quantityKinds } from '#schemas/kpi/algebra/quantity.ts';
import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { aggregations, strategies } from '#schemas/kpi/kpi.ts';
import { stepStarts } from '#schemas/time/zoned-steps.ts';
import { provenanceOf, replacementsOf, type Computed } from './provenance.ts';
import { resultMarks } from './result-marks.ts';

const from = Date.parse('2026-01-05T00:00+01:00') / 1_000;
const to = from + 7 * 86_400;
const timeZone = 'Europe/Paris';
const days = {
  from,
  to,
  timeZone,
  display: '1d',
  steps: [...stepStarts({ from, to }, '1d', timeZone)],
} as const;
const hours = { ...days, display: '1h', steps: [...stepStarts({ from, to }, '1h', timeZone)] } as const;
const windows = { ...days, display: '5m', steps: [...stepStarts({ from, to }, '5m', timeZone)] } as const;
const period = { ...days, steps: null } as const;

type Part = Partial<Omit<Computed, 'series'>> & { readonly series?: Partial<ResultSeries> };

function computed(kpi: string, { series, ...part }: Part = {}): Computed {
  const facts = factsIn(libraryDirectory, kpi);
  const { unit, kind, aggregation, over } = facts;
  return {
    series: {
      kpi,
      unit,
      kind,
      aggregation,
      over,
      working: '5m',
      isCoarser: false,
      fromQuantiles: false,
      ...series,
    },
    stated: {},
    facts,
    span: days,
    groups: [],
    businessHours: '24h',
    ...part,
  };
}
const p95 = { aggregation: 'percentile', percentile: 95 } as const;

describe('how values were computed, in a sentence', () => {
  it.each([
    [
      computed('wan_in_bps', { series: { ...p95, accesses: 2 } }),
      '95th percentile of 288 five-minute values per day, both WAN accesses together at each moment, Europe/Paris.',
      '95e centile de 288 valeurs de cinq minutes par jour, les deux accès WAN ensemble à chaque instant, Europe/Paris.',
    ],
    [
      computed('wan_in_bps', { series: { accesses: 3 } }),
      'Volume ÷ time per day, all 3 WAN accesses together, Europe/Paris.',
      'Volume ÷ durée par jour, les 3 accès WAN ensemble, Europe/Paris.',
    ],
    [
      computed('itf_in_util', { series: { ...p95, accesses: 3 } }),
      '95th percentile of 288 five-minute values per day, the worst of 3 WAN accesses at each moment, Europe/Paris.',
      '95e centile de 288 valeurs de cinq minutes par jour, le plus chargé des 3 accès WAN à chaque instant, Europe/Paris.',
    ],
    [
      computed('itf_in_util', { groups: ['site'], series: { accesses: 12 }, span: period }),
      'Average of 2,016 five-minute values over the period, the worst WAN access of each site at each moment, Europe/Paris.',
      'Moyenne de 2\u202F016 valeurs de cinq minutes sur la période, l’accès WAN le plus chargé par site à chaque instant, Europe/Paris.',
    ],
    [
      computed('itf_in_util', { series: { over: 'weighted', accesses: 3 } }),
      'Ratio of the sums per day, all 3 WAN accesses together, Europe/Paris.',
      'Rapport des sommes par jour, les 3 accès WAN ensemble, Europe/Paris.',
    ],
    [
      computed('itf_in_util', {
        groups: ['interface'],
        series: { over: null, aggregation: 'maximum' },
        span: hours,
      }),
      'Highest of 12 five-minute values per hour, each interface separately, Europe/Paris.',
      'Maximum de 12 valeurs de cinq minutes par heure, par interface, Europe/Paris.',
    ],
    [
      computed('wan_in_bps', { groups: ['interface'], series: { over: null, accesses: 3 }, span: windows }),
      'Five-minute values, each WAN access separately, Europe/Paris.',
      'Valeurs de cinq minutes, par accès WAN, Europe/Paris.',
    ],
    [
      computed('cpe_avail', { span: period, businessHours: 'monday-friday' }),
      'Time in the state ÷ time observed over the period, all devices together, Monday to Friday, Europe/Paris.',
      'Temps dans l’état ÷ temps observé sur la période, ensemble des équipements, du lundi au vendredi, Europe/Paris.',
    ],
    [
      computed('cpe_avail', { groups: ['site'], series: { over: 'minimum' } }),
      'Average of 288 five-minute values per day, the worst of all devices of each site at each moment, Europe/Paris.',
      'Moyenne de 288 valeurs de cinq minutes par jour, pire valeur des équipements par site à chaque instant, Europe/Paris.',
    ],
    [
      computed('cpe_cpu', { series: { aggregation: 'maximum date', over: 'average' } }),
      'Time of the highest of 288 five-minute values per day, the plain average of all devices at each moment, Europe/Paris.',
      'Heure du maximum de 288 valeurs de cinq minutes par jour, moyenne simple de l’ensemble des équipements à chaque instant, Europe/Paris.',
    ],
    [
      computed('itf_in_bytes', { groups: ['site'] }),
      'Sum of 288 five-minute values per day, the sum of all interfaces of each site at each moment, Europe/Paris.',
      'Somme de 288 valeurs de cinq minutes par jour, somme des interfaces par site à chaque instant, Europe/Paris.',
    ],
    [
      computed('sla_rtt', { groups: ['probe'], series: { over: null } }),
      'Average weighted by the number of measurements per day, each probe separately, Europe/Paris.',
      'Moyenne pondérée par le nombre de mesures par jour, par sonde, Europe/Paris.',
    ],
    [
      computed('itf_in_bps', { groups: ['interface'], series: { ...p95, over: null, fromQuantiles: true } }),
      '95th percentile of 288 five-minute values per day, estimated from stored quantiles, each interface separately, Europe/Paris.',
      '95e centile de 288 valeurs de cinq minutes par jour, estimé d’après les quantiles stockés, par interface, Europe/Paris.',
    ],
    [
      computed('itf_in_bps', { series: { ...p95, working: '1h', isCoarser: true } }),
      '95th percentile of 24 hourly values per day, as five-minute values are no longer retained, the sum of all interfaces at each moment, Europe/Paris.',
      '95e centile de 24 valeurs horaires par jour, les valeurs de cinq minutes n’étant plus conservées, somme de l’ensemble des interfaces à chaque instant, Europe/Paris.',
    ],
    [
      computed('app_bps', { groups: ['site', 'application'], series: { ...p95, over: null } }),
      '95th percentile of 288 five-minute values per day, all flows of each site and application together, times without flows count as 0, Europe/Paris.',
      '95e centile de 288 valeurs de cinq minutes par jour, ensemble des flux par site et application, un temps sans flux compte pour 0, Europe/Paris.',
    ],
    [
      computed('app_bytes', { groups: ['application'], others: 'Others', series: { over: null } }),
      'Sum of 288 five-minute values per day, all flows of each application together, “Others” is all others together, Europe/Paris.',
      'Somme de 288 valeurs de cinq minutes par jour, ensemble des flux par application, «\u00A0Others\u00A0» regroupe tout le reste, Europe/Paris.',
    ],
    [
      computed('app_bytes', { groups: ['area'], series: { over: null, aggregation: 'last' } }),
      'Last of 288 five-minute values per day, each area separately, Europe/Paris.',
      'Dernière de 288 valeurs de cinq minutes par jour, par zone, Europe/Paris.',
    ],
  ] as const)('%#', (of, english, french) => {
    expect(provenanceOf(of, 'en')).toBe(english);
    expect(provenanceOf(of, 'fr')).toBe(french);
  });

  it.each(quantityKinds)(
    'of a %s has words for each aggregation over time and elements, by each strategy',
    (kind) => {
      const spans = [windows, days, period];
      const overs = [null, ...kindRules[kind].over];
      for (const aggregation of aggregations)
        for (const over of overs)
          for (const strategy of strategies)
            for (const span of spans)
              for (const language of ['en', 'fr'] as const) {
                const facts: KpiFacts = { ...factsIn(libraryDirectory, 'cpe_cpu'), kind, strategy };
                const series = { kind, aggregation, over, percentile: 90 };
                const sentence = provenanceOf(computed('cpe_cpu', { facts, series, span }), language);
                expect(sentence).toMatch(/^\p{Lu}.*Europe\/Paris\.$|^\d.*Europe\/Paris\.$/u);
                expect(sentence).not.toMatch(/\{|undefined|-5m|of-|sums-/);
              }
    },
  );
});

describe('stored aggregations that a kind does not have', () => {
  it.each([
    [
      'itf_in_bps',
      { aggregation: 'sum' },
      ['sum'],
      '“Sum” over time does not exist for a rate: the average is shown.',
      '«\u00A0Somme\u00A0» dans le temps n’existe pas pour un débit. Affiché à la place\u00A0: moyenne.',
    ],
    [
      'itf_in_bps',
      { over: 'average' },
      ['average'],
      '“Average” over elements does not exist for a rate: the sum is shown.',
      '«\u00A0Moyenne\u00A0» entre éléments n’existe pas pour un débit. Affiché à la place\u00A0: somme.',
    ],
    [
      'itf_in_util',
      { over: 'sum' },
      ['sum'],
      '“Sum” over elements does not exist for a ratio: the highest value is shown.',
      '«\u00A0Somme\u00A0» entre éléments n’existe pas pour un ratio. Affiché à la place\u00A0: maximum.',
    ],
  ] as const)('of %s, %j, are named with what is shown', (kpi, part, replaced, english, french) => {
    const stated = DataSeries.parse({ kpi, ...part });
    const of = computed(kpi, { stated, series: { replaced: [...replaced] } });
    expect(replacementsOf(of, 'en')).toEqual([english]);
    expect(replacementsOf(of, 'fr')).toEqual([french]);
  });

  it('are not named where nothing was replaced', () => {
    expect(replacementsOf(computed('itf_in_bps', { stated: { aggregation: 'maximum' } }), 'en')).toEqual([]);
  });
});

describe('the marks of a result', () => {
  const of = (part: Partial<ResultSeries>) => computed('itf_in_bps', { series: part }).series;
  it.each([
    [[of({})], []],
    [[of({ working: '1h' })], []],
    [[of({ working: '1h', isCoarser: true }), of({})], ['mark-1h']],
    [[of({ working: '1d', isCoarser: true }), of({ working: '1h', isCoarser: true })], ['mark-1d']],
    [
      [of({ fromQuantiles: true }), of({ replaced: ['sum'] })],
      ['markQuantiles', 'markReplaced'],
    ],
  ])('%#: say once what values are not', (series, marks) => {
    expect(resultMarks({ series })).toEqual(marks);
  });
});
