import { aggregationLabels, kindLabels, overLabel, overWord } from '#schemas/kpi/label/algebra-labels.ts';
import { kindOfDraft, type KpiDraft } from '#schemas/kpi/draft.ts';
import { quantityKinds, overs } from '#schemas/kpi/algebra/quantity.ts';
import { hasAggregation, kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { aggregations } from '#schemas/kpi/kpi.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import type { Counters } from './FormulaInput.tsx';
import { knownWord } from './kpi-draft.ts';
import { useKpiTexts } from './texts/en.ts';

interface Props {
  readonly form: FormOf<KpiDraft>;
  readonly counters: Counters;
}

/** The kind of a KPI, and its default aggregations: those that the kind has, and a chosen one that it does not have. */
export function AlgebraFields({ form, counters }: Props) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { draft, change } = form;
  const kind = kindOfDraft(draft, counters);
  const inferred = kindOfDraft({ ...draft, kind: undefined }, counters);
  const [ofKind] = kindRules[kind].over;
  const labelOf = (over: (typeof overs)[number]): string =>
    overLabel(over, { kind, isOfAccesses: false })[language];
  const offered = overs.filter((one) => kindRules[kind].over.includes(one) || one === draft.over);
  return (
    <>
      <Select
        id="kind"
        label={text('kind')}
        description={text('kindHint')}
        options={[
          { value: '', label: text('kindAutomatic', { kind: kindLabels[inferred][language] }) },
          ...quantityKinds.map((one) => ({ value: one, label: kindLabels[one][language] })),
        ]}
        value={draft.kind ?? ''}
        error={form.errorOf('kind')}
        onChange={(one) => change({ kind: knownWord(quantityKinds, one) })}
      />
      <Select
        id="aggregation"
        label={text('aggregation')}
        options={aggregations
          .filter((one) => hasAggregation(kind, one) || one === draft.aggregation)
          .map((one) => ({ value: one, label: aggregationLabels[one][language] }))}
        value={draft.aggregation}
        error={form.errorOf('aggregation')}
        onChange={(one) => change({ aggregation: knownWord(aggregations, one) ?? draft.aggregation })}
      />
      <Select
        id="over"
        label={text('over')}
        description={(draft.over ?? ofKind) === 'weighted' ? text('weightedHint') : undefined}
        options={[
          {
            value: '',
            label: text('overDefault', { over: overWord(ofKind, { kind, isOfAccesses: false })[language] }),
          },
          ...offered.map((one) => ({ value: one, label: labelOf(one) })),
        ]}
        value={draft.over ?? ''}
        error={form.errorOf('over')}
        onChange={(one) => change({ over: knownWord(overs, one) })}
      />
    </>
  );
}
