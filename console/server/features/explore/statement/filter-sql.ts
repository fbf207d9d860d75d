import type { AddressRange } from '#schemas/application/address-range.ts';
import type { Bind } from '#schemas/kpi/bindings.ts';
import { isNamedType, type FieldType, type NamedType } from '#schemas/explore/field-type.ts';
import { dimension, dimensionSql, dimensionsOfField, type DimensionId } from '#schemas/explore/fields.ts';
import type { KeyBindings } from '#schemas/explore/key-bindings.ts';
import { parseValue } from '#schemas/explore/values.ts';
import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';

/** Ids that a name stands for; `isPart`: names that contain the text. A name that nothing has was rejected before. */
export type FilterNames = (type: NamedType, text: string, isPart: boolean) => readonly (number | string)[];

/** What the SQL of a filter is made with. */
export interface FilterBindings extends KeyBindings {
  readonly bind: Bind;
  readonly names: FilterNames;
}

/** An address as `flows` stores it, IPv4 mapped. */
function storedAddress(family: 4 | 6, value: bigint): string {
  const number = family === 4 ? value + 0xff_ff_00_00_00_00n : value;
  const hex = number.toString(16).padStart(32, '0');
  return Array.from({ length: 8 }, (_, group) => hex.slice(group * 4, group * 4 + 4)).join(':');
}

/** Type of the parameter with the values of a type. */
const storedType = (type: FieldType): string => {
  if (type === 'application') return 'UInt64';
  return type === 'text' || type === 'mac' ? 'String' : 'UInt32';
};

interface ComparedField {
  readonly sql: string;
  readonly type: FieldType;
  readonly max: number | undefined;
}

/** One range is compared directly, which is faster than a list of one. */
function addressSql(sql: string, ranges: readonly AddressRange[], bind: Bind): string {
  const from = ranges.map(({ family, first }) => storedAddress(family, first));
  const to = ranges.map(({ family, last }) => storedAddress(family, last));
  if (ranges.length === 1)
    return `(${sql} >= ${bind('first', 'IPv6', from[0])} AND ${sql} <= ${bind('last', 'IPv6', to[0])})`;
  return `arrayExists((low, high) -> ${sql} >= low AND ${sql} <= high, ${bind('firsts', 'Array(IPv6)', from)}, ${bind('lasts', 'Array(IPv6)', to)})`;
}

/** SQL of a field that contains a text, or flags. */
function partSql({ sql, type }: ComparedField, value: unknown, bind: Bind): string {
  if (type === 'text') return `positionCaseInsensitiveUTF8(${sql}, ${bind('text', 'String', value)}) > 0`;
  const flags = bind('flags', 'UInt16', value);
  return `bitAnd(${sql}, ${flags}) = ${flags}`;
}

const isOrdered = (operator: string): boolean => ['<', '<=', '>', '>='].includes(operator);
const isPartial = (operator: string): boolean => operator === '~' || operator === '!~';

/** SQL of a comparison with values, whose operator is not a negation. */
function positiveSql(
  compared: ComparedField,
  { operator, values }: FilterTest,
  bindings: FilterBindings,
): string {
  const { sql, type, max } = compared;
  const { bind, names } = bindings;
  if (isNamedType(type)) {
    const ids = values.flatMap(({ text }) => names(type, text, isPartial(operator)));
    return `${sql} IN ${bind(type, `Array(${storedType(type)})`, [...new Set(ids)])}`;
  }
  const parsed = values.map(({ text }) => parseValue(type, text, max));
  if (type === 'address' || type === 'subnet') return addressSql(sql, parsed as AddressRange[], bind);
  if (isPartial(operator)) return partSql(compared, parsed[0], bind);
  if (isOrdered(operator)) return `${sql} ${operator} ${bind('limit', 'UInt32', parsed[0])}`;
  const list = bind('values', `Array(${storedType(type)})`, parsed);
  return `${type === 'mac' ? `hex(${sql})` : sql} IN ${list}`;
}

/** The expression of a filter that a dimension is compared by: addresses, not their subnets. */
function comparedOf(id: DimensionId, bindings: FilterBindings): ComparedField {
  const { type, columns, max } = dimension(id);
  return {
    sql: type === 'subnet' ? (columns[0] ?? '') : dimensionSql(id, bindings),
    type,
    max,
  };
}

const isNegation = ({ operator }: FilterTest): boolean => ['!=', '!~', 'not in'].includes(operator);

function testSql(test: FilterTest, bindings: FilterBindings): string {
  const ends = dimensionsOfField(test.field).map((id) =>
    positiveSql(comparedOf(id, bindings), test, bindings),
  );
  const positive = ends.length === 1 ? (ends[0] ?? 'true') : `(${ends.join(' OR ')})`;
  return isNegation(test) ? `NOT (${positive})` : positive;
}

/** SQL of the condition of a filter on `flows` or its rollups; all values are parameters. */
export function filterSql(tree: FilterTree, bindings: FilterBindings): string {
  if (tree.is === 'test') return testSql(tree, bindings);
  if (tree.is === 'not') return `NOT (${filterSql(tree.of, bindings)})`;
  return `(${tree.parts.map((part) => filterSql(part, bindings)).join(tree.is === 'and' ? ' AND ' : ' OR ')})`;
}

/** The sites to which a filter limits flows; undefined: to none in particular. */
export function sitesOfFilter(
  tree: FilterTree | undefined,
  names: FilterNames,
): readonly number[] | undefined {
  if (tree === undefined) return undefined;
  if (tree.is === 'and') {
    const limits = tree.parts.flatMap((part) => {
      const sites = sitesOfFilter(part, names);
      return sites === undefined ? [] : [sites];
    });
    const [first, ...others] = limits;
    return first?.filter((site) => others.every((sites) => sites.includes(site)));
  }
  if (tree.is !== 'test' || tree.field !== 'site' || isNegation(tree)) return undefined;
  return tree.values.flatMap(({ text }) => names('site', text, tree.operator === '~').map(Number));
}
