import { TextField } from '#web/ui/field/TextField.tsx';
import { useCockpitTexts } from '../texts/en.ts';
import type { EditorSectionProps } from './section-props.ts';
import './condition.css';

const fields = ['clearAfter', 'noDataMinutes', 'acknowledgementMinutes'] as const;

/** When a running alarm clears, and what survives that. */
export function ClearingFields({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  return (
    <fieldset className="tt-choice">
      <legend>{text('clearing')}</legend>
      {fields.map((field) => (
        <TextField
          key={field}
          id={idOf(field)}
          label={text(field)}
          description={text(`${field}Hint`)}
          value={draft[field]}
          error={faultOf(field)}
          right={field === 'clearAfter' ? undefined : <span className="tt-unit">{text('minutesUnit')}</span>}
          onChange={(value) => send({ type: 'edit', part: { [field]: value } })}
        />
      ))}
    </fieldset>
  );
}
