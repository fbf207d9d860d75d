import type { FieldId } from '#schemas/explore/fields.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';
import { parseValue } from '#schemas/explore/values.ts';

/** Attributes of a custom application as its form has them, values separated by commas. */
type GivenAttributes = Partial<Record<'addresses' | 'ports' | 'protocols' | 'dscp', string>>;

/** The attribute that matches the same flows as a field: those of applications match either end. */
const attributeOf: Readonly<Partial<Record<FieldId, keyof GivenAttributes>>> = {
  address: 'addresses',
  port: 'ports',
  protocol: 'protocols',
  dscp: 'dscp',
};

const numbered: readonly FieldId[] = ['protocol', 'dscp'];

/** A protocol or DSCP as its number; other values as they are written. */
function valueOf(field: FieldId, text: string): string {
  const value = numbered.includes(field)
    ? parseValue(field === 'dscp' ? 'dscp' : 'protocol', text)
    : undefined;
  return typeof value === 'number' ? String(value) : text;
}

const valuesOf = ({ field, values }: FilterTest): string =>
  values.map(({ text }) => valueOf(field, text)).join(', ');

const testsOfAnd = (tree: FilterTree): readonly FilterTree[] =>
  tree.is === 'and' ? tree.parts.flatMap(testsOfAnd) : [tree];

/** The custom application that matches what a filter matches; undefined: none does. */
export function applicationOfFilter(filter: string): GivenAttributes | undefined {
  const parsed = parseFlowFilter(filter);
  if (!parsed.ok || parsed.tree === undefined) return undefined;
  const given: GivenAttributes = {};
  for (const test of testsOfAnd(parsed.tree)) {
    if (test.is !== 'test' || (test.operator !== '=' && test.operator !== 'in')) return undefined;
    const attribute = attributeOf[test.field];
    // Values of one attribute are alternatives.
    if (attribute === undefined || given[attribute] !== undefined) return undefined;
    given[attribute] = valuesOf(test);
  }
  return given;
}
