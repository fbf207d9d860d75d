import { z } from 'zod';

type Schema = z.core.$ZodType;
type Definition = Schema['_zod']['def'] & Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Where zod keeps what a lazy schema leads to, from its first use on: a recursive one leads back to itself. */
const CACHED_INNER = '_cachedInner';

/** Formats of numbers are data types, such as integers. Every other check is a rule. */
const isNumberFormat = (of: object): boolean => 'check' in of && of.check === 'number_format';

function partWithoutRules(name: string, part: unknown): unknown {
  if (isSchema(part)) return withoutInputRules(part);
  if (Array.isArray(part)) return part.map((each: unknown) => partWithoutRules('', each));
  if (name !== 'shape' || typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([field, value]) => [field, partWithoutRules('', value)]),
  );
}

/**
 * The schema without its rules for input: limits, patterns, formats and refinements, and texts are not trimmed. Types, unions and
 * literals stay. What is stored may be older than a rule, or may come from elsewhere: a reply that holds it must not fail.
 */
export function withoutInputRules<S extends Schema>(schema: S): S {
  const def = schema._zod.def as Definition;
  if (def.type === 'string') return z.string() as Schema as S;
  // A type that zod does not know, with its description.
  if (def.type === 'custom') return schema;
  const parts = Object.entries(def)
    .filter(([name]) => name !== 'checks' && name !== CACHED_INNER)
    .map(([name, part]) => [name, partWithoutRules(name, part)] as const);
  const checks = (def.checks ?? []).filter(({ _zod }) => isNumberFormat(_zod.def));
  return z.core.clone(schema, { ...Object.fromEntries(parts), checks } as unknown as S['_zod']['def']);
}
