import { z } from 'zod';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { dscpText } from '#schemas/qos/dscp.ts';
import { QosClassDraft, type ClassMap, type QosClass, type QosColour } from '#schemas/qos/qos-class.ts';
import { classFaults, type QosName } from '#schemas/qos/rules.ts';
import type { Language } from '#web/lib/text.ts';

/** The form keeps lists as texts, an entry per line or separated by commas. */
export type QosForm = Readonly<{
  name: string;
  description: string;
  colour: QosColour;
  share: number | null;
  dscp: string;
  /** A class map per line; `Cisco: VOICE` is one of a vendor. */
  classMaps: string;
  queues: string;
}>;

export const emptyQosForm: QosForm = {
  name: '',
  description: '',
  colour: 'blue',
  share: null,
  dscp: '',
  classMaps: '',
  queues: '',
};

const entries = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** `Cisco: VOICE`, or the name alone; a name with a colon is written after `*:`. */
function parseClassMap(line: string): ClassMap {
  const [, vendor = '', name = ''] = /^([^:]*):(.*)$/.exec(line) ?? [undefined, '', line];
  return { vendor: vendor.trim() === '*' ? '' : vendor.trim(), name: name.trim() };
}

export function classMapText({ vendor, name }: ClassMap): string {
  if (vendor !== '') return `${vendor}: ${name}`;
  return name.includes(':') ? `*: ${name}` : name;
}

export const toQosForm = ({
  name,
  description,
  colour,
  share,
  dscp,
  classMaps,
  queues,
}: QosClassDraft): QosForm => ({
  name,
  description,
  colour,
  share,
  dscp: dscp.map(dscpText).join(', '),
  classMaps: classMaps.map(classMapText).join('\n'),
  queues: queues.join('\n'),
});

/** The draft in the form of the contract, which checks the names. */
const toDraft = ({ dscp, classMaps, queues, ...remaining }: QosForm) => ({
  ...remaining,
  dscp: entries(dscp),
  classMaps: entries(classMaps).map(parseClassMap),
  queues: entries(queues),
});

export const QosFormContract = z.preprocess((form: QosForm) => toDraft(form), QosClassDraft);

/** The stored draft of a valid form. */
export const parsedQosForm = (form: QosForm): QosClassDraft => QosFormContract.parse(form);

/** Faults within the model, of a form that keeps the contract. */
export function modelFaults(
  form: QosForm,
  others: readonly QosClass[],
  language: Language,
): readonly InputFault[] {
  const parsed = QosFormContract.safeParse(form);
  if (!parsed.success) return [];
  return classFaults(parsed.data, others).map((fault) => inputFaultOf(fault, language));
}

/** The class with a rule that stands for the name alone. */
export function withRule({ id: _id, owner: _owner, ...draft }: QosClass, name: QosName): QosClassDraft {
  if (name.kind === 'dscp') return { ...draft, dscp: [...draft.dscp, name.dscp] };
  if (name.kind === 'queue') return { ...draft, queues: [...draft.queues, name.name] };
  return { ...draft, classMaps: [...draft.classMaps, { vendor: name.vendor, name: name.name }] };
}
