import {
  editableAttributes,
  type AttributeChange,
  type AttributeName,
} from '#schemas/inventory/change/attributes.ts';
import { bandwidthReadings } from '#schemas/inventory/bandwidth.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { numberReadings } from '#schemas/unit/number-readings.ts';

/** Typed values of attributes. */
export type AttributeDraft = Readonly<Partial<Record<AttributeName, string>>>;

const numbers: ReadonlySet<AttributeName> = new Set<AttributeName>([
  'latitude',
  'longitude',
  'bandwidthIn',
  'bandwidthOut',
]);
export const isNumberAttribute = (name: AttributeName): boolean => numbers.has(name);

/** Values, separated by commas or lines. */
export const splitTexts = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** Attributes in the order of their fields. For one element, its tags are one field. */
export const editedAttributes = (kind: InventoryKind, isOne: boolean): readonly AttributeName[] =>
  editableAttributes[kind].filter((name) => !isOne || name !== 'removeTags');

/** What an element has. */
export const draftOf = ({ kind, properties }: InventoryElement): AttributeDraft =>
  Object.fromEntries(
    editedAttributes(kind, true).map((name) => [name, properties[name === 'addTags' ? 'tags' : name] ?? '']),
  );

/** A text that is no bandwidth, or can be two, is rejected at its field. */
function bandwidthOf(text: string): number | string | null {
  if (text === '') return null;
  const [only, ...others] = bandwidthReadings(text);
  return only === undefined || others.length > 0 ? text : only;
}

function valueOf(name: AttributeName, text: string): unknown {
  if (name.startsWith('bandwidth')) return bandwidthOf(text);
  if (isNumberAttribute(name)) return text === '' ? undefined : (numberReadings(text)[0] ?? text);
  if (name === 'infrastructure') return text === '' ? null : text;
  return name === 'networks' || name.endsWith('Tags') ? splitTexts(text) : text;
}

/** The change that these attributes make. `before`: of one element; what equals it does not change. */
export function changeOf(draft: AttributeDraft, before?: AttributeDraft): AttributeChange {
  const given = Object.entries(draft) as [AttributeName, string][];
  const differing = given.filter(([name, text]) => text !== (before?.[name] ?? (before ? '' : undefined)));
  const change = Object.fromEntries(
    differing.map(([name, text]) => [name, valueOf(name, text)]),
  ) as AttributeChange;
  if (before === undefined || change.addTags === undefined) return change;
  const [had, desired] = [splitTexts(before.addTags ?? ''), change.addTags];
  const removeTags = had.filter((tag) => !desired.includes(tag));
  const addTags = desired.filter((tag) => !had.includes(tag));
  return { ...change, addTags, removeTags };
}
