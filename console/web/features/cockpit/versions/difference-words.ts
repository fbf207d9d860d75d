import type { AlarmGroup } from '#schemas/cockpit/group-routes.ts';
import type { AlarmDifference, AlarmPart, CockpitDifference } from '#schemas/cockpit/version.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { useUiTexts } from '#web/ui/texts/en.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { clearingText, conditionText, kpiText, levelsText } from '../rule-sentence.ts';
import type { en as cockpitEn } from '../texts/en.ts';
import type { en } from './texts/en.ts';

/** What the words of a difference are made of. */
export interface DifferenceWords {
  readonly text: Translate<typeof en>;
  readonly cockpitText: Translate<typeof cockpitEn>;
  readonly uiText: ReturnType<typeof useUiTexts>;
  readonly language: Language;
  readonly kpis: KpiDirectory;
  readonly groups: readonly AlarmGroup[];
}

/** A changed alarm, or the cockpit itself, with a line for each change. */
export interface DifferenceBlock {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
}

type ComparedAlarm = NonNullable<AlarmDifference['before']>;

const listed = (words: readonly string[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'unit' }).format(words);

function visibleText({ visibility, groups }: ComparedAlarm, words: DifferenceWords): string {
  if (visibility === 'everyone') return words.cockpitText('everyone');
  const names = groups.map(
    (id) => words.groups.find((group) => group.id === id)?.name ?? words.text('deletedGroup'),
  );
  return listed(names, words.language);
}

function outputText({ topology: { levels, filter } }: ComparedAlarm, words: DifferenceWords): string {
  const names = levels.map((level) => words.cockpitText(`level-${level}`));
  const shown = names.length === 0 ? words.text('none') : listed(names, words.language);
  return filter === '' ? shown : words.text('shown', { levels: shown, filter });
}

const yesOrNo = (value: boolean, { cockpitText }: DifferenceWords): string =>
  cockpitText(value ? 'yes' : 'no');

function boundsText({ customerBounds, kpi }: ComparedAlarm, words: DifferenceWords): string {
  if (customerBounds === undefined) return words.text('none');
  const value = (of: number) => kpiThreshold(factsIn(words.kpis, kpi), of, words.language);
  return words.cockpitText('boundsRange', { min: value(customerBounds.min), max: value(customerBounds.max) });
}

const partTexts: { readonly [Part in AlarmPart]: (alarm: ComparedAlarm, words: DifferenceWords) => string } =
  {
    label: ({ label }) => label,
    kpi: ({ kpi, target }, { kpis, cockpitText, language }) =>
      kpiText({ kpi: factsIn(kpis, kpi), target }, cockpitText, language),
    condition: (alarm, { kpis, cockpitText, language }) =>
      conditionText({ ...alarm, kpi: factsIn(kpis, alarm.kpi) }, cockpitText, language),
    severity: ({ severity }, { uiText }) => uiText(severity),
    levels: (alarm, { kpis, uiText, language, text }) =>
      levelsText({ ...alarm, kpi: factsIn(kpis, alarm.kpi) }, uiText, language) || text('none'),
    clearing: (alarm, { text, cockpitText, language }) =>
      clearingText(alarm, cockpitText, language) || text('none'),
    customerBounds: boundsText,
    topology: outputText,
    runbook: ({ runbook = '' }, { text }) => runbook || text('none'),
    snmpTrap: ({ snmpTrap }, words) => yesOrNo(snmpTrap, words),
    enabled: ({ enabled }, words) => yesOrNo(enabled, words),
    visibility: visibleText,
  };

const partNames = {
  label: 'label',
  kpi: 'kpi',
  condition: 'condition',
  severity: 'severity',
  levels: 'levels',
  clearing: 'clearing',
  customerBounds: 'customerBounds',
  topology: 'output',
  runbook: 'runbook',
  snmpTrap: 'snmpTrap',
  enabled: 'enabled',
  visibility: 'visibleTo',
} as const satisfies Record<AlarmPart, keyof typeof cockpitEn>;

function thresholdLines({ thresholds }: AlarmDifference, kpi: string, words: DifferenceWords): string[] {
  const { text, kpis, language } = words;
  const shown = (value: number | null) =>
    value === null ? '' : kpiThreshold(factsIn(kpis, kpi), value, language);
  return thresholds.map(({ name, before, after }) => {
    if (before === null) return text('thresholdAdded', { name, after: shown(after) });
    if (after === null) return text('thresholdRemoved', { name, before: shown(before) });
    return text('thresholdChanged', { name, before: shown(before), after: shown(after) });
  });
}

const ruleLine = (alarm: ComparedAlarm, words: DifferenceWords): string =>
  words.cockpitText('sentence', {
    severity: partTexts.severity(alarm, words),
    kpi: partTexts.kpi(alarm, words),
    condition: partTexts.condition(alarm, words),
  });

function alarmBlock(difference: AlarmDifference, words: DifferenceWords): readonly DifferenceBlock[] {
  const { before, after, parts } = difference;
  const { text, cockpitText } = words;
  const either = after ?? before;
  if (either === null) return [];
  const id = String(either.id);
  const name = shownBuiltIn('alarm', either.label, words.language);
  const thresholds = thresholdLines(difference, either.kpi, words);
  if (before === null || after === null) {
    const title = text(before === null ? 'added' : 'removed', { name });
    return [{ id, title, lines: [ruleLine(either, words), ...thresholds] }];
  }
  const lines = parts.map((part) =>
    text('changed', {
      what: cockpitText(partNames[part]),
      before: partTexts[part](before, words),
      after: partTexts[part](after, words),
    }),
  );
  return [{ id, title: text('alarm', { name }), lines: [...lines, ...thresholds] }];
}

/** A difference in words: the cockpit itself first, then its alarms. Empty when there is none. */
export function differenceBlocks(
  { name, description, alarms }: CockpitDifference,
  words: DifferenceWords,
): readonly DifferenceBlock[] {
  const { text, cockpitText } = words;
  const line = (what: 'name' | 'description', change: CockpitDifference['name']): readonly string[] =>
    change === undefined
      ? []
      : [
          text('changed', {
            what: cockpitText(what),
            before: change.before || text('none'),
            after: change.after || text('none'),
          }),
        ];
  const own = [...line('name', name), ...line('description', description)];
  return [
    ...(own.length === 0 ? [] : [{ id: 'cockpit', title: text('cockpit'), lines: own }]),
    ...alarms.flatMap((alarm) => alarmBlock(alarm, words)),
  ];
}
