import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { severities } from '#schemas/alerting/severity.ts';
import { upcomingRuns, type UpcomingRun } from '#schemas/scheduling/next-runs.ts';
import { readSchedulingChoices } from '#schemas/scheduling/routes.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { dateOf, useNow } from '#web/lib/clock.ts';
import { zonesWith } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { dayName } from '../scheduling-text.ts';
import { useSchedulingTexts } from '../texts/en.ts';
import { timetableOf, type SchedulingForm, type TriggerForm } from './scheduling-draft.ts';

export interface PartProps {
  readonly customerId: number;
  readonly draft: SchedulingForm;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<SchedulingForm>) => void;
}

const kinds = ['hourly', 'daily', 'weekly', 'monthly', 'alarm'] as const;
const edges = ['rising', 'falling', 'both'] as const;
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

interface TriggerProps {
  readonly trigger: TriggerForm;
  readonly onChange: (part: Partial<TriggerForm>) => void;
}

function Days({ trigger, onChange }: TriggerProps) {
  const text = useSchedulingTexts();
  const language = useLanguage();
  const toggled = (day: number, checked: boolean): readonly number[] =>
    checked ? [...trigger.days, day] : trigger.days.filter((one) => one !== day);
  return (
    <fieldset className="tt-form-group">
      <legend>{text('days')}</legend>
      <div className="tt-form-choices">
        {WEEK.map((day) => (
          <Checkbox
            key={day}
            label={dayName(day, language)}
            checked={trigger.days.includes(day)}
            onChange={(checked) => onChange({ days: toggled(day, checked) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TimeOfTrigger({ trigger, onChange }: TriggerProps) {
  const text = useSchedulingTexts();
  if (trigger.kind === 'hourly')
    return (
      <NumberField
        id="minute"
        label={text('minute')}
        value={trigger.minute}
        onChange={(minute) => onChange({ minute })}
      />
    );
  const days = [{ value: 'L', label: text('lastDay') }, ...DAYS.map((day) => ({ value: day, label: day }))];
  return (
    <>
      {trigger.kind === 'monthly' && (
        <Select
          label={text('day')}
          description={Number(trigger.day) > 28 ? text('dayHint') : undefined}
          options={days}
          value={trigger.day}
          onChange={(day) => onChange({ day })}
        />
      )}
      <TimeField
        id="time"
        kind="time"
        label={text('time')}
        value={trigger.time}
        onChange={(time) => onChange({ time })}
      />
    </>
  );
}

function AlarmFields({ customerId, trigger, onChange }: TriggerProps & Pick<PartProps, 'customerId'>) {
  const text = useSchedulingTexts();
  const ui = useUiTexts();
  const { data } = useQuery({
    ...routeQuery(readSchedulingChoices, { params: { customerId } }),
    select: useNamedAlarms<z.output<(typeof readSchedulingChoices)['reply']>>(),
  });
  const optionsOf = (named: readonly { readonly id: number; readonly name: string }[] = []) =>
    named.map(({ id, name }) => ({ value: String(id), label: name }));
  const shared = { placeholder: text('all'), nothingFound: text('nothingFound') };
  return (
    <>
      <Select
        label={text('on')}
        options={edges.map((edge) => ({ value: edge, label: text(`on-${edge}`) }))}
        value={trigger.on}
        onChange={(on) => onChange({ on: edges.find((edge) => edge === on) ?? 'rising' })}
      />
      <MultiSelect
        {...shared}
        label={text('alarms')}
        options={optionsOf(data?.alarms)}
        values={trigger.alarms.map(String)}
        onChange={(alarms) => onChange({ alarms: alarms.map(Number) })}
      />
      <MultiSelect
        {...shared}
        label={text('severities')}
        options={severities.map((severity) => ({ value: severity, label: ui(severity) }))}
        values={trigger.severities}
        onChange={(chosen) => onChange({ severities: severities.filter((one) => chosen.includes(one)) })}
      />
      <MultiSelect
        {...shared}
        label={text('sites')}
        description={text('alarmHint')}
        options={optionsOf(data?.sites)}
        values={trigger.sites.map(String)}
        onChange={(sites) => onChange({ sites: sites.map(Number) })}
      />
    </>
  );
}

const offsetText = (minutes: number): string => {
  const [hours, minutesOfHour] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(minutesOfHour).padStart(2, '0')}`;
};

function NextRun({ run, timeZone }: { readonly run: UpcomingRun; readonly timeZone: string }) {
  const text = useSchedulingTexts();
  const language = useLanguage();
  const shown = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full', timeStyle: 'short' });
  return (
    <li>
      {shown.format(run.atMs)} <span className="tt-muted">{offsetText(run.offsetMinutes)}</span>
      {run.change !== undefined && (
        <>
          {' '}
          <Tag tone="warning">{text(run.change)}</Tag>
        </>
      )}
      {run.isMoved && (
        <>
          {' '}
          <Tag tone="warning">{text('moved')}</Tag>
        </>
      )}
    </li>
  );
}

/** The next five runs in the zone of the schedule, as the form is now. */
function NextRuns({ draft }: Pick<PartProps, 'draft'>) {
  const text = useSchedulingTexts();
  const now = useNow();
  const timetable = timetableOf(draft);
  if (timetable === undefined) return null;
  const isKnown = isTimeZone(draft.timeZone);
  return (
    <section aria-label={text('nextRuns')}>
      <h3>{text('nextRuns')}</h3>
      {!isKnown && <p className="tt-field-fault">{text('zoneFallback', { zone: draft.timeZone })}</p>}
      <ol className="tt-next-runs">
        {upcomingRuns(timetable, dateOf(now)).map((run) => (
          <NextRun key={run.atMs} run={run} timeZone={isKnown ? draft.timeZone : 'UTC'} />
        ))}
      </ol>
    </section>
  );
}

/** When a schedule runs. */
export function TriggerFields({ customerId, draft, error, onChange }: PartProps) {
  const text = useSchedulingTexts();
  const { trigger } = draft;
  const change = (part: Partial<TriggerForm>) => onChange({ trigger: { ...trigger, ...part } });
  const isAlarm = trigger.kind === 'alarm';
  return (
    <fieldset className="tt-form-group" id="trigger">
      <legend>{text('when')}</legend>
      <Select
        label={text('kind')}
        options={kinds.map((kind) => ({ value: kind, label: text(`kind-${kind}`) }))}
        value={trigger.kind}
        onChange={(value) => change({ kind: kinds.find((kind) => kind === value) ?? 'weekly' })}
      />
      {trigger.kind === 'weekly' && <Days trigger={trigger} onChange={change} />}
      {isAlarm ? (
        <AlarmFields customerId={customerId} trigger={trigger} onChange={change} />
      ) : (
        <TimeOfTrigger trigger={trigger} onChange={change} />
      )}
      <Select
        searchable
        id="timeZone"
        label={text('timeZone')}
        options={zonesWith(draft.timeZone).map((zone) => ({ value: zone, label: zone }))}
        value={draft.timeZone}
        nothingFound={text('nothingFound')}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      {error !== undefined && <p className="tt-field-fault">{error}</p>}
      <NextRuns draft={draft} />
    </fieldset>
  );
}
