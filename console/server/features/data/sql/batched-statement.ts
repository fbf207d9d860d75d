import type { BatchedRequest } from './batched-request.ts';
import type { StatementPart } from './statement-part.ts';
import { statementOf, type DataStatement, type StatementSource } from './statement.ts';

type ElementPart = Extract<StatementPart, { of: 'elements' }>;
type Columns = Readonly<Record<string, readonly unknown[]>>;

/** Whether a part names its sites, and nothing else than these and its elements differs from the part of another request. */
const isOfSites = (part: StatementPart): part is ElementPart => {
  if (part.of === 'flows') return false;
  const { sites, ranked, parents } = part.values;
  return sites !== undefined && sites.length > 0 && ranked === undefined && parents === undefined;
};

/**
 * What statements have in common that are read together: all but the sites, which each names, and the elements. Undefined: it is read on
 * its own.
 */
export function batchKey({ form, parts, timeZone }: StatementSource): string | undefined {
  if (!parts.every(isOfSites)) return undefined;
  const common = parts.map((part) => {
    // Whether a table is read in the order of time may differ between calls of different seconds.
    const { sites: _sites, elements, recentSince: _recentSince, ...values } = part.values;
    return { ...part, values: { ...values, hasElements: elements !== undefined } };
  });
  return JSON.stringify([form, common, timeZone]);
}

const sitesOf = ({ parts }: StatementSource): readonly (readonly number[])[] =>
  parts.map(({ values: { sites } }) => sites ?? []);

/** Adds a statement to those that are read together, unless one of them has a site of it. */
export class Batch {
  readonly #sources: StatementSource[] = [];
  readonly #sites: Set<number>[] = [];

  get size(): number {
    return this.#sources.length;
  }

  /** Whether it was added. All statements have the same `batchKey`. */
  add(source: StatementSource): boolean {
    const sites = sitesOf(source);
    if (sites.some((ids, part) => ids.some((id) => this.#sites[part]?.has(id)))) return false;
    this.#sources.push(source);
    for (const [part, ids] of sites.entries()) {
      const known = this.#sites[part] ?? new Set();
      for (const id of ids) known.add(id);
      this.#sites[part] = known;
    }
    return true;
  }

  /** One statement for all. */
  statement(): DataStatement {
    const [first] = this.#sources;
    if (first === undefined) throw new Error('a batch has statements');
    return statementOf({ ...first, parts: first.parts.map((part, place) => this.#part(part, place)) });
  }

  #part(part: StatementPart, place: number): StatementPart {
    if (part.of === 'flows') throw new Error('flows are not read in batches');
    const batch = this.#sources.map(({ parts }): BatchedRequest => {
      const own = parts[place];
      if (own?.of !== 'elements') throw new Error('parts of a batch are alike');
      return { sites: own.values.sites ?? [], elements: own.values.elements };
    });
    const elements = part.values.elements && [...new Set(batch.flatMap((each) => each.elements ?? []))];
    return {
      ...part,
      values: { ...part.values, sites: batch.flatMap(({ sites }) => sites), elements, batch },
    };
  }
}

/** The rows of each of `count` statements from those of their batch, which are in the order of the column `request`. */
export function splitColumns({ request = [], ...columns }: Columns, count: number): readonly Columns[] {
  const ends = Array.from({ length: count }, () => 0);
  for (const [row, number] of request.entries()) ends[Number(number)] = row + 1;
  let start = 0;
  return ends.map((end) => {
    const from = start;
    start = Math.max(start, end);
    const named = Object.entries(columns).map(([name, cells]) => [name, cells.slice(from, start)] as const);
    return Object.fromEntries(named);
  });
}
