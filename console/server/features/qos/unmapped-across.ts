import { STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { UnmappedAcross, UnmappedQuery } from '#schemas/qos/across-routes.ts';
import { dscpName } from '#schemas/qos/dscp.ts';
import { classOf } from '#schemas/qos/rules.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import type { ClassElement } from '../../shared/qos/class-elements.ts';
import type { DscpVolume } from './qos-queries.ts';
import { foundIn, unmappedRow } from './read-mapping.ts';
import type { ModelInForce } from '../../shared/qos/models-in-force.ts';

/** A customer with what is in force for it and what its network has. */
export interface CustomerNetwork {
  readonly id: number;
  readonly name: string;
  readonly model: ModelInForce;
  readonly elements: readonly ClassElement[];
  readonly volumes: readonly DscpVolume[];
}

/** What maps to nothing, once for each customer. */
export function* unmappedOf(customers: readonly CustomerNetwork[]): Steps<readonly UnmappedAcross[]> {
  const rows: UnmappedAcross[] = [];
  for (const { id, name, model, elements, volumes } of customers) {
    const { basis, classes } = model;
    const left = foundIn(elements, volumes).filter((found) => classOf(classes, found.name) === undefined);
    for (const found of left)
      rows.push({
        ...unmappedRow(found),
        customers: 1,
        customer: { id, name, basis },
        apart: basis === 'own' ? 1 : 0,
      });
    yield;
  }
  return rows;
}

const byAmount = (one: UnmappedAcross, other: UnmappedAcross): number =>
  other.elements - one.elements || other.bytes - one.bytes;

/** The same names of several customers as one row, which shows the customer with the most of it. */
export function* groupedByName(rows: readonly UnmappedAcross[]): Steps<readonly UnmappedAcross[]> {
  const grouped = new Map<string, UnmappedAcross>();
  let seen = 0;
  for (const row of rows) {
    const key = JSON.stringify(row.name);
    const known = grouped.get(key);
    if (known === undefined) grouped.set(key, row);
    else {
      const most = byAmount(known, row) <= 0 ? known : row;
      grouped.set(key, {
        ...most,
        elements: known.elements + row.elements,
        bytes: known.bytes + row.bytes,
        flows: known.flows + row.flows,
        customers: known.customers + row.customers,
        apart: known.apart + row.apart,
      });
    }
    seen += 1;
    if (seen % STEP_SIZE === 0) yield;
  }
  return [...grouped.values()];
}

const whatText = ({ name }: UnmappedAcross): string =>
  name.kind === 'dscp' ? `${dscpName(name.dscp)} ${String(name.dscp)}` : name.name;

const searchedText = (row: UnmappedAcross): string =>
  foldForSearch(
    [
      whatText(row),
      row.name.kind === 'class-map' ? row.name.vendor : '',
      row.customer.name,
      ...(row.example === null ? [] : [row.example.device, row.example.key]),
    ].join('\n'),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Ascending by what a column shows. */
const orders: Readonly<
  Record<UnmappedQuery['orderBy'], (one: UnmappedAcross, other: UnmappedAcross) => number>
> = {
  what: (one, other) => compare(foldForSearch(whatText(one)), foldForSearch(whatText(other))),
  customer: (one, other) => compare(foldForSearch(one.customer.name), foldForSearch(other.customer.name)),
  customers: (one, other) => one.customers - other.customers,
  elements: (one, other) => one.elements - other.elements || one.bytes - other.bytes,
  volume: (one, other) => one.bytes - other.bytes,
  flows: (one, other) => one.flows - other.flows,
};

/** The rows that match a query and are on its page. */
export function* pageOfUnmapped(
  rows: readonly UnmappedAcross[],
  { by, q, orderBy, order, from, count }: UnmappedQuery,
): Steps<{ readonly count: number; readonly rows: UnmappedAcross[] }> {
  const words = wordsOf(q);
  const matching =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = searchedText(row);
          return words.every((word) => text.includes(word));
        });
  yield;
  const shown = by === 'name' ? yield* groupedByName(matching) : matching;
  const sign = order === 'ascending' ? 1 : -1;
  const sorted = shown.toSorted(
    (one, other) =>
      sign * orders[orderBy](one, other) ||
      byAmount(one, other) ||
      compare(whatText(one), whatText(other)) ||
      one.customer.id - other.customer.id,
  );
  return { count: sorted.length, rows: sorted.slice(from, from + count) };
}
