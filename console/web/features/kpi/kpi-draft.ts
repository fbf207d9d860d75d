import type { InputFault } from '#schemas/problem/problem.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { formulaProblem } from '#schemas/formula/fault.ts';
import type { NamedCounter } from '#schemas/kpi/definition.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { aggregationLabels, kindPhrases, overLabel } from '#schemas/kpi/label/algebra-labels.ts';
import { algebraFaults, draftFaults, kindOfDraft, overrideFault, type KpiDraft } from '#schemas/kpi/draft.ts';
import { overOf } from '#schemas/kpi/algebra/kind-rules.ts';
import type { Language } from '#web/lib/text.ts';

export const emptyKpi: KpiDraft = {
  key: '',
  en: '',
  fr: '',
  unit: 'scalar',
  element: 'interface',
  aggregation: 'average',
  strategy: 'after spatial and temporal',
  formulas: [{ scope: 'snmp', formula: '' }],
};

/** The fault of a formula that takes the place of that of the library, at its input. */
export function overrideFaults(
  { element, formulas }: Pick<ListedKpi, 'element' | 'formulas'>,
  own: KpiDraft['formulas'][number],
  { counters, language }: { readonly counters: readonly NamedCounter[]; readonly language: Language },
): readonly InputFault[] {
  const library = Object.fromEntries(formulas.map(({ scope, library }) => [scope, library ?? undefined]));
  const fault = overrideFault({ element, formulas: library }, own, counters);
  return fault === undefined ? [] : [inputFaultOf({ path: 'formula', ...formulaProblem(fault) }, language)];
}

/** The draft of an existing KPI. */
export const toKpiDraft = (kpi: ListedKpi): KpiDraft => ({
  key: kpi.key,
  en: kpi.en,
  fr: kpi.fr,
  unit: kpi.unit,
  element: kpi.element,
  kind: kpi.kind,
  aggregation: kpi.aggregation,
  over: kpi.over,
  strategy: kpi.strategy ?? emptyKpi.strategy,
  formulas: kpi.formulas.map(({ scope, formula }) => ({ scope, formula })),
});

/** The draft of a copy, without a key. */
export const copyOf = (kpi: ListedKpi): KpiDraft => ({ ...toKpiDraft(kpi), key: '' });

/** The faults of the formulas, at their inputs. */
const formulaFaults = (
  draft: KpiDraft,
  counters: readonly NamedCounter[],
  language: Language,
): readonly InputFault[] =>
  draftFaults(draft, counters).map(({ index, fault }) =>
    inputFaultOf({ path: `formulas.${String(index)}.formula`, ...formulaProblem(fault) }, language),
  );

/** The aggregations that the kind of a draft does not have, at their inputs. */
function aggregationFaults(
  draft: KpiDraft,
  counters: readonly NamedCounter[],
  language: Language,
): readonly InputFault[] {
  const kind = kindOfDraft(draft, counters);
  const labels = {
    aggregation: aggregationLabels[draft.aggregation],
    over: overLabel(draft.over ?? overOf({ kind }), { kind, isOfAccesses: false }),
  };
  return algebraFaults(draft, kind).map(({ path, code }) => {
    const params = { kpi: kindPhrases[kind][language], aggregation: labels[path][language] };
    return inputFaultOf({ path, code, params }, language);
  });
}

/** The faults of a draft next to those of single fields, at their inputs. */
export const kpiDraftFaults = (
  draft: KpiDraft,
  counters: readonly NamedCounter[],
  language: Language,
): readonly InputFault[] => [
  ...aggregationFaults(draft, counters, language),
  ...formulaFaults(draft, counters, language),
];

/** The word of a list that a value is. */
export const knownWord = <Word extends string>(words: readonly Word[], value: string): Word | undefined =>
  words.find((word) => word === value);

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Whether the names, key and formulas contain every word. */
export function matchesKpi({ key, en, fr, formulas }: ListedKpi, text: string): boolean {
  const searched = plain([key, en, fr, ...formulas.map(({ formula }) => formula)].join(' '));
  return plain(text)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
