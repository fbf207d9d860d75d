import { z } from 'zod';
import { ApplicationDraft, type ApplicationEntry } from '#schemas/application/application.ts';
import {
  attributeKinds,
  attributeProblem,
  parseAttributeValue,
  splitAttributeValues,
  firstInvalidValue,
} from '#schemas/application/import.ts';
import type { AttributeKind } from '#schemas/application/import.ts';
import { problemText, type InputFault } from '#schemas/problem/problem.ts';
import type { Language } from '#web/lib/text.ts';

/** The same in every language: how a value of the kind is written. */
export const attributeExamples: Readonly<Record<AttributeKind, string>> = {
  addresses: '10.1.0.0/16\n192.0.2.10-192.0.2.20',
  ports: '443\n5000-5999',
  hostnames: 'www.example.com\n*.example.com',
  applicationNames: 'ms-office-365',
  deviceApplications: '13:453\n20:12356:40568',
  dscp: '46',
  protocols: '6',
};

/** What the form holds: the values of a kind are a text, one a line or behind commas. */
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

/** As the contract takes it; what is no number stays a text, and is refused there. */
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
    ...{ name, description, category, visibility: visibility === 'private' ? 'private' : 'public' },
    ...texts,
  } satisfies ApplicationForm;
}

/** The first value of a kind that is none, in the user's language. */
function faultOf(kind: AttributeKind, text: string, language: Language): InputFault[] {
  const value = firstInvalidValue(kind, text);
  if (value === undefined) return [];
  const code = attributeProblem(kind);
  return [{ path: kind, message: problemText(code, language, { value }), code }];
}

/** What is wrong with the attributes, each at its input; none at all is told at the first. */
export function attributeFaults(form: ApplicationForm, language: Language): readonly InputFault[] {
  if (attributeKinds.every((kind) => splitAttributeValues(form[kind]).length === 0)) {
    const code = 'APPLICATION_ATTRIBUTES_MISSING';
    return [{ path: 'addresses', message: problemText(code, language), code }];
  }
  return attributeKinds.flatMap((kind) => faultOf(kind, form[kind], language));
}

/** The inputs besides the attributes. */
export const ApplicationFormContract = z.preprocess(
  ({ name, description, category }: ApplicationForm) => ({ name, description, category }),
  ApplicationDraft.pick({ name: true, description: true, category: true }),
);

/** What is stored, once there is no fault. */
export const parsedDraft = (form: ApplicationForm): ApplicationDraft => ApplicationDraft.parse(toApplicationDraft(form));

/** Every attribute on one line. */
export const attributesText = ({ attributes }: Pick<ApplicationEntry, 'attributes'>): string =>
  attributeKinds.flatMap((kind) => attributes[kind].map(String)).join(', ');
