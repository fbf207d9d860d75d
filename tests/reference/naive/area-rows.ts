import type { KpiKey } from '#schemas/kpi/library.ts';
import { naiveAccesses } from '../network/network-inventory.ts';
import type { Network } from '../network/network.ts';
import { timeOfWindow } from './aggregate.ts';
import { computedKpi, type NaiveRow } from './measured-rows.ts';
import { ownOver } from './query.ts';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Numerator and denominator of an area in a window, from its members, by the own aggregation over elements of the KPI. */
function partsOf(kpi: KpiKey, members: readonly NaiveRow[]): readonly [number, number] {
  const over = ownOver(kpi);
  const { strategy, kind } = computedKpi(kpi);
  const isBefore = strategy === 'before any aggregation';
  const values = members.map(({ value }) => value);
  const numerators = sumOf(members.map(({ numerator }) => numerator));
  const denominators = members.map(({ denominator }) => denominator);
  if (kind === 'rate' && !isBefore) return [numerators, timeOfWindow(members)];
  if (over === 'maximum') return [Math.max(...values), 1];
  if (over === 'minimum') return [Math.min(...values), 1];
  if (over === 'sum') return [sumOf(values), 1];
  return isBefore ? [sumOf(values), values.length] : [numerators, sumOf(denominators)];
}

/** The measures of areas: in each window of their sites, of WAN accesses alone where the KPI is about these. */
export function areaRows(kpi: KpiKey, rows: readonly NaiveRow[], network: Network): readonly NaiveRow[] {
  const { isOfAccesses = false } = computedKpi(kpi);
  const moves = [0, ...network.devices.flatMap(({ moves }) => (moves === undefined ? [] : [moves.at]))];
  const accesses = new Map(moves.map((at) => [at, naiveAccesses(network, at)]));
  const isMember = ({ element, at }: NaiveRow): boolean =>
    !isOfAccesses || accesses.get(moves.findLast((move) => move <= at)!)!.has(element);
  return network.areas.flatMap(({ id, customer, sites }) => {
    const own = rows.filter((row) => sites.includes(row.site) && isMember(row));
    return [...Map.groupBy(own, ({ at }) => at)].map(([at, members]): NaiveRow => {
      const [numerator, denominator] = partsOf(kpi, members);
      const value = numerator / denominator;
      return { customer, site: 0, device: 0, element: id, at, value, numerator, denominator };
    });
  });
}
