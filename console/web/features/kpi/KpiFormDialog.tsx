import { elementKinds } from '#schemas/element/kind.ts';
import { createKpi, updateKpi, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { KpiDraft } from '#schemas/kpi/draft.ts';
import { strategies } from '#schemas/kpi/kpi.ts';
import { unitLabels, units } from '#schemas/unit/unit.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { type FormOf, useForm } from '#web/kernel/form/use-form.ts';
import { kpiTouches } from '#web/kernel/kpi/kpi-touches.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { AlgebraFields } from './AlgebraFields.tsx';
import { FormulaFields } from './FormulaFields.tsx';
import type { Counters } from './FormulaInput.tsx';
import { knownWord, kpiDraftFaults, toKpiDraft } from './kpi-draft.ts';
import { useKpiTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly kpi: ListedKpi | undefined;
  /** The initial values of a new one. */
  readonly initial: KpiDraft;
  readonly counters: Counters;
  readonly onClose: () => void;
}

type Fields = { readonly form: FormOf<KpiDraft> };

const fieldByCode = { NAME_TAKEN: 'key', FORMULA_INVALID: 'formulas' } as const;
const nested = ['formulas'];

function NameFields({ form, isNew }: Fields & { readonly isNew: boolean }) {
  const text = useKpiTexts();
  const { draft, change } = form;
  return (
    <>
      {isNew && (
        <TextField
          required
          id="key"
          label={text('key')}
          description={text('keyHint')}
          value={draft.key}
          error={form.errorOf('key')}
          autoComplete="off"
          onChange={(key) => change({ key })}
        />
      )}
      <div className="tt-kpi-columns">
        <TextField
          required
          id="en"
          label={text('nameEn')}
          value={draft.en}
          error={form.errorOf('en')}
          autoComplete="off"
          onChange={(en) => change({ en })}
        />
        <TextField
          required
          id="fr"
          label={text('nameFr')}
          value={draft.fr}
          error={form.errorOf('fr')}
          autoComplete="off"
          onChange={(fr) => change({ fr })}
        />
      </div>
    </>
  );
}

function ChoiceFields({ form, counters }: Fields & { readonly counters: Counters }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { draft, change } = form;
  return (
    <div className="tt-kpi-columns">
      <Select
        id="element"
        label={text('element')}
        options={elementKinds.map((kind) => ({ value: kind, label: text(`kind-${kind}`) }))}
        value={draft.element}
        onChange={(kind) => change({ element: knownWord(elementKinds, kind) ?? draft.element })}
      />
      <Select
        id="unit"
        label={text('unit')}
        options={units.map((unit) => ({ value: unit, label: unitLabels[unit][language] }))}
        value={draft.unit}
        onChange={(unit) => change({ unit: knownWord(units, unit) ?? draft.unit })}
      />
      <AlgebraFields form={form} counters={counters} />
      <Select
        id="strategy"
        label={text('strategy')}
        options={strategies.map((one) => ({ value: one, label: text(`when-${one}`) }))}
        value={draft.strategy}
        onChange={(one) => change({ strategy: knownWord(strategies, one) ?? draft.strategy })}
      />
    </div>
  );
}

/** Creates or edits a KPI. */
export function KpiFormDialog({ kpi, initial, counters, onClose }: Props) {
  const text = useKpiTexts();
  const language = useLanguage();
  const form = useForm<KpiDraft>({
    initial: kpi === undefined ? initial : toKpiDraft(kpi),
    contract: KpiDraft,
    check: (draft, of) => kpiDraftFaults(draft, counters, of),
    nested,
    fieldByCode,
    store: (draft) =>
      kpi === undefined
        ? call(createKpi, { body: draft })
        : call(updateKpi, { params: { key: kpi.key }, body: { draft, version: kpi.version ?? 1 } }),
    done: (draft) => text('wasSaved', { name: draft[language] }),
    touches: kpiTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={kpi === undefined ? text('createTitle') : text('editTitle', { name: kpi[language] })}
      form={form}
      disabledReason={useDisabledReason(createKpi)}
      action={text(kpi === undefined ? 'create' : 'save')}
      width={720}
    >
      <NameFields form={form} isNew={kpi === undefined} />
      <ChoiceFields form={form} counters={counters} />
      <FormulaFields form={form} counters={counters} />
    </FormDialog>
  );
}
