import { valueSeparators, type IdentityMapping } from '#schemas/settings/identity/mapping.ts';

/** A mapping as one line, so that the audit difference shows added and removed mappings. */
export function mappingLine(mapping: IdentityMapping): string {
  const { type, source, path, expected, target, by, separator } = mapping;
  const parts = [
    `${type} = ${source}.${path}`,
    ...(separator === null ? [] : [`split at "${valueSeparators[separator]}"`]),
    ...(expected === null ? [] : [`"${expected}"`]),
    ...(target === null ? [] : [`→ ${target}`]),
    `(${by})`,
  ];
  return parts.join(' ');
}
