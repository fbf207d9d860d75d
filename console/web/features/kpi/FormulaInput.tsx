import { useRef } from 'react';
import type { z } from 'zod';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { listKpis } from '#schemas/kpi/definition-routes.ts';
import { scopeLabels, type CounterScope } from '#schemas/counter/scope.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { FormulaCheck } from './FormulaCheck.tsx';
import { useKpiTexts } from './texts/en.ts';

export type Counters = z.output<typeof listKpis.reply>['counters'];

interface Props {
  /** Path of the formula in the draft. */
  readonly id: string;
  readonly formula: string;
  readonly scope: CounterScope;
  readonly element: ElementKind;
  readonly counters: Counters;
  /** The formula of the library that it takes the place of. */
  readonly library?: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (formula: string) => void;
  /** Beside the input. */
  readonly action?: React.ReactNode;
}

/** Counters of a source, inserted at the cursor. */
function CounterChoice({
  scope,
  element,
  counters,
  onInsert,
}: Pick<Props, 'scope' | 'element' | 'counters'> & { readonly onInsert: (key: string) => void }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const options = counters
    .filter((one) => one.element === element && one.scope === scope)
    .map(({ key, kind }) => ({ value: key, label: `${key} · ${kind}` }));
  const source = scopeLabels[scope][language];
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

/** A formula of one source, checked while it is typed. */
export function FormulaInput({ id, error, onChange, action, ...checked }: Props) {
  const { formula, scope, element, counters } = checked;
  const text = useKpiTexts();
  const language = useLanguage();
  const input = useRef<HTMLTextAreaElement>(null);
  const source = scopeLabels[scope][language];
  const insert = (key: string) => {
    const [from, to] = [input.current?.selectionStart, input.current?.selectionEnd];
    const at = from ?? formula.length;
    onChange(`${formula.slice(0, at)}${key}${formula.slice(to ?? at)}`);
    input.current?.focus();
  };
  return (
    <div className="tt-formula" role="group" aria-label={text('formulaOf', { source })}>
      <div className="tt-formula-head">
        <TextArea
          ref={input}
          code
          required
          id={id}
          label={text('formulaOf', { source })}
          rows={2}
          value={formula}
          error={error}
          onChange={onChange}
        />
        {action}
      </div>
      <FormulaCheck {...checked} />
      <CounterChoice scope={scope} element={element} counters={counters} onInsert={insert} />
    </div>
  );
}
