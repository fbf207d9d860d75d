import { baselineKinds, changeMeasures, changeWays } from '#schemas/explore/changed/choices.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { fromLocalTime, toLocalTime } from '#web/lib/local-time.ts';
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

/** Period, baseline and measure. What is changed here takes the place of what an alarm set. */
export function ChangedToolbar({ reply }: Props) {
  const text = useChangedTexts();
  const { search, change } = useChangedSearch();
  const { from, to } = {
    from: search.from ?? reply?.period.from,
    to: search.to ?? reply?.period.to,
  };
  const shown = (seconds: number | undefined): string =>
    seconds === undefined ? '' : toLocalTime(seconds * 1_000);
  const setPeriod = (part: { readonly from?: string; readonly to?: string }): void => {
    const read = (typed: string | undefined, before: number | undefined): number | undefined => {
      const ms = typed === undefined ? undefined : fromLocalTime(typed);
      return ms === undefined ? before : Math.floor(ms / 1_000);
    };
    const next = { from: read(part.from, from), to: read(part.to, to) };
    const way = search.way ?? reply?.context.way;
    change({ ...next, way, alarm: undefined, since: undefined, element: search.element });
  };
  const isWrong = from !== undefined && to !== undefined && from >= to;
  return (
    <Toolbar label={text('toolbar')} end={reply !== undefined && <Place context={reply.context} />}>
      <TimeField
        kind="datetime-local"
        label={text('from')}
        value={shown(from)}
        error={isWrong ? text('wrongOrder') : undefined}
        onChange={(typed) => setPeriod({ from: typed })}
      />
      <TimeField
        kind="datetime-local"
        label={text('to')}
        value={shown(to)}
        onChange={(typed) => setPeriod({ to: typed })}
      />
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
