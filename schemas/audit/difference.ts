import type { FieldChange } from './event.ts';

type Json = FieldChange['before'];
type Fields = Readonly<Record<string, Json>>;

const same = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ; what is made has no before, what is deleted no after. Lists are compared as sorted by the caller. */
export function difference(before: Fields | undefined, after: Fields | undefined): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !same(before?.[field], after?.[field]))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
}
