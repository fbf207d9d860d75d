import { useRef } from 'react';
import { IconTrash } from '@tabler/icons-react';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import type { listKpis } from '#schemas/kpi/definition-routes.ts';
import type { KpiDraft } from '#schemas/kpi/draft.ts';
import { scopeLabels, scopes } from '#schemas/kpi/kpi.ts';
import type { CounterScope } from '#schemas/kpi/kpi.ts';
import type { z } from 'zod';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { FormulaCheck } from './FormulaCheck.tsx';
import { useKpiTexts } from './use-kpi-texts.ts';

export type Counters = z.output<typeof listKpis.reply>['counters'];
type Formula = ListedKpi['formulas'][number];

interface Props {
  readonly form: FormOf<KpiDraft>;
  readonly counters: Counters;
}

interface OneProps extends Props {
  readonly index: number;
  readonly own: Formula;
}

/** Counters of a source, inserted at the cursor. */
function CounterChoice({
  form,
  counters,
  own,
  onInsert,
}: OneProps & { readonly onInsert: (key: string) => void }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const options = counters
    .filter(({ element, scope }) => element === form.draft.element && scope === own.scope)
    .map(({ key, kind }) => ({ value: key, label: `${key} · ${kind}` }));
  const source = scopeLabels[own.scope][language];
  if (options.length === 0) return <p className="tt-muted">{text('insertNone', { source })}</p>;
  return (
    <Select
      label={text('insert')}
      options={options}
      value={null}
      searchable
      nothingFound={text('nothingFound')}
      onChange={onInsert}
    />
  );
}

function FormulaField(props: OneProps) {
  const { form, counters, index, own } = props;
  const text = useKpiTexts();
  const language = useLanguage();
  const input = useRef<HTMLTextAreaElement>(null);
  const { formulas, element } = form.draft;
  const source = scopeLabels[own.scope][language];
  const write = (formula: string) =>
    form.change({ formulas: formulas.map((one, at) => (at === index ? { ...one, formula } : one)) });
  const insert = (key: string) => {
    const [from, to] = [input.current?.selectionStart, input.current?.selectionEnd];
    const at = from ?? own.formula.length;
    write(`${own.formula.slice(0, at)}${key}${own.formula.slice(to ?? at)}`);
    input.current?.focus();
  };
  const path = `formulas.${String(index)}.formula`;
  return (
    <div className="tt-formula" role="group" aria-label={text('formulaOf', { source })}>
      <div className="tt-formula-head">
        <TextArea
          ref={input}
          code
          required
          id={path}
          label={text('formulaOf', { source })}
          rows={2}
          value={own.formula}
          error={form.errorAt(path)}
          onChange={write}
        />
        {formulas.length > 1 && (
          <IconButton
            small
            label={text('removeSource', { source })}
            icon={<IconTrash size={15} />}
            onClick={() => form.change({ formulas: formulas.filter((_, at) => at !== index) })}
          />
        )}
      </div>
      <FormulaCheck formula={own.formula} scope={own.scope} element={element} counters={counters} />
      <CounterChoice {...props} onInsert={insert} />
    </div>
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
