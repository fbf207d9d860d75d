import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';

interface ShownFlows {
  readonly pair: readonly [number, number];
  readonly applications: readonly number[];
  readonly dscp: readonly number[];
}

const oneOf = (field: string, values: readonly (number | string)[]): string[] =>
  values.length === 0
    ? []
    : [`${field} ${values.length === 1 ? `= ${values.join('')}` : `in (${values.join(', ')})`}`];

const ids = (values: readonly number[]): readonly string[] => values.map((id) => `#${String(id)}`);

/** The filter of the flows between two places of the map, both ways; undefined: the reader does not see one of the sites. */
export function flowsOfPair({ pair, applications, dscp }: ShownFlows): string | undefined {
  if (pair.includes(HIDDEN_SITE)) return undefined;
  const [one, other] = pair;
  const way = (from: number, to: number): string =>
    `source-site = #${String(from)} and destination-site = #${String(to)}`;
  return [
    // Flows within one of the sites are those of no pair.
    one === other ? way(one, one) : `(${way(one, other)} or ${way(other, one)})`,
    ...oneOf('application', ids(applications)),
    ...oneOf('dscp', dscp),
  ].join(' and ');
}
