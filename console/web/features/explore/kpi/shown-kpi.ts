import type { DataResult, DataRow, KeyPart } from '#schemas/data/data-result-size.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import { quoted } from '#schemas/explore/filter/token.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import type { Language } from '#web/lib/text.ts';
import { exploreFilter } from '#web/kernel/explore/row-filter.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { placeOfKey } from '../row-places.ts';
import type { ShownResult, ShownRow, ShownValues } from '../shown-result.ts';
import type { ExploreText } from '../texts/en.ts';
import { addsUp, filtersOfKpi, isOfFlows } from './explored-kpi.ts';
import type { KpiReply } from './read-kpi.ts';

export interface KpiWords {
  readonly text: ExploreText;
  readonly language: Language;
}

type Row = Pick<DataRow, 'key' | 'values'> & Partial<Pick<DataRow, 'earlier'>>;

const keyOf = ({ key, others }: Pick<DataRow, 'key' | 'others'>): string =>
  others === true ? 'others' : JSON.stringify(key.map(({ id }) => id));

const rowsByKey = (result: DataResult | undefined): ReadonlyMap<string, DataRow> =>
  new Map(result?.rows.map((row) => [keyOf(row), row]));

const firstOf = (row: Row | undefined): number | null => row?.values[0]?.[0] ?? null;

/** Of the period: the value, the 95th percentile and the maximum. */
function ofPeriod(row: Row | undefined): Pick<ShownValues, 'value' | 'p95' | 'maximum'> {
  const [value = null, p95 = null, maximum = null] = (row?.values ?? []).map(([only = null]) => only);
  return { value, p95, maximum };
}

/** Values of a row from its values of the period, those by steps, and those of the earlier period. */
export const kpiValues = (
  period: Row | undefined,
  steps: Row | undefined,
  earlier: Row | undefined,
): ShownValues => ({
  ...ofPeriod(period),
  sent: null,
  sentSeries: null,
  series: joinedValues(steps?.values[0] ?? []),
  earlier: firstOf(earlier),
  earlierSeries: steps?.earlier?.[0] ?? null,
});

/** A part of the key of a row in words. */
function nameOf({ attribute, id, name, hidden, deleted }: KeyPart, text: ExploreText): string {
  if (hidden === true) return text('hiddenSites');
  if (deleted === true) return name === null ? text('deletedElements') : text('deleted', { name });
  return name ?? text(attribute === 'conversation' && id === 0 ? 'outside' : 'unknown');
}

/** Fields of a filter that name an element by the name that it has in rows. */
const namedFields: Readonly<Partial<Record<GroupAttribute, string>>> = {
  site: 'site',
  device: 'exporter',
  application: 'application',
};

/** The filter of everything but a row: that of one element by its name. */
function withoutRow([part, ...others]: readonly KeyPart[]): string | undefined {
  const field = part && namedFields[part.attribute as GroupAttribute];
  if (part === undefined || field === undefined || others.length > 0) return undefined;
  return part.name === null || part.deleted === true ? undefined : `${field} != ${quoted(part.name)}`;
}

/** A filter that the KPI knows; undefined: it does not. */
const known = (kpi: KpiFacts, filter: string | undefined): string | undefined =>
  filter !== undefined && filtersOfKpi(kpi, filter) !== undefined ? filter : undefined;

/** The unit of a KPI as the server says, which knows overridden formulas. */
const unitOf = (kpi: KpiFacts, { results: { total, rows } }: KpiReply): Unit =>
  (total ?? rows)?.series[0]?.unit ?? kpi.unit;

interface KpiSubject {
  readonly kpi: KpiFacts;
  readonly keys: readonly GroupAttribute[];
  readonly customer: number;
}

/** A KPI of a customer as the explorer shows it. */
export function shownKpi(
  reply: KpiReply,
  { kpi, keys, customer }: KpiSubject,
  { text, language }: KpiWords,
): ShownResult {
  const { results, earlier } = reply;
  const [steps, before] = [rowsByKey(results.rowSteps), rowsByKey(earlier.rows)];
  const valuesOf = (row: DataRow): ShownValues =>
    kpiValues(row, steps.get(keyOf(row)), before.get(keyOf(row)));
  const all = results.rows?.rows ?? [];
  const others = all.find((row) => row.others === true);
  const isTraffic = isOfFlows(kpi);
  const rows = all.flatMap((row): ShownRow[] =>
    row.others === true
      ? []
      : [
          {
            ...valuesOf(row),
            id: keyOf(row),
            names: row.key.map((part) => nameOf(part, text)),
            places: row.key.map((part) => placeOfKey(part, { customer, isOfFlows: isTraffic })),
            only: known(kpi, exploreFilter(row, { sites: [], isOfFlows: isTraffic })),
            without: known(kpi, withoutRow(row.key)),
          },
        ],
  );
  return {
    rows,
    others: others === undefined ? null : valuesOf(others),
    total:
      results.total === undefined
        ? null
        : kpiValues(results.total.rows[0], results.totalSteps?.rows[0], earlier.total?.rows[0]),
    steps: results.totalSteps?.steps ?? [],
    unit: unitOf(kpi, reply),
    dimensions: keys.map((key) => ({ id: key, name: elementKindNames[key][language] })),
    isSum: addsUp(kpi),
    isCompared: results.totalSteps?.earlier !== undefined,
    hasSteps: true,
  };
}
