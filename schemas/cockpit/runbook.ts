import { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';

export const RUNBOOK_MAX = 1_000;

/** What to do when the alarm is raised: the address of a page, or lines of text. */
export const Runbook = z
  .string()
  .trim()
  .max(RUNBOOK_MAX)
  .regex(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u, 'CONTROL_CHARACTER');

/** Placeholders of a runbook, as of webhooks and mails: `{{site.name}}`. */
export const runbookPlaceholders = [
  'customer.name',
  'site.name',
  'device.name',
  'element.name',
  'alert.id',
  'alert.name',
  'alert.severity',
  'kpi.name',
] as const;
type RunbookPlaceholder = (typeof runbookPlaceholders)[number];
export type RunbookValues = Readonly<Record<RunbookPlaceholder, string>>;

/** A runbook as it is shown: with an address it is a link. */
export const ShownRunbook = z.strictObject({ text: z.string(), url: z.string().nullable() });
export type ShownRunbook = z.infer<typeof ShownRunbook>;

const PLACEHOLDER = /\{\{\s*([^{}\n]*?)\s*\}\}/g;
const isKnown = (name: string): name is RunbookPlaceholder =>
  runbookPlaceholders.some((known) => known === name);
/** One word that begins as an address of the web. */
const isAddress = (text: string): boolean => /^https?:\/\/\S*$/i.test(text.replaceAll(PLACEHOLDER, 'x'));

const fill = (text: string, valueOf: (name: RunbookPlaceholder) => string): string =>
  text.replaceAll(PLACEHOLDER, (full, name: string) => (isKnown(name) ? valueOf(name) : full));

interface RunbookRejection {
  readonly code: ProblemCode;
  readonly params?: TextParameters;
}

/** Why a runbook cannot be saved: a placeholder that does not exist, or an address whose host is not fixed. */
export function runbookRejection(text: string): RunbookRejection | undefined {
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, name = '']) => !isKnown(name));
  if (unknown !== undefined) return { code: 'RUNBOOK_PLACEHOLDER_UNKNOWN', params: { name: unknown[0] } };
  if (!isAddress(text)) return undefined;
  const isFixed = /^https?:\/\/[^/?#{}\\@]+(?:[/?#]|$)/i.test(text);
  return isFixed && URL.canParse(fill(text, () => 'x')) ? undefined : { code: 'RUNBOOK_INVALID' };
}

/** The runbook of an alarm on an element. In an address the values are percent-encoded. Undefined without one. */
export function shownRunbook(text: string, values: RunbookValues): ShownRunbook | undefined {
  if (text === '') return undefined;
  if (!isAddress(text) || runbookRejection(text) !== undefined)
    return { text: fill(text, (name) => values[name]), url: null };
  const url = fill(text, (name) => encodeURIComponent(values[name]));
  return { text: url, url };
}
