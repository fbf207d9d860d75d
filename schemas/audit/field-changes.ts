import type { FieldChange } from './event.ts';
import { Secret } from './secret.ts';

type Json = FieldChange['before'];
/** Fields recorded in the audit trail, by name. */
export type AuditFields = Readonly<Record<string, Json | Secret>>;

const same = (one: Json | Secret | undefined, other: Json | Secret | undefined): boolean =>
  one instanceof Secret ? one.equals(other) : JSON.stringify(one) === JSON.stringify(other);

const shown = (value: Json | Secret | undefined): Json =>
  value instanceof Secret ? value.toJSON() : (value ?? null);

/**
 * Returns the fields that differ. Without `before` the object was created, without `after` deleted. The caller sorts lists.
 * Secrets appear only as a mask.
 */
export function fieldChangesOf(
  before: AuditFields | undefined,
  after: AuditFields | undefined,
): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !same(before?.[field], after?.[field]))
    .map((field) => ({ field, before: shown(before?.[field]), after: shown(after?.[field]) }));
}
