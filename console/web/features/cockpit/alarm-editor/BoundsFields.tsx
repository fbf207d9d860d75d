import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { unitSign } from '../rule-sentence.ts';
import { useCockpitTexts } from '../texts/en.ts';
import type { EditorSectionProps } from './section-props.ts';
import './condition.css';

/** Whether customers set the threshold, and within which bounds. */
export function BoundsFields({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const { customerBounds: bounds, threshold, kpi } = draft;
  const unit = kpi === null ? undefined : unitSign(factsIn(kpis, kpi), language);
  const fault = faultOf('customerBounds');
  const described = `${idOf('customerBounds')}-fault`;
  const edit = (customerBounds: typeof bounds) => send({ type: 'edit', part: { customerBounds } });
  return (
    <fieldset className="tt-choice">
      <legend>{text('customerBounds')}</legend>
      <Switch
        label={text('customersSet')}
        description={text('customersSetHint')}
        checked={bounds !== undefined}
        onChange={(on) => edit(on ? { min: threshold, max: threshold } : undefined)}
      />
      {bounds !== undefined && (
        <div className="tt-bounds-row" role="group" aria-label={text('customerBounds')}>
          {(['min', 'max'] as const).map((end) => (
            <TextField
              key={end}
              {...(end === 'min' ? { id: idOf('customerBounds') } : {})}
              label={text(`bound-${end}`)}
              value={bounds[end]}
              right={unit === undefined ? undefined : <span className="tt-unit">{unit}</span>}
              invalidBy={fault && described}
              onChange={(value) => edit({ ...bounds, [end]: value })}
            />
          ))}
          {fault !== undefined && (
            <p id={described} className="tt-field-note" data-tone="bad" role="alert">
              {fault}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
