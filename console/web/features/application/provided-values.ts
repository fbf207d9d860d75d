import type { ApplicationEntry, ProvidedValue } from '#schemas/application/application.ts';
import { attributeKinds, type AttributeKind } from '#schemas/application/import.ts';

/** What a customer can set in place of the provider, in the order of the form. */
export type ProvidedField = 'active' | 'category' | 'description' | AttributeKind;

/** A field with the value of the provider and the one in effect, as texts. */
export interface ComparedField {
  readonly field: ProvidedField;
  readonly provided: string;
  readonly effective: string;
  readonly differs: boolean;
}

/** The values of the provider: its own where the customer has not overridden them. */
export const providedOf = ({
  override,
  description,
  category,
  attributes,
  status,
}: ApplicationEntry): ProvidedValue =>
  override?.provided ?? { description, category, attributes, active: status.active };

const textOf = (
  { description, category, attributes, active }: ProvidedValue,
  field: ProvidedField,
  activity: (active: boolean) => string,
): string => {
  if (field === 'active') return activity(active);
  if (field === 'description') return description;
  return field === 'category' ? category : attributes[field].join(', ');
};

/** Fields that have a value on either side. */
export function comparedFields(
  application: ApplicationEntry,
  activity: (active: boolean) => string,
): readonly ComparedField[] {
  const { description, category, attributes, status } = application;
  const inEffect: ProvidedValue = { description, category, attributes, active: status.active };
  const fields: readonly ProvidedField[] = ['active', 'category', 'description', ...attributeKinds];
  return fields.flatMap((field) => {
    const provided = textOf(providedOf(application), field, activity);
    const effective = textOf(inEffect, field, activity);
    if (provided === '' && effective === '') return [];
    return [{ field, provided, effective, differs: provided !== effective }];
  });
}
