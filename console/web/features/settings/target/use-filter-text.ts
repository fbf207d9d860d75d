import { useMemo } from 'react';
import type { Severity } from '#schemas/alerting/severity.ts';
import { namedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useSettingsTexts } from '../texts/en.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What the targets of a list can be limited to. */
export interface FilterChoices {
  readonly customers: readonly Named[];
  readonly alarms: readonly Named[];
}

export const noChoices: FilterChoices = { customers: [], alarms: [] };

/** What a target is limited to. */
export interface TargetFilter {
  readonly customers: number[];
  readonly severities: Severity[];
  readonly alarms: number[];
}

/** Returns the limits of a target as one line. */
export function useFilterTexts(): (target: TargetFilter, choices: FilterChoices) => string {
  const text = useSettingsTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  return useMemo(() => {
    const named = (ids: readonly number[], list: readonly Named[]) =>
      ids.map((id) => list.find((one) => one.id === id)?.name ?? `#${String(id)}`).join(', ');
    return ({ customers, severities, alarms }, choices) => {
      const parts = [
        named(customers, choices.customers),
        severities.map((severity) => ui(severity)).join(', '),
        named(alarms, namedAlarms(choices.alarms, language)),
      ].filter((part) => part !== '');
      return parts.length === 0 ? text('everyAlarm') : parts.join(' · ');
    };
  }, [text, ui, language]);
}

/** The same for targets of one list. */
export function useFilterText(choices: FilterChoices): (target: TargetFilter) => string {
  const filterText = useFilterTexts();
  return useMemo(() => (target) => filterText(target, choices), [filterText, choices]);
}
