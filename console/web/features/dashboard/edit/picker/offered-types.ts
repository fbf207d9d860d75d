import { dashletTypes, type DashletType } from '#schemas/dashboard/dashlets.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import type { Language } from '#web/lib/text.ts';

/** Types of dashlets by what they are for. */
export const pickerGroups = {
  time: ['timeline', 'states', 'sparkline', 'hours'],
  compared: ['bar', 'table', 'pie'],
  single: ['figure', 'gauge', 'service'],
  network: ['alarms', 'incidents', 'sites', 'map', 'inventory'],
  content: ['text', 'iframe', 'sdwan'],
} as const satisfies Readonly<Record<string, readonly DashletType[]>>;
export type PickerGroup = keyof typeof pickerGroups;
export const pickerGroupNames = Object.keys(pickerGroups) as PickerGroup[];

interface Needs {
  /** What may be added here. */
  readonly types: readonly DashletType[];
  readonly search: string;
  readonly sentenceOf: (type: DashletType) => string;
  readonly language: Language;
}

/** The types of each group whose name or sentence has every word that is searched, whatever their case and accents. Groups without any are left out. */
export function offeredTypes({ types, search, sentenceOf, language }: Needs) {
  const words = wordsOf(search);
  const isFound = (type: DashletType): boolean => {
    const text = foldForSearch(`${dashletTypes[type][language]} ${sentenceOf(type)}`);
    return types.includes(type) && words.every((word) => text.includes(word));
  };
  return pickerGroupNames.flatMap((group) => {
    const found = pickerGroups[group].filter((type) => isFound(type));
    return found.length === 0 ? [] : [{ group, types: found }];
  });
}
