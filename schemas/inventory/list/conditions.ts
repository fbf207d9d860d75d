import { z } from 'zod';
import { Predicate } from '../../data/element-filter.ts';

const SPECIAL = /[\\:;|]/g;
const escaped = (text: string): string => text.replaceAll(SPECIAL, String.raw`\$&`);
const plainText = (text: string): string => text.replaceAll(/\\(.)/gs, '$1');

/** Splits at a sign that no backslash precedes. */
function split(text: string, sign: string): string[] {
  const parts: string[] = [''];
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (char === sign) {
      parts.push('');
      continue;
    }
    const taken = char === '\\' ? text.slice(index, index + 2) : char;
    parts.push(`${parts.pop() ?? ''}${taken}`);
    index += taken.length - 1;
  }
  return parts;
}

/** Conditions as text: `vendor:equals:Cisco|Juniper;city:exists`. A backslash precedes the signs `\ : ; |` of a name or value. */
export const conditionsText = (conditions: readonly Predicate[]): string =>
  conditions
    .map(({ property, operator, values }) =>
      [escaped(property), operator, ...(values.length > 0 ? [values.map(escaped).join('|')] : [])].join(':'),
    )
    .join(';');

function readCondition(text: string): unknown {
  const [property = '', operator, ...remaining] = split(text, ':');
  // A colon of a value, such as an address of IPv6 has, needs no backslash.
  const values = remaining.length === 0 ? [] : split(remaining.join(':'), '|').map(plainText);
  return { property: plainText(property), operator, values };
}

/** Reads what `conditionsText` writes. */
export const Conditions = z
  .string()
  .max(8_000)
  .transform((text) => (text === '' ? [] : split(text, ';').map(readCondition)))
  .pipe(z.array(Predicate).max(20));
