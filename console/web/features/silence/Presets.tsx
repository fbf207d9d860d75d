import { now } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { presetKeys, presetPeriod } from './presets.ts';
import type { SilenceForm } from './silence-form.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly form: SilenceForm;
  readonly onChange: (change: Partial<SilenceForm>) => void;
}

/** Usual periods at one click. */
export function Presets({ form, onChange }: Props) {
  const text = useSilenceTexts();
  return (
    <div className="tt-silence-presets" role="group" aria-label={text('presets')}>
      {presetKeys.map((key) => {
        const period = presetPeriod(key, now());
        return (
          <Button
            key={key}
            pressed={form.start === period.start && form.end === period.end}
            onClick={() => onChange(presetPeriod(key, now()))}
          >
            {text(`preset-${key}`)}
          </Button>
        );
      })}
    </div>
  );
}
