import type { FieldId } from '#schemas/explore/fields.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import type { FilterTest, FilterTree } from '#schemas/explore/filter/tree.ts';
import { parseValue } from '#schemas/explore/values.ts';

/** Attributes of a custom application as its form has them, values separated by commas. */
type GivenAttributes = Partial<Record<'addresses' | 'ports' | 'protocols' | 'dscp', string>>;

/** Why no custom application matches the flows of a filter. */
export type ApplicationObstacle =
  | { readonly obstacle: 'nothing' | 'faulty' | 'negation' | 'alternatives' }
  | { readonly obstacle: 'field' | 'twice' | 'comparison'; readonly field: FieldId };

/** The attribute that matches the same flows as a field: those of applications match either end. */
const attributeOf: Readonly<Partial<Record<FieldId, keyof GivenAttributes>>> = {
  address: 'addresses',
  port: 'ports',
  protocol: 'protocols',
  dscp: 'dscp',
};

const numbered: readonly FieldId[] = ['protocol', 'dscp'];
const MAX_PORT = 65_535;

/** A protocol or DSCP as its number; other values as they are written. */
function valueOf(field: FieldId, text: string): string {
  const value = numbered.includes(field)
    ? parseValue(field === 'dscp' ? 'dscp' : 'protocol', text)
    : undefined;
  return typeof value === 'number' ? String(value) : text;
}

/** The first and last port that a comparison with a port selects. */
const portRanges: Readonly<
  Partial<Record<FilterTest['operator'], (port: number) => readonly [number, number]>>
> = {
  '<': (port) => [0, port - 1],
  '<=': (port) => [0, port],
  '>': (port) => [port + 1, MAX_PORT],
  '>=': (port) => [port, MAX_PORT],
};

/** The ports that a comparison selects, as a range; undefined: none. */
function portsOf({ operator, values }: FilterTest): string | undefined {
  const [first, last] = portRanges[operator]?.(Number(values[0]?.text)) ?? [1, 0];
  return first > last ? undefined : `${String(first)}-${String(last)}`;
}

/** What a test demands: values of one attribute. */
interface AttributeValues {
  readonly field: FieldId;
  readonly attribute: keyof GivenAttributes;
  readonly values: readonly string[];
}

function valuesOfTest(test: FilterTest): AttributeValues | ApplicationObstacle {
  const { field, operator, values } = test;
  if (operator === '!=' || operator === 'not in' || operator === '!~') return { obstacle: 'negation' };
  const attribute = attributeOf[field];
  if (attribute === undefined) return { obstacle: 'field', field };
  if (operator === '=' || operator === 'in')
    return { field, attribute, values: values.map(({ text }) => valueOf(field, text)) };
  const ports = field === 'port' ? portsOf(test) : undefined;
  return ports === undefined ? { obstacle: 'comparison', field } : { field, attribute, values: [ports] };
}

/** Values of one attribute are alternatives: tests of one field joined by `or` are one list. */
function valuesOfPart(tree: FilterTree): AttributeValues | ApplicationObstacle {
  if (tree.is === 'test') return valuesOfTest(tree);
  if (tree.is === 'not') return { obstacle: 'negation' };
  if (tree.is === 'and') return { obstacle: 'alternatives' };
  const given: AttributeValues[] = [];
  for (const part of tree.parts.map(valuesOfPart)) {
    if ('obstacle' in part) return part;
    given.push(part);
  }
  const [first, ...others] = given;
  if (first === undefined || others.some(({ field }) => field !== first.field))
    return { obstacle: 'alternatives' };
  return { ...first, values: given.flatMap(({ values }) => values) };
}

const partsOfAnd = (tree: FilterTree): readonly FilterTree[] =>
  tree.is === 'and' ? tree.parts.flatMap(partsOfAnd) : [tree];

/** The custom application that matches what a filter matches, or why none does. */
export function applicationOfFilter(filter: string): GivenAttributes | ApplicationObstacle {
  const parsed = parseFlowFilter(filter);
  if (!parsed.ok) return { obstacle: 'faulty' };
  if (parsed.tree === undefined) return { obstacle: 'nothing' };
  const given: GivenAttributes = {};
  for (const part of partsOfAnd(parsed.tree).map(valuesOfPart)) {
    if ('obstacle' in part) return part;
    const { field, attribute, values } = part;
    if (given[attribute] !== undefined) return { obstacle: 'twice', field };
    given[attribute] = values.join(', ');
  }
  return given;
}
