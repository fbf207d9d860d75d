import { formatDuration } from '#schemas/unit/duration.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { zones } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import type { SilenceField, SilenceForm } from './silence-form.ts';
import { Presets } from './Presets.tsx';
import { monthDayText, weekdayName } from './silence-text.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly form: SilenceForm;
  readonly faultOf: (field: SilenceField) => string | undefined;
  readonly onChange: (change: Partial<SilenceForm>) => void;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const lengths = [15, 30, 60, 90, 120, 180, 240, 360, 480, 720, 1_440, 2_880, 10_080];
const kinds = ['once', 'day', 'week', 'month'] as const;

function Weekdays({ form, faultOf, onChange }: Props) {
  const text = useSilenceTexts();
  const language = useLanguage();
  const fault = faultOf('weekdays');
  return (
    <fieldset className="tt-form-group">
      <legend>{text('weekdays')}</legend>
      <div className="tt-form-choices">
        {WEEK.map((day) => (
          <Checkbox
            key={day}
            label={weekdayName(day, language)}
            checked={form.weekdays.includes(day)}
            onChange={(checked) =>
              onChange({
                weekdays: checked ? [...form.weekdays, day] : form.weekdays.filter((each) => each !== day),
              })
            }
          />
        ))}
      </div>
      {fault !== undefined && <p className="tt-field-fault">{fault}</p>}
    </fieldset>
  );
}

function DayOfMonth({ form, onChange }: Props) {
  const text = useSilenceTexts();
  const language = useLanguage();
  const days = [...Array.from({ length: 28 }, (_, index) => index + 1), -1];
  const nths = ([1, 2, 3, 4, -1] as const).flatMap((nth) => WEEK.map((weekday) => ({ nth, weekday })));
  const options = [
    ...days.map((day) => ({
      value: `day:${String(day)}`,
      label: monthDayText({ day }, text, language),
    })),
    ...nths.map((on) => ({
      value: `nth:${String(on.nth)}:${String(on.weekday)}`,
      label: monthDayText(on, text, language),
    })),
  ];
  return (
    <Select
      searchable
      label={text('monthOn')}
      options={options}
      value={form.on}
      nothingFound={text('nothingFound')}
      onChange={(on) => onChange({ on })}
    />
  );
}

function Repetition({ form, faultOf, onChange }: Props) {
  const text = useSilenceTexts();
  const language = useLanguage();
  const known = lengths.includes(form.minutes) ? lengths : [form.minutes, ...lengths];
  const intervals = [...new Set([1, 2, 3, 4, 6, form.interval])].toSorted((a, b) => a - b);
  return (
    <>
      {form.every === 'week' && <Weekdays form={form} faultOf={faultOf} onChange={onChange} />}
      {form.every === 'month' && <DayOfMonth form={form} faultOf={faultOf} onChange={onChange} />}
      <div className="tt-form-pair">
        <TimeField
          id="silence-time"
          kind="time"
          label={text('time')}
          value={form.time}
          error={faultOf('time')}
          onChange={(time) => onChange({ time })}
        />
        <Select
          label={text('minutes')}
          options={known.map((minutes) => ({
            value: String(minutes),
            label: formatDuration(minutes * MINUTE_MS, language),
          }))}
          value={String(form.minutes)}
          onChange={(minutes) => onChange({ minutes: Number(minutes) })}
        />
        <Select
          label={text('interval')}
          options={intervals.map((count) => ({
            value: String(count),
            label: count === 1 ? text('intervalOne') : text('intervalMore', { count }),
          }))}
          value={String(form.interval)}
          onChange={(interval) => onChange({ interval: Number(interval) })}
        />
        <Select
          searchable
          id="silence-zone"
          label={text('zone')}
          options={[...new Set([form.zone, ...zones()])].map((zone) => ({ value: zone, label: zone }))}
          value={form.zone}
          error={faultOf('zone')}
          nothingFound={text('nothingFound')}
          onChange={(zone) => onChange({ zone })}
        />
      </div>
    </>
  );
}

/** When a silence is active. */
export function TimeFields({ form, faultOf, onChange }: Props) {
  const text = useSilenceTexts();
  return (
    <fieldset className="tt-form-group">
      <legend>{text('when')}</legend>
      <Select
        label={text('repeats')}
        options={kinds.map((kind) => ({ value: kind, label: text(kind) }))}
        value={form.every}
        onChange={(value) => {
          const every = kinds.find((kind) => kind === value) ?? 'once';
          // A repeated silence usually has no end; a single one needs it.
          onChange({ every, end: every === 'once' ? form.end : '', maintenance: every !== 'once' });
        }}
      />
      {form.every === 'once' && <Presets form={form} onChange={onChange} />}
      <div className="tt-form-pair">
        <TimeField
          id="silence-start"
          kind="datetime-local"
          label={text('start')}
          value={form.start}
          error={faultOf('start')}
          onChange={(start) => onChange({ start })}
        />
        <TimeField
          id="silence-end"
          kind="datetime-local"
          label={text('end')}
          {...(form.every === 'once' ? {} : { description: text('endHint') })}
          value={form.end}
          error={faultOf('end')}
          onChange={(end) => onChange({ end })}
        />
      </div>
      {form.every !== 'once' && <Repetition form={form} faultOf={faultOf} onChange={onChange} />}
    </fieldset>
  );
}
