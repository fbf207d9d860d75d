import { Operator, operatorSign } from '#schemas/alerting/alert.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { thresholdWarnings } from '#schemas/cockpit/rules.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import type { Unit } from '#schemas/unit/unit.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { EditorSectionProps } from './section-props.ts';
import { parseFigure } from './editor-draft.ts';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './condition.css';

/** Units with large figures, typed with a prefix. */
const scaledUnits: readonly Unit[] = ['bps', 'byte', 'pps', 'scalar'];

function SeverityChoice({ editor: { draft, send } }: Pick<EditorSectionProps, 'editor'>) {
  const text = useCockpitTexts();
  const ui = useUiTexts();
  return (
    <fieldset className="tt-choice">
      <legend>{text('severity')}</legend>
      <div className="tt-choice-row">
        {severities.map((severity) => (
          <label key={severity} className="tt-choice-item" data-status={severity}>
            <input
              type="radio"
              name="severity"
              checked={draft.severity === severity}
              onChange={() => send({ type: 'edit', part: { severity } })}
            />
            <SeverityIcon status={severity} />
            {ui(severity)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ThresholdField({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const value = parseFigure(draft.threshold);
  const kpis = useKpis();
  const kpi = draft.kpi === null ? undefined : factsIn(kpis, draft.kpi);
  const [warning] = kpi === undefined || Number.isNaN(value) ? [] : thresholdWarnings(kpi, value);
  const fault = faultOf('threshold');
  const isLarge = kpi !== undefined && scaledUnits.includes(kpi.unit);
  const hint = isLarge ? text('thresholdHint') : '';
  const options = Operator.options.map((operator) => ({ value: operator, label: operatorSign(operator) }));
  return (
    <div className="tt-threshold-row">
      <Select
        label={text('operator')}
        options={options}
        value={draft.operator}
        onChange={(next) =>
          send({ type: 'edit', part: { operator: Operator.options.find((one) => one === next) ?? '>' } })
        }
      />
      <TextField
        required
        id={idOf('threshold')}
        label={text('threshold')}
        value={draft.threshold}
        right={kpi === undefined ? undefined : <span className="tt-unit">{unitSign(kpi, language)}</span>}
        error={fault}
        onChange={(threshold) => send({ type: 'edit', part: { threshold } })}
        onBlur={() => draft.threshold !== '' && send({ type: 'leave field', field: 'threshold' })}
      />
      {fault === undefined && (
        <p className="tt-field-note" data-tone={warning === undefined ? 'calm' : 'warning'}>
          {warning === undefined ? hint : warningText(warning, language)}
        </p>
      )}
    </div>
  );
}

function PeriodFields({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const fault = faultOf('outliers') ?? faultOf('measures');
  const described = fault === undefined ? undefined : idOf('period');
  return (
    <div className="tt-period-row" role="group" aria-label={text('period')}>
      <TextField
        id={idOf('outliers')}
        label={text('outliers')}
        value={draft.outliers}
        invalidBy={faultOf('outliers') && described}
        onChange={(outliers) => send({ type: 'edit', part: { outliers } })}
      />
      <span className="tt-period-of" aria-hidden="true">
        {text('ofMeasures')}
      </span>
      <TextField
        id={idOf('measures')}
        label={text('measures')}
        value={draft.measures}
        invalidBy={faultOf('measures') && described}
        onChange={(measures) => send({ type: 'edit', part: { measures, outliers: draft.outliers } })}
      />
      {fault !== undefined && (
        <p id={idOf('period')} className="tt-field-note" data-tone="bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The condition of an outlier, and the number of outliers that raises the alarm. */
export function ConditionFields(props: EditorSectionProps) {
  return (
    <>
      <SeverityChoice editor={props.editor} />
      <ThresholdField {...props} />
      <PeriodFields {...props} />
    </>
  );
}
