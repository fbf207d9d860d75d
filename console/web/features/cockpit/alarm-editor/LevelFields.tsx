import { severitiesAbove, worseDirection } from '#schemas/cockpit/level/severity-levels.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';
import type { EditorSectionProps } from './section-props.ts';
import './condition.css';

/** Thresholds at which the running alarm becomes more severe. */
export function LevelFields({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const kpis = useKpis();
  if (worseDirection(draft.operator) === 0) return null;
  const above = severitiesAbove(draft.severity);
  const unit = draft.kpi === null ? undefined : unitSign(factsIn(kpis, draft.kpi), language);
  const fault = faultOf('levels');
  const described = `${idOf('levels')}-fault`;
  return (
    <fieldset className="tt-choice">
      <legend>{text('levels')}</legend>
      {above.length > 0 && (
        <div className="tt-bounds-row" role="group" aria-label={text('levels')}>
          {above.map((severity, index) => (
            <TextField
              key={severity}
              {...(index === 0 ? { id: idOf('levels') } : {})}
              label={text('levelFrom', { severity: ui(severity) })}
              value={draft.levels?.[severity] ?? ''}
              right={unit === undefined ? undefined : <span className="tt-unit">{unit}</span>}
              invalidBy={fault && described}
              onChange={(value) =>
                send({ type: 'edit', part: { levels: { ...draft.levels, [severity]: value } } })
              }
            />
          ))}
        </div>
      )}
      {fault === undefined ? (
        <p className="tt-field-note">{text(above.length === 0 ? 'levelsMildest' : 'levelsHint')}</p>
      ) : (
        <p id={described} className="tt-field-note" data-tone="bad" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
