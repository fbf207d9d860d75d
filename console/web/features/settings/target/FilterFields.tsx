import { severities, Severity } from '#schemas/alerting/severity.ts';
import { namedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import type { FilterChoices, TargetFilter } from './use-filter-text.ts';

interface Props {
  readonly form: {
    readonly draft: TargetFilter;
    readonly change: (part: { customers?: number[]; severities?: Severity[]; alarms?: number[] }) => void;
  };
  readonly choices: FilterChoices;
}

const options = (list: FilterChoices['alarms']) =>
  list.map(({ id, name }) => ({ value: String(id), label: name }));
const isSeverity = (value: string): value is Severity => Severity.options.some((one) => one === value);

/** The customers, severities and alarms that a target is limited to. */
export function FilterFields({ form, choices }: Props) {
  const text = useSettingsTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { draft, change } = form;
  return (
    <>
      <div className="tt-form-pair">
        <MultiSelect
          label={text('customers')}
          placeholder={draft.customers.length === 0 ? text('every') : ''}
          nothingFound={text('nothingFound')}
          options={options(choices.customers)}
          values={draft.customers.map(String)}
          onChange={(values) => change({ customers: values.map(Number) })}
        />
        <MultiSelect
          label={text('severities')}
          placeholder={draft.severities.length === 0 ? text('every') : ''}
          options={severities.map((severity) => ({ value: severity, label: ui(severity) }))}
          values={draft.severities}
          onChange={(values) => change({ severities: values.filter(isSeverity) })}
        />
      </div>
      <MultiSelect
        label={text('alarms')}
        placeholder={draft.alarms.length === 0 ? text('every') : ''}
        nothingFound={text('nothingFound')}
        options={options(namedAlarms(choices.alarms, language))}
        values={draft.alarms.map(String)}
        onChange={(values) => change({ alarms: values.map(Number) })}
      />
    </>
  );
}
