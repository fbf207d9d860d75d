import { baselineKinds, changeMeasures, changeWays } from '#schemas/explore/changed/choices.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/zoned/local-time.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useChangedSearch } from './changed-search.ts';
import { useChangedTexts } from './texts/en.ts';

interface Props {
  /** The period and place that were compared; undefined until the first reply. */
  readonly reply: ChangeReply | undefined;
}

/** Place and filter of what is compared, in words. */
function Place({ context }: Pick<ChangeReply, 'context'>) {
  const text = useChangedTexts();
  const { element, site, filter } = context;
  const name = element?.name ?? site?.name ?? text('everySite');
  return (
    <span>
      {text('place', { name })}
      {filter !== '' && <> · {text('filtered', { filter })}</>}
    </span>
  );
}

const shownTime = (seconds: number | undefined): string =>
  seconds === undefined ? '' : toLocalTime(seconds * 1_000);

/** Seconds of a typed time; those before where it is none. */
function typedSeconds(typed: string | undefined, before: number | undefined): number | undefined {
  const ms = typed === undefined ? undefined : fromLocalTime(typed);
  return ms === undefined ? before : Math.floor(ms / 1_000);
}

function PeriodFields({ reply }: Props) {
  const text = useChangedTexts();
  const { search, change } = useChangedSearch();
  const from = search.from ?? reply?.period.from;
  const to = search.to ?? reply?.period.to;
  const setPeriod = (part: { readonly from?: string; readonly to?: string }): void => {
    const next = { from: typedSeconds(part.from, from), to: typedSeconds(part.to, to) };
    const way = search.way ?? reply?.context.way;
    change({ ...next, way, alarm: undefined, since: undefined, element: search.element });
  };
  const isWrong = from !== undefined && to !== undefined && from >= to;
  return (
    <>
      <TimeField
        kind="datetime-local"
        label={text('from')}
        value={shownTime(from)}
        error={isWrong ? text('wrongOrder') : undefined}
        onChange={(typed) => setPeriod({ from: typed })}
      />
      <TimeField
        kind="datetime-local"
        label={text('to')}
        value={shownTime(to)}
        onChange={(typed) => setPeriod({ to: typed })}
      />
    </>
  );
}

/** Period, baseline and measure. What is changed here takes the place of what an alarm set. */
export function ChangedToolbar({ reply }: Props) {
  const text = useChangedTexts();
  const { search, change } = useChangedSearch();
  return (
    <Toolbar label={text('toolbar')} end={reply !== undefined && <Place context={reply.context} />}>
      <PeriodFields reply={reply} />
      <Select
        label={text('baseline')}
        options={baselineKinds.map((kind) => ({ value: kind, label: text(`baseline-${kind}`) }))}
        value={search.baseline ?? 'before'}
        onChange={(kind) => change({ baseline: baselineKinds.find((each) => each === kind) })}
      />
      <Select
        label={text('measure')}
        options={changeMeasures.map((measure) => ({ value: measure, label: text(`measure-${measure}`) }))}
        value={search.measure ?? 'bits'}
        onChange={(measure) => change({ measure: changeMeasures.find((each) => each === measure) })}
      />
      {reply?.context.element?.kind === 'interface' && search.alarm === undefined && (
        <Select
          label={text('way')}
          options={changeWays.map((way) => ({ value: way, label: text(`way-${way}`) }))}
          value={search.way ?? 'both'}
          onChange={(way) => change({ way: changeWays.find((each) => each === way) })}
        />
      )}
    </Toolbar>
  );
}
