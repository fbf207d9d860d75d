import { z } from 'zod';
import { ApplicationAttributes } from './definition.ts';

/** Kinds of attributes, in the order in which forms and files have them. */
export const attributeKinds = [
  'addresses',
  'ports',
  'hostnames',
  'applicationNames',
  'deviceApplications',
  'dscp',
  'protocols',
] as const satisfies readonly (keyof ApplicationAttributes)[];
export type AttributeKind = (typeof attributeKinds)[number];

/** Values of a kind as one text: one a line, or behind commas, semicolons or bars. */
export const splitAttributeValues = (text: string): string[] =>
  text
    .split(/[\n,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const asNumber = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

/** As the contract takes a value: what is no number stays a text, and is refused there. */
export const parseAttributeValue = (kind: AttributeKind, text: string): number | string =>
  kind === 'dscp' || kind === 'protocols' ? asNumber(text) : text;

/** The first value of a kind that is none. */
export const firstInvalidValue = (kind: AttributeKind, text: string): string | undefined =>
  splitAttributeValues(text).find((part) => !ApplicationAttributes.safeParse({ [kind]: [parseAttributeValue(kind, part)] }).success);

/** What a value of each kind is refused with. */
export const attributeProblem = (
  kind: AttributeKind,
): 'APPLICATION_IP_INVALID' | 'APPLICATION_PORT_INVALID' | 'APPLICATION_FORMAT_INVALID' => {
  if (kind === 'addresses') return 'APPLICATION_IP_INVALID';
  return kind === 'ports' ? 'APPLICATION_PORT_INVALID' : 'APPLICATION_FORMAT_INVALID';
};

/** Columns of the file besides attributes. `client`: whom it was written for, by client id. */
export const importColumns = ['name', 'description', 'category', 'client', ...attributeKinds] as const;
export type ImportColumn = (typeof importColumns)[number];

const ImportChange = z.strictObject({
  name: z.string(),
  change: z.enum(['added', 'changed', 'unchanged']),
});

export const ApplicationImport = z.strictObject({
  applied: z.boolean(),
  applications: z.array(ImportChange),
  /** Lines that were written for another client: imported all the same (`RESOURCE_OF_ANOTHER_CLIENT`). */
  ofAnotherClient: z.array(z.strictObject({ line: z.int(), client: z.string() })),
});
export type ApplicationImport = z.infer<typeof ApplicationImport>;
