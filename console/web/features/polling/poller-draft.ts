import { z } from 'zod';
import { PollerDefinition, PollerReading } from '#schemas/polling/poller.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';

/** The form: one counter as text, an empty script for none. */
export type PollerForm = Readonly<{
  name: string;
  level: ListedPoller['level'];
  oid: string;
  script: string;
  valueType: ListedPoller['valueType'];
  incremental: boolean;
  defaultValue: number | null;
  counters: string;
  active: boolean;
}>;

export const emptyPoller: PollerForm = {
  name: '',
  level: 'device',
  oid: '',
  script: '',
  valueType: 'gauge',
  incremental: false,
  defaultValue: null,
  counters: '',
  active: true,
};

export const toPollerForm = ({ counters, script, ...poller }: ListedPoller): PollerForm => ({
  name: poller.name,
  level: poller.level,
  oid: poller.oid,
  script: script ?? '',
  valueType: poller.valueType,
  incremental: poller.incremental,
  defaultValue: poller.defaultValue,
  counters: counters[0]?.key ?? '',
  active: poller.active,
});

/** The form of a copy, without a name. A copy of a poller of the product has none of its procedures. */
export const copyOfPoller = (poller: ListedPoller, procedures: readonly string[]): PollerForm => {
  const form = toPollerForm(poller);
  const isOffered = procedures.some((name) => form.script === `procedure(${name})`);
  return { ...form, name: '', script: isOffered ? form.script : '', active: true };
};

/** What is stored. */
export const toPollerDraft = ({ script, counters, ...form }: PollerForm) => ({
  ...form,
  script: script.trim() === '' ? null : script,
  counters: counters.trim() === '' ? [] : [counters],
});

/** What a test on a device needs; undefined while it is invalid. */
export function toReading(form: PollerForm): PollerReading | undefined {
  const { level, oid, script, valueType, defaultValue } = toPollerDraft(form);
  return PollerReading.safeParse({ level, oid, script, valueType, defaultValue }).data;
}

/** The contract of the server, applied to the form. */
export const PollerFormContract = z.preprocess((form: PollerForm) => toPollerDraft(form), PollerDefinition);

/** Whether name, OID, script and counters contain every word. */
export function matchesPoller({ name, oid, script, counters }: ListedPoller, text: string): boolean {
  const searched = foldForSearch([name, oid, script ?? '', ...counters.map(({ key }) => key)].join(' '));
  return wordsOf(text).every((word) => searched.includes(word));
}
