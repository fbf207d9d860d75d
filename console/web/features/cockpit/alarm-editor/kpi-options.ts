import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import { scopeLabels } from '#schemas/counter/scope.ts';
import type { KpiDirectory, KpiFacts } from '#schemas/kpi/directory.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Language } from '#web/lib/text.ts';
import type { PickerOption } from '#web/ui/field/picker-option.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';

interface Needs {
  readonly language: Language;
  readonly kindName: (kind: ElementKind) => string;
  readonly kpis: KpiDirectory;
  readonly unitName: (kpi: KpiFacts) => string;
  readonly rejected: ReadonlyMap<string, ProblemCode>;
}

const other: Record<Language, Language> = { en: 'fr', fr: 'en' };

export const sourcesText = ({ scopes }: Pick<KpiFacts, 'scopes'>, language: Language): string =>
  scopes.map((scope) => scopeLabels[scope][language]).join(' · ');

/**
 * The KPIs by kind of element and name, searchable in both languages; the disabled ones give the reason. Alarms are on interfaces, not on the
 * KPIs that show WAN accesses only.
 */
export function kpiOptions({ language, kpis, kindName, unitName, rejected }: Needs): readonly PickerOption[] {
  const ofKind = (kind: ElementKind) =>
    [...kpis.values()]
      .filter(({ element, onlyAccesses }) => element === kind && !onlyAccesses)
      .sort((one, two) => compareNames(one[language], two[language]));
  return elementKinds.flatMap(ofKind).map((kpi) => {
    const code = rejected.get(kpi.key);
    return {
      value: kpi.key,
      label: kpi[language],
      keywords: `${kpi[other[language]]} ${kpi.key}`,
      right: unitName(kpi),
      detail: sourcesText(kpi, language),
      group: kindName(kpi.element),
      disabledReason: code && cockpitFaultText({ code }, language),
    };
  });
}
