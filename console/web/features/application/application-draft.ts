import { z } from 'zod';
import { ApplicationDraft, type ApplicationEntry } from '#schemas/application/application.ts';
import {
  attributeKinds,
  attributeProblem,
  parseAttributeValue,
  splitAttributeValues,
  firstInvalidValue,
  type AttributeKind,
} from '#schemas/application/import.ts';
import { problemText, type InputFault } from '#schemas/problem/problem.ts';
import type { Language } from '#web/lib/text.ts';

/** Examples of each kind of attribute, the same in every language. */
export const attributeExamples: Readonly<Record<AttributeKind, string>> = {
  addresses: '10.1.0.0/16\n192.0.2.10-192.0.2.20',
  ports: '443\n5000-5999',
  hostnames: 'www.example.com\n*.example.com',
  applicationNames: 'ms-office-365',
  deviceApplications: '13:453\n20:12356:40568',
  dscp: '46',
  protocols: '6',
};

/** The form keeps the values of a kind as text, one per line or comma-separated. */
export type ApplicationForm = Readonly<
  {
    name: string;
    description: string;
    category: string;
    visibility: 'public' | 'private';
  } & Record<AttributeKind, string>
>;

export const emptyApplication: ApplicationForm = {
  name: '',
  description: '',
  category: '',
  visibility: 'public',
  addresses: '',
  ports: '',
  hostnames: '',
  applicationNames: '',
  deviceApplications: '',
  dscp: '',
  protocols: '',
};

/** The draft in the form of the contract, which rejects a text in place of a number. */
export function toApplicationDraft({ name, description, category, visibility, ...texts }: ApplicationForm) {
  const attributes = Object.fromEntries(
    attributeKinds.map((kind) => {
      const values = splitAttributeValues(texts[kind]);
      return [kind, values.map((value) => parseAttributeValue(kind, value))];
    }),
  );
  return { name, description, category, visibility, attributes };
}

export function toApplicationForm({ name, description, category, visibility, attributes }: ApplicationEntry) {
  const texts = Object.fromEntries(attributeKinds.map((kind) => [kind, attributes[kind].join('\n')]));
  return {
    ...emptyApplication,
    name,
    description,
    category,
    visibility: visibility === 'private' ? 'private' : 'public',
    ...texts,
  } satisfies ApplicationForm;
}

/** The first invalid value of a kind. */
function faultOf(kind: AttributeKind, text: string, language: Language): InputFault[] {
  const value = firstInvalidValue(kind, text);
  if (value === undefined) return [];
  const code = attributeProblem(kind);
  return [{ path: kind, message: problemText(code, language, { value }), code }];
}

/** The faults of the attributes; a form without attributes has its fault at the first input. */
export function attributeFaults(form: ApplicationForm, language: Language): readonly InputFault[] {
  if (attributeKinds.every((kind) => splitAttributeValues(form[kind]).length === 0)) {
    const code = 'APPLICATION_ATTRIBUTES_MISSING';
    return [{ path: 'addresses', message: problemText(code, language), code }];
  }
  return attributeKinds.flatMap((kind) => faultOf(kind, form[kind], language));
}

/** The contract of the inputs other than the attributes. */
export const ApplicationFormContract = z.preprocess(
  ({ name, description, category }: ApplicationForm) => ({ name, description, category }),
  ApplicationDraft.pick({ name: true, description: true, category: true }),
);

/** The stored draft of a valid form. */
export const parsedDraft = (form: ApplicationForm): ApplicationDraft =>
  ApplicationDraft.parse(toApplicationDraft(form));

/** The attributes of a valid form. */
export const draftAttributes = (form: ApplicationForm): ApplicationDraft['attributes'] =>
  ApplicationDraft.shape.attributes.parse(toApplicationDraft(form).attributes);

/** The attributes as one line, for the search. */
export const attributesText = ({ attributes }: Pick<ApplicationEntry, 'attributes'>): string =>
  attributeKinds.flatMap((kind) => attributes[kind].map(String)).join(', ');
