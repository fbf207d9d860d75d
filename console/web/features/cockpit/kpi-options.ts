import { elementKinds } from '#schemas/element/kind.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { scopesOf } from '#schemas/cockpit/kpi-source.ts';
import { scopeLabels } from '#schemas/kpi/kpi.ts';
import { kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Language } from '#web/lib/text.ts';
import type { PickerOption } from '#web/ui/picker-option.ts';
import { faultText } from './fault-text.ts';

interface Needs {
  readonly language: Language;
  readonly kindName: (kind: ElementKind) => string;
  readonly unitName: (kpi: KpiKey) => string;
  readonly refused: ReadonlyMap<KpiKey, ProblemCode>;
}

const other: Record<Language, Language> = { en: 'fr', fr: 'en' };

export const sourcesText = (kpi: KpiKey, language: Language): string =>
  scopesOf(kpi)
    .map((scope) => scopeLabels[scope][language])
    .join(' · ');

/** Every KPI by kind of element and name, found by its name in both languages; those that cannot be chosen say why. */
export function kpiOptions({ language, kindName, unitName, refused }: Needs): readonly PickerOption[] {
  const ofKind = (kind: ElementKind) =>
    kpiKeys
      .filter((key) => kpis[key].element === kind)
      .sort((one, two) => kpis[one][language].localeCompare(kpis[two][language], language));
  return elementKinds.flatMap(ofKind).map((key) => {
    const code = refused.get(key);
    return {
      value: key,
      label: kpis[key][language],
      keywords: `${kpis[key][other[language]]} ${key}`,
      right: unitName(key),
      detail: sourcesText(key, language),
      group: kindName(kpis[key].element),
      disabledReason: code && faultText({ code }, language),
    };
  });
}
