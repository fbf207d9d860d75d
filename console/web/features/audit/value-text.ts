import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatMoment } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { AuditText } from './texts/en.ts';

interface Words {
  readonly text: AuditText;
  readonly language: Language;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const isPermission = (value: string): value is Permission =>
  (permissionKeys as readonly string[]).includes(value);

const textOf = (value: string, language: Language): string => {
  if (value === '') return '–';
  if (isPermission(value)) return permissionName(value, language);
  return INSTANT.test(value) ? formatMoment(msOf(value), language) : value;
};

/** A value of a change as text. */
export function valueText(value: unknown, words: Words): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return textOf(value, words.language);
  if (typeof value === 'boolean') return words.text(value ? 'yes' : 'no');
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((one) => valueText(one, words)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${valueText(one, words)}`)
      .join(', ');
  return JSON.stringify(value);
}
