import { useMemo } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { now } from '#web/lib/clock.ts';
import { formatNear } from '#web/lib/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { FileColumn } from '#schemas/csv/table-file.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { readAgain, useOwnValues } from '../../data/own-values.ts';
import { useCutNote } from '../use-chart-words.ts';
import { listedAlarmColumns, newestValue, placeOfAlarm } from './alarm-columns.tsx';
import { useAlarmListTexts, type en } from './texts/en.ts';
import { useAlarmRefusal, useContextAlarms } from './use-context-alarms.ts';

/** In columns a narrower list cuts names after their first letters. */
const CARDS_BELOW_PX = 440;

type Props = DashletProps<'alarms'>;
type Words = Translate<typeof en>;

const timeOf = (seconds: number, language: Language): string =>
  formatNear(seconds * SECOND_MS, now(), language);

/** What an empty list means: that nothing is wrong only where something would be noticed. */
function emptyState(
  { watch, decidedUntil }: ContextAlarms,
  { severities, onlyUnhandled }: Pick<Props['settings'], 'severities' | 'onlyUnhandled'>,
  { text, language }: { readonly text: Words; readonly language: Language },
): PanelState {
  const time = decidedUntil === null ? undefined : timeOf(decidedUntil, language);
  switch (watch) {
    case 'no-definition':
      return { is: 'empty', title: text('noDefinition'), hint: text('noDefinitionHint') };
    case 'no-element':
      return { is: 'empty', title: text('noElement'), hint: text('noElementHint') };
    case 'undecided': {
      const hint = time === undefined ? text('undecidedYet') : text('undecidedSince', { time });
      return { is: 'empty', title: text('undecided'), hint };
    }
    case 'watched': {
      const ofSome = severities.length > 0 ? 'noneOfSeverity' : 'none';
      const title = text(onlyUnhandled ? 'noneUnhandled' : ofSome);
      return { is: 'empty', title, isGood: true, ...(time && { hint: text('decidedUntil', { time }) }) };
    }
  }
}

function useListState(
  query: ReturnType<typeof useContextAlarms>,
  settings: Props['settings'],
  refusal: ReturnType<typeof useAlarmRefusal>,
): PanelState {
  const text = useAlarmListTexts();
  const language = useLanguage();
  if (refusal === 'no-right') return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
  if (refusal === 'not-offered') return { is: 'empty', title: text('notOffered') };
  const state = panelStateOf(query, language, 'ALERT.read');
  return query.data?.count === 0 && state.is === 'ready'
    ? emptyState(query.data, settings, { text, language })
    : state;
}

/** Below the list: how many are left out, and that the engine has stopped. */
function Foot({ data }: { readonly data: ContextAlarms }) {
  const text = useAlarmListTexts();
  const language = useLanguage();
  const cut = useCutNote()(data.alarms.length, data.count);
  const { watch, decidedUntil } = data;
  const outdated =
    watch === 'undecided' && decidedUntil !== null
      ? text('outdated', { time: timeOf(decidedUntil, language) })
      : undefined;
  const notes = [cut, outdated].filter((note) => note !== undefined);
  return notes.length === 0 ? null : <p className="tt-muted tt-dashlet-more">{notes.join(' · ')}</p>;
}

const none: readonly AlarmRow[] = [];

/** What is wrong now in what the document shows, the worst first. */
export function AlarmsDashlet(props: Props) {
  const { settings, title, customerId, onDrill } = props;
  const text = useAlarmListTexts();
  const uiText = useUiTexts();
  const refusal = useAlarmRefusal();
  const { filters, severities, onlyUnhandled, maxLines: count } = settings;
  const body = { filters: [...props.chosen, ...filters], severities, onlyUnhandled, count };
  const query = useContextAlarms(customerId, body, refusal === undefined);
  const state = useListState(query, settings, refusal);
  const linked = onDrill === undefined || displayToken() !== undefined ? undefined : customerId;
  const columns = useMemo(() => listedAlarmColumns({ text, linked }), [text, linked]);
  useOwnValues(props.id, async () => {
    const { alarms, count: running } = await readAgain(query);
    const { timeZone } = props.context;
    const heading = columns.map(({ id, header }): FileColumn =>
      id === 'since' ? { is: 'time', name: header, timeZone } : { is: 'value', name: header },
    );
    const rows = alarms.map((alarm) => [
      uiText(alarm.severity),
      alarm.name,
      placeOfAlarm(alarm),
      alarm.since * SECOND_MS,
      newestValue(alarm),
    ]);
    return { table: { columns: heading, rows }, isCut: running > alarms.length };
  });
  return (
    <Panel nested label={text('listOf', { title })} state={state}>
      <div className="tt-dashlet-table">
        <DataTable
          name="dashlet alarms"
          label={title}
          rows={query.data?.alarms ?? none}
          columns={columns}
          rowId={({ id }) => id}
          rowName={(alarm) => `${alarm.name}, ${placeOfAlarm(alarm)}`}
          density="compact"
          cardsBelowPx={CARDS_BELOW_PX}
          foot={query.data === undefined ? '' : <Foot data={query.data} />}
        />
      </div>
    </Panel>
  );
}
