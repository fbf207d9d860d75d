import { z } from 'zod';
import { ApplicationAttributes } from './definition.ts';

/** Kinds of attributes in the order of forms and files. */
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

/** Splits the values of a kind: one per line, or separated by commas, semicolons or bars. */
export const splitAttributeValues = (text: string): string[] =>
  text
    .split(/[\n,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const asNumber = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

/** Converts a value for the contract: text that is not a number stays text, which the contract rejects. */
export const parseAttributeValue = (kind: AttributeKind, text: string): number | string =>
  kind === 'dscp' || kind === 'protocols' ? asNumber(text) : text;

/** Returns the first value that is not valid for its kind. */
export const firstInvalidValue = (kind: AttributeKind, text: string): string | undefined =>
  splitAttributeValues(text).find(
    (part) => !ApplicationAttributes.safeParse({ [kind]: [parseAttributeValue(kind, part)] }).success,
  );

/** Problem of an invalid value by kind. */
export const attributeProblem = (
  kind: AttributeKind,
): 'APPLICATION_IP_INVALID' | 'APPLICATION_PORT_INVALID' | 'APPLICATION_FORMAT_INVALID' => {
  if (kind === 'addresses') return 'APPLICATION_IP_INVALID';
  return kind === 'ports' ? 'APPLICATION_PORT_INVALID' : 'APPLICATION_FORMAT_INVALID';
};

/** Columns of the file. `client`: client id of the customer that the file was written for. */
export const importColumns = ['name', 'description', 'category', 'client', ...attributeKinds] as const;
export type ImportColumn = (typeof importColumns)[number];

const ImportChange = z.strictObject({
  name: z.string(),
  change: z.enum(['added', 'changed', 'unchanged']),
});

export const ApplicationImport = z.strictObject({
  applied: z.boolean(),
  applications: z.array(ImportChange),
  /** Lines written for another client: imported with the warning `RESOURCE_OF_ANOTHER_CLIENT`. */
  ofAnotherClient: z.array(z.strictObject({ line: z.int(), client: z.string() })),
});
export type ApplicationImport = z.infer<typeof ApplicationImport>;
