import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';

/** The parts of the settings of a dashlet, in the order in which a new one is set up. */
export const editorSections = [
  'data',
  'content',
  'filters',
  'breakdown',
  'period',
  'appearance',
  'thresholds',
] as const;
export type EditorSectionName = (typeof editorSections)[number];

const ofSettings: Readonly<Record<string, EditorSectionName>> = {
  filters: 'filters',
  keys: 'breakdown',
  breakdown: 'breakdown',
  conversationMode: 'breakdown',
  period: 'period',
  working: 'period',
  display: 'period',
  thresholds: 'thresholds',
  thresholdLook: 'thresholds',
  promise: 'thresholds',
};

/** The section in which a setting is, by its path; undefined: the title, which is above all of them. */
export function sectionOf(
  path: string,
  { settings }: Pick<Dashlet, 'settings'>,
): EditorSectionName | undefined {
  const [root, field = '', , part] = path.split('.');
  if (root !== 'settings') return undefined;
  if (field === 'series') return part === 'formatting' ? 'thresholds' : 'data';
  return ofSettings[field] ?? ('series' in settings ? 'appearance' : 'content');
}

/** What is open until the user folds it: what a dashlet shows. How it looks comes later. */
const openAtFirst: ReadonlySet<EditorSectionName> = new Set(['data', 'content', 'filters', 'breakdown']);

const KEY = 'dashlet-sections';

type Choices = Readonly<Partial<Record<EditorSectionName, boolean>>>;

function choices(): Choices {
  const chosen: Partial<Record<EditorSectionName, boolean>> = {};
  const given = (readOwned(KEY) ?? '').split(' ');
  for (const name of editorSections) {
    if (given.includes(`${name}:open`)) chosen[name] = true;
    if (given.includes(`${name}:folded`)) chosen[name] = false;
  }
  return chosen;
}

/** Whether the user left a section open, in any dashlet. */
export const isOpenSection = (name: EditorSectionName): boolean => choices()[name] ?? openAtFirst.has(name);

/** Remembers for all dashlets whether a section is open. */
export const rememberSection = (name: EditorSectionName, isOpen: boolean): void =>
  writeOwned(
    KEY,
    Object.entries({ ...choices(), [name]: isOpen })
      .map(([each, open]) => `${each}:${open ? 'open' : 'folded'}`)
      .join(' '),
  );
