import { useId } from 'react';
import { qosColours, type QosColour } from '#schemas/qos/qos-class.ts';
import { colourVariable } from '#web/kernel/qos/qos-colour.ts';
import { useQosTexts } from './texts/en.ts';

interface Props {
  readonly value: QosColour;
  readonly onChange: (colour: QosColour) => void;
}

/** One of the colours by name: arrow keys move between them. */
export function ColourField({ value, onChange }: Props) {
  const text = useQosTexts();
  const group = useId();
  return (
    <fieldset className="tt-qos-colours">
      <legend className="mantine-InputWrapper-label">{text('colour')}</legend>
      <div>
        {qosColours.map((colour) => (
          <label key={colour} title={text(`colour-${colour}`)}>
            <input
              type="radio"
              name={group}
              checked={colour === value}
              aria-label={text(`colour-${colour}`)}
              style={{ background: `var(${colourVariable(colour)})` }}
              onChange={() => onChange(colour)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
