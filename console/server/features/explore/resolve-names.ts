import { runCooperatively, STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { isNamedType, type NamedType } from '#schemas/explore/field-type.ts';
import { typeOf } from '#schemas/explore/fields.ts';
import type { FilterNames } from './statement/filter-sql.ts';
import { filterProblem } from '#schemas/explore/filter/fault.ts';
import { testsOf, type FilterTree, type WrittenValue } from '#schemas/explore/filter/tree.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { findApplicationNumbers } from '../../shared/application/find-application-numbers.ts';
import { visibleElements, type InventoryType, type VisibleElement } from './visible-names.ts';

interface ResolveNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
}

interface ResolveScope {
  readonly caller: Caller;
  readonly customers: readonly number[];
  readonly inventory: Inventory;
  readonly classes: readonly QosClass[];
  readonly signal: AbortSignal;
}

/** A name of a filter that has to be resolved. */
interface NamedValue extends WrittenValue {
  readonly type: NamedType;
  readonly isPart: boolean;
}

const SLICE_MS = 5;
const ID = /^#(\d{1,16})$/;

const keyOf = (type: NamedType, text: string, isPart: boolean): string => `${type} ${String(isPart)} ${text}`;

const isOfInventory = (type: NamedType): type is InventoryType => type !== 'application' && type !== 'class';

function namedValues(tree: FilterTree): readonly NamedValue[] {
  return testsOf(tree).flatMap(({ field, operator, values }) => {
    const type = typeOf(field);
    if (!isNamedType(type)) return [];
    return values.map((value) => ({ ...value, type, isPart: operator === '~' || operator === '!~' }));
  });
}

/** Ids of the elements with one of several names: equal ones are looked up, parts are compared with each name. */
function* idsOf(
  elements: readonly VisibleElement[],
  values: readonly NamedValue[],
): Steps<Map<string, number[]>> {
  const byName = new Map<string, number[]>();
  const parts = values.filter(({ isPart }) => isPart).map(({ text }) => foldForSearch(text));
  const byPart = new Map(parts.map((part) => [part, [] as number[]]));
  let compared = 0;
  for (const { id, name, label } of elements) {
    for (const each of new Set([foldForSearch(name), foldForSearch(label)])) {
      const known = byName.get(each);
      if (known === undefined) byName.set(each, [id]);
      else known.push(id);
      for (const [part, ids] of byPart) if (each.includes(part) && ids.at(-1) !== id) ids.push(id);
    }
    compared += 1 + byPart.size;
    if (compared > STEP_SIZE) {
      compared = 0;
      yield;
    }
  }
  return new Map(
    values.map(({ type, text, isPart }) => [
      keyOf(type, text, isPart),
      (isPart ? byPart : byName).get(foldForSearch(text)) ?? [],
    ]),
  );
}

function classesCalled(classes: readonly QosClass[], { text, isPart }: NamedValue): readonly number[] {
  const folded = foldForSearch(text);
  return classes.flatMap(({ id, name }) => {
    const own = foldForSearch(name);
    return (isPart ? own.includes(folded) : own === folded) ? [id] : [];
  });
}

function rejectUnknown({ text, at }: WrittenValue): never {
  const { code, params } = filterProblem({ reason: 'unknown name', at, found: text, expected: [] });
  throw new ProblemError(code, { params });
}

/** An id that the caller does not see, or that does not exist, matches nothing: no name distinguishes them. */
function resolvedIds(value: NamedValue, found: readonly number[] | undefined): readonly number[] {
  const own = ID.exec(value.text)?.[1];
  if (own !== undefined) return [Number(own)];
  if (found === undefined || found.length === 0) rejectUnknown(value);
  return found;
}

/** Resolves the names of a filter among what the caller sees. Throws FILTER_UNKNOWN_NAME. */
export async function resolveNames(
  needs: ResolveNeeds,
  tree: FilterTree | undefined,
  { caller, customers, inventory, classes, signal }: ResolveScope,
): Promise<FilterNames> {
  const values = tree === undefined ? [] : namedValues(tree);
  const ids = new Map<string, readonly number[]>();
  const scope = { caller, customers: new Set(customers) };
  for (const [type, own] of Map.groupBy(values, (value) => value.type)) {
    const named = own.filter(({ text }) => !ID.test(text));
    if (named.length === 0) continue;
    if (isOfInventory(type)) {
      const steps = (function* () {
        return yield* idsOf(yield* visibleElements(type, inventory, scope), named);
      })();
      const found = await runCooperatively(steps, { clock: needs.clock, signal, sliceMs: SLICE_MS });
      for (const [key, each] of found ?? []) ids.set(key, each);
      continue;
    }
    for (const value of named) {
      const { text, isPart } = value;
      const found =
        type === 'class'
          ? classesCalled(classes, value)
          : await findApplicationNumbers(needs, { caller, customers, text, isPart });
      ids.set(keyOf(type, text, isPart), found);
    }
  }
  const resolved = new Map(
    values.map((value) => {
      const key = keyOf(value.type, value.text, value.isPart);
      return [key, resolvedIds(value, ids.get(key))];
    }),
  );
  return (type, text, isPart) => resolved.get(keyOf(type, text, isPart)) ?? [];
}
