import type { Profile } from '@node-saml/node-saml';
import { z } from 'zod';

/** A text, or what an element contains (xml2js with `explicitCharkey`). */
const Value = z.union([z.string(), z.object({ _: z.string() })]);

/** The attributes of a validated assertion (SAML core, 2.7.3), in the format of the library. */
const AttributeHolder = z.object({
  Assertion: z.object({
    AttributeStatement: z
      .array(
        z.union([
          z.object({
            Attribute: z
              .array(
                z.object({
                  $: z.object({ Name: z.string() }),
                  AttributeValue: z.array(z.unknown()).default([]),
                }),
              )
              .default([]),
          }),
          // An element without content.
          z.string().transform(() => ({ Attribute: [] })),
        ]),
      )
      .default([]),
  }),
});

function textOf(value: unknown): readonly string[] {
  const read = Value.safeParse(value);
  if (!read.success) return [];
  const text = (typeof read.data === 'string' ? read.data : read.data._).trim();
  return text === '' ? [] : [text];
}

/**
 * Signed attributes by name, with the name ID of the subject as `nameID`. Values of attributes and statements of the same name add up:
 * the library returns the last attribute only, but Keycloak sends one for each group. White space around a value does not belong to it.
 */
export function attributesOf(profile: Profile): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const read = AttributeHolder.safeParse(profile.getAssertion?.());
  const statements = read.success ? read.data.Assertion.AttributeStatement : [];
  for (const { $, AttributeValue } of statements.flatMap(({ Attribute }) => Attribute)) {
    const name = $.Name.trim();
    found.set(name, [...(found.get(name) ?? []), ...AttributeValue.flatMap(textOf)]);
  }
  return found.set('nameID', textOf(profile.nameID));
}
