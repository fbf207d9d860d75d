import { lineAndColumnAt, type SettingFault } from '../settings/setting-fault.ts';
import type { SchedulingTrigger } from './trigger.ts';

/** Variables of subject and message. */
const everywhere = ['schedule', 'report', 'customer', 'period', 'zone', 'date'] as const;
/** Those of a schedule that alarms trigger. */
const ofAlarms = ['alarm', 'site', 'element', 'severity', 'state', 'count'] as const;

export const schedulingVariables = [...everywhere, ...ofAlarms] as const;
export type SchedulingVariable = (typeof schedulingVariables)[number];
export type VariableValues = Readonly<Partial<Record<SchedulingVariable, string>>>;

/** Variables that a schedule with this trigger offers. */
export const schedulingVariablesOf = ({
  kind,
}: Pick<SchedulingTrigger, 'kind'>): readonly SchedulingVariable[] =>
  kind === 'alarm' ? schedulingVariables : everywhere;

/** Braces, and what is between them. */
const PLACE = /\{\{([^{}\n]*)\}\}/g;
const SHOWN = 20;

/** The faults of a text with variables. */
function textFaults(path: string, text: string, known: ReadonlySet<string>): readonly SettingFault[] {
  const unknown = [...text.matchAll(PLACE)].flatMap(({ 1: inside = '', index }): readonly SettingFault[] => {
    const name = inside.trim();
    const params = { name, ...lineAndColumnAt(text, index) };
    return known.has(name) ? [] : [{ path, code: 'WEBHOOK_PLACEHOLDER_UNKNOWN', params }];
  });
  const open = text.replaceAll(PLACE, (place) => ' '.repeat(place.length)).indexOf('{{');
  if (open < 0) return unknown;
  const params = { name: text.slice(open, open + SHOWN), ...lineAndColumnAt(text, open) };
  return [...unknown, { path, code: 'WEBHOOK_PLACEHOLDER_UNCLOSED', params }];
}

interface Texts {
  readonly subject: string;
  readonly message: string;
}

/** The faults of subject and message. */
export function schedulingTextFaults(
  { subject, message }: Texts,
  trigger: Pick<SchedulingTrigger, 'kind'>,
): readonly SettingFault[] {
  const known = new Set<string>(schedulingVariablesOf(trigger));
  return [...textFaults('subject', subject, known), ...textFaults('message', message, known)];
}

/** Fills the variables of a text. One without a value is left out. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(PLACE, (_, inside: string) => values[inside.trim() as SchedulingVariable] ?? '');
