import { useState } from 'react';
import { IconHighlight, IconTrash } from '@tabler/icons-react';
import { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { reportDocumentLimits } from '#schemas/limit/report.ts';
import { usedVariables } from '#schemas/report/rules.ts';
import { VariableName, type ReportVariable } from '#schemas/report/variable.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { OneFilter, offeredElements, offeredName } from '../../../dashboard/edit/DocumentFilters.tsx';
import { filterName } from '../../../dashboard/view/filter-name.ts';
import { withoutVariable } from '../../machine/page-changes.ts';
import { useReportTexts } from '../../texts/en.ts';
import type { ReportControl } from '../report-control.ts';

interface Props {
  readonly control: ReportControl;
}

/** A name that no other variable has: Site, Site 2. */
function freeName(name: string, variables: readonly ReportVariable[]): string {
  const taken = new Set(variables.map((each) => each.name.toLowerCase()));
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${String(number)}`;
  return free;
}

function VariableFields({ control, variable }: Props & { readonly variable: ReportVariable }) {
  const text = useReportTexts();
  const language = useLanguage();
  const { id } = variable.choice;
  const change = (recipe: (draft: { name: string; choice: object }) => void, mark?: string): void =>
    control.change(
      (draft) => {
        const drafted = draft.variables.find(({ choice }) => choice.id === id);
        if (drafted !== undefined) recipe(drafted);
      },
      mark && `variable ${id} ${mark}`,
    );
  const parsed = parseInput(VariableName, variable.name);
  const isTaken = control.document.variables.some(
    ({ name, choice }) => choice.id !== id && name.toLowerCase() === variable.name.toLowerCase(),
  );
  const [fault] = parsed.ok ? [] : parsed.faults;
  return (
    <>
      <TextField
        label={text('variableName')}
        description={text('variableNameHint', { field: `{${variable.name}}` })}
        value={variable.name}
        error={isTaken ? text('variableTaken') : fault && inputFaultOf(fault, language).message}
        onChange={(name) => change((draft) => void (draft.name = name), 'name')}
      />
      <OneFilter
        filter={variable.choice}
        onChange={(part, mark) => change((draft) => void Object.assign(draft.choice, part), mark)}
        onRemove={() => control.replace(withoutVariable(control.document, id))}
      />
    </>
  );
}

/** The variables of a report: choices of elements that dashlets, multipliers and filters use. */
export function VariablesPanel({ control }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const { document, highlighted, actor } = control;
  const [open, setOpen] = useState<string>();
  const used = usedVariables(document);
  const add = (name: string): void => {
    const chosen = offeredElements.find((one) => offeredName(one) === name);
    if (chosen === undefined) return;
    const id = `v${control.newId().slice(1, 9)}`;
    const choice = DocumentFilter.parse({ ...chosen, id, title: '', label: '' });
    const title = freeName(filterName({ ...choice, title: '' }, language), document.variables);
    control.change((draft) => void draft.variables.push({ name: title, choice }));
    setOpen(id);
  };
  const isFull = document.variables.length >= reportDocumentLimits.maxVariables;
  return (
    <section className="tt-report-section" aria-label={text('variables')}>
      <h2>{text('variables')}</h2>
      <p className="tt-muted">{text('variablesHint')}</p>
      <ul className="tt-report-variables">
        {document.variables.map((variable) => {
          const { name, choice } = variable;
          const isOpen = open === choice.id;
          return (
            <li key={choice.id} data-highlighted={highlighted === choice.id || undefined}>
              <div className="tt-report-variable">
                <button
                  type="button"
                  className="tt-link tt-ellipsis"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : choice.id)}
                >
                  {name}
                </button>
                {!used.has(choice.id) && <Tag tone="warning">{text('unused')}</Tag>}
                <IconButton
                  small
                  label={text('highlight', { name })}
                  icon={<IconHighlight size={13} />}
                  pressed={highlighted === choice.id}
                  onClick={() =>
                    actor.send({
                      type: 'highlight',
                      variable: highlighted === choice.id ? undefined : choice.id,
                    })
                  }
                />
                <IconButton
                  small
                  label={text('removeVariable', { name })}
                  icon={<IconTrash size={13} />}
                  onClick={() => control.replace(withoutVariable(document, choice.id))}
                />
              </div>
              {isOpen && <VariableFields control={control} variable={variable} />}
            </li>
          );
        })}
      </ul>
      <Select
        label={text('addVariable')}
        disabled={isFull}
        options={offeredElements.map((one) => ({
          value: offeredName(one),
          label: filterName({ ...one, title: '' }, language),
        }))}
        value={null}
        onChange={add}
      />
    </section>
  );
}
