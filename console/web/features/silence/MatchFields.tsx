import { Severity } from '#schemas/alerting/severity.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import type { SilenceNames } from './silence-text.ts';
import { useSilenceTexts } from './use-silence-texts.ts';

interface Props {
  readonly match: SilenceMatch;
  readonly names: SilenceNames;
  /** Sites and elements belong to one customer and are hidden. */
  readonly everyCustomer: boolean;
  readonly onChange: (match: SilenceMatch) => void;
}

const isSeverity = (value: string): value is Severity =>
  Severity.options.some((severity) => severity === value);

/** The alarms that a silence matches. */
export function MatchFields({ match, names, everyCustomer, onChange }: Props) {
  const text = useSilenceTexts();
  const ui = useUiTexts();
  const ids = (kind: keyof SilenceNames) => {
    const known = new Map([...match[kind].map((id) => [id, `#${String(id)}`] as const), ...names[kind]]);
    return (
      <MultiSelect
        key={kind}
        label={text(kind)}
        placeholder={text('any')}
        nothingFound={text('nothingFound')}
        options={[...known].map(([id, name]) => ({ value: String(id), label: name }))}
        values={match[kind].map(String)}
        onChange={(chosen) => onChange({ ...match, [kind]: chosen.map(Number) })}
      />
    );
  };
  return (
    <fieldset className="tt-form-group">
      <legend>{text('what')}</legend>
      {ids('alarms')}
      <MultiSelect
        label={text('severities')}
        placeholder={text('any')}
        options={Severity.options.map((severity) => ({ value: severity, label: ui(severity) }))}
        values={match.severities}
        onChange={(chosen) => onChange({ ...match, severities: chosen.filter(isSeverity) })}
      />
      {!everyCustomer && ids('sites')}
      {!everyCustomer && ids('elements')}
      <p className="tt-muted tt-caption">{text('matchHint')}</p>
    </fieldset>
  );
}
