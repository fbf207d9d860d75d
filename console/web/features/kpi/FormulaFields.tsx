import { IconTrash } from '@tabler/icons-react';
import type { KpiDraft } from '#schemas/kpi/draft.ts';
import { scopeLabels, scopes, type CounterScope } from '#schemas/counter/scope.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { FormulaInput, type Counters } from './FormulaInput.tsx';
import { useKpiTexts } from './texts/en.ts';

interface Props {
  readonly form: FormOf<KpiDraft>;
  readonly counters: Counters;
}

interface OneProps extends Props {
  readonly index: number;
  readonly own: KpiDraft['formulas'][number];
}

function FormulaField({ form, counters, index, own: { scope, formula } }: OneProps) {
  const text = useKpiTexts();
  const source = scopeLabels[scope][useLanguage()];
  const { formulas, element } = form.draft;
  const path = `formulas.${String(index)}.formula`;
  return (
    <FormulaInput
      id={path}
      formula={formula}
      scope={scope}
      element={element}
      counters={counters}
      error={form.errorAt(path)}
      onChange={(changed) =>
        form.change({
          formulas: formulas.map((one, at) => (at === index ? { ...one, formula: changed } : one)),
        })
      }
      action={
        formulas.length > 1 && (
          <IconButton
            small
            label={text('removeSource', { source })}
            icon={<IconTrash size={15} />}
            onClick={() => form.change({ formulas: formulas.filter((_, at) => at !== index) })}
          />
        )
      }
    />
  );
}

function AddSource({ form }: Pick<Props, 'form'>) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { formulas } = form.draft;
  const free = scopes.filter((scope) => formulas.every((one) => one.scope !== scope));
  if (free.length === 0) return null;
  return (
    <div>
      <Select
        label={text('addSource')}
        options={free.map((scope) => ({ value: scope, label: scopeLabels[scope][language] }))}
        value={null}
        onChange={(scope) =>
          form.change({ formulas: [...formulas, { scope: scope as CounterScope, formula: '' }] })
        }
      />
    </div>
  );
}

/** One formula per source of the KPI, checked while it is typed. */
export function FormulaFields({ form, counters }: Props) {
  return (
    <>
      {form.draft.formulas.map((own, index) => (
        <FormulaField key={own.scope} form={form} counters={counters} index={index} own={own} />
      ))}
      <AddSource form={form} />
    </>
  );
}
