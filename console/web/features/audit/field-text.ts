import type { AuditText } from './audit-text.ts';
import { fieldsEn } from './texts/fields-en.ts';

type FieldKey = keyof typeof fieldsEn;
const isKnown = (key: string): key is FieldKey => Object.hasOwn(fieldsEn, key);

/** Label of a changed field; inventory elements and headers keep their own name. */
export function fieldText(field: string, text: AuditText): string {
  const key = `field-${field}`;
  return isKnown(key) ? text(key) : field.replace(/^(headers\.|saml header )/, '');
}
