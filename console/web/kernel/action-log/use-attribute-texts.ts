import type { FieldChange } from '#schemas/audit/event.ts';
import { infrastructures } from '#schemas/inventory/list/infrastructure.ts';
import { infrastructureNames } from '#schemas/inventory/list/infrastructure-names.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { en, useActionTexts } from './texts/en.ts';

type Value = FieldChange['before'];

type Named = Extract<keyof typeof en, `attribute_${string}`>;
const isNamed = (key: string): key is Named => key in en;

const isEmpty = (value: Value): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const wordOf = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));
const plainText = (value: Value): string =>
  Array.isArray(value) ? value.map(wordOf).join(', ') : wordOf(value);

/** An import records what its file says, as text. */
const speedText = (value: Value, language: Language): string | undefined =>
  typeof value === 'number' || typeof value === 'string'
    ? formatTyped(Number(value), 'bps', language)
    : undefined;

/** Names and values of attributes in the language of the user. */
export function useAttributeTexts() {
  const text = useActionTexts();
  const language = useLanguage();
  const nameOf = (field: string): string => {
    const key = `attribute_${field}`;
    return isNamed(key) ? text(key) : field;
  };
  const byField: Readonly<Record<string, (value: Value) => string | undefined>> = {
    active: (value) => text(value === true ? 'collected' : 'notCollected'),
    bandwidthIn: (value) => speedText(value, language),
    bandwidthOut: (value) => speedText(value, language),
    infrastructure(value) {
      const type = infrastructures.find((each) => each === value);
      return type && infrastructureNames[type][language];
    },
  };
  const valueOf = (field: string, value: Value): string =>
    isEmpty(value) ? text('empty') : (byField[field]?.(value) ?? plainText(value));
  return { nameOf, valueOf };
}
