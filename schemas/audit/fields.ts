import type { AuditFields } from './field-changes.ts';
import { Secret } from './secret.ts';

type Plain = string | number | boolean | null | Secret;
/** A contract value; nested objects become separate fields. */
interface Nested {
  readonly [name: string]: Plain | readonly (string | number)[] | Nested | undefined;
}

/** Flattens a value into fields by path (`access.version`). */
export function fieldsOf(value: object, prefix = ''): AuditFields {
  return Object.assign(
    {},
    ...Object.entries(value as Nested).map(([name, part]): AuditFields => {
      const field = `${prefix}${name}`;
      if (part === undefined) return {};
      if (part === null || typeof part !== 'object' || part instanceof Secret) return { [field]: part };
      return Array.isArray(part)
        ? { [field]: [...(part as readonly (string | number)[])] }
        : fieldsOf(part, `${field}.`);
    }),
  ) as AuditFields;
}
