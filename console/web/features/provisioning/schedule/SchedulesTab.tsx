import { useMemo, useState } from 'react';
import { IconPlayerPlay } from '@tabler/icons-react';
import {
  createImportSchedule,
  deleteImportSchedule,
  runImportSchedule,
} from '#schemas/provisioning/schedule-routes.ts';
import type { ImportSchedule, ScheduleOutcome } from '#schemas/provisioning/schedule.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { msOf } from '#web/lib/clock.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { provisioningTouches, useSchedules } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts, type en } from '../texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (schedule: ImportSchedule) => void;
  readonly onRun: (schedule: ImportSchedule) => void;
  readonly onRemove: (schedule: ImportSchedule) => void;
}

const sourceText = ({ source }: ImportSchedule): string =>
  source.kind === 'https' ? source.url : source.file;

const outcomeTones: Readonly<Record<ScheduleOutcome, TagTone>> = {
  imported: 'good',
  unchanged: 'plain',
  absent: 'plain',
  growing: 'plain',
  held: 'warning',
  failed: 'bad',
};

/** What the last run led to. */
function LastRun({ schedule, text }: { readonly schedule: ImportSchedule; readonly text: Options['text'] }) {
  const { lastRun, outcome, failure } = schedule;
  if (lastRun === null || outcome === null) return '–';
  return (
    <>
      <Tag tone={outcomeTones[outcome]}>{text(`outcome_${outcome}`)}</Tag> <Time at={msOf(lastRun)} />
      {failure !== null && <span className="tt-muted"> {failure.message}</span>}
    </>
  );
}

const scheduleColumns = (options: Options): readonly Column<ImportSchedule>[] => {
  const { text, resource, disabledReason, onEdit, onRun, onRemove } = options;
  return [
    {
      ...textColumn<ImportSchedule>('name', text('scheduleName'), ({ name }) => name),
      width: 150,
      grow: 1,
      fixed: true,
    },
    { ...textColumn<ImportSchedule>('source', text('source'), sourceText), width: 200, grow: 2 },
    {
      ...textColumn<ImportSchedule>('cron', text('cron'), ({ cron, timeZone }) => `${cron} (${timeZone})`),
      width: 190,
    },
    {
      id: 'next',
      header: text('nextRuns'),
      value: ({ nextRuns }) => nextRuns[0] ?? null,
      cell: ({ enabled, nextRuns }) =>
        enabled ? (
          nextRuns.map((at, index) => (
            <span key={at}>
              {index > 0 && ', '}
              <Time at={msOf(at)} as="time" />
            </span>
          ))
        ) : (
          <Tag>{text('disabled')}</Tag>
        ),
      width: 230,
      grow: 1,
    },
    {
      id: 'last',
      header: text('lastRun'),
      value: ({ lastRun }) => lastRun,
      cell: (schedule) => <LastRun schedule={schedule} text={text} />,
      width: 200,
      grow: 1,
    },
    resourceActionsColumn<ImportSchedule>({
      resource,
      disabledReasonOf: () => disabledReason,
      actions: (schedule) => [
        rowItems(resource).edit(() => onEdit(schedule)),
        {
          is: 'action',
          label: text('runNow'),
          icon: <IconPlayerPlay size={15} />,
          run: () => onRun(schedule),
        },
        ...rowItems(resource).remove(() => onRemove(schedule)),
      ],
    }),
  ];
};

const scheduleId = ({ id }: ImportSchedule): string => String(id);
const scheduleName = ({ name }: ImportSchedule): string => name;
const paramsOf = ({ id }: ImportSchedule) => ({ params: { scheduleId: id } });

/** Imports at given times. */
export function SchedulesTab() {
  const text = useProvisioningTexts();
  const resource = useResourceTexts();
  const { change } = useProvisioningSearch();
  const query = useSchedules();
  const disabledReason = useDisabledReason(createImportSchedule);
  const { run } = useRouteAction(runImportSchedule, { touches: provisioningTouches });
  const [removed, setRemoved] = useState<ImportSchedule>();
  const { shown, state } = useListPanel({
    query,
    rows: query.data?.schedules,
    change,
    empty: { title: text('emptySchedules'), add: { disabledReason, run: () => change({ edit: 'new' }) } },
  });
  const columns = useMemo(
    () =>
      scheduleColumns({
        text,
        resource,
        disabledReason,
        onRemove: setRemoved,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onRun: (schedule) => run(paramsOf(schedule), { done: text('runStarted', { name: schedule.name }) }),
      }),
    [text, resource, disabledReason, change, run],
  );
  return (
    <>
      <Panel label={text('schedules')} state={state}>
        <DataTable
          name="import-schedules"
          label={text('schedules')}
          rows={shown}
          columns={columns}
          rowId={scheduleId}
          rowName={scheduleName}
          density={useDensity()}
          onOpen={({ id }) => change({ edit: String(id) })}
        />
      </Panel>
      {removed !== undefined && (
        <RemovalDialog
          route={deleteImportSchedule}
          args={paramsOf(removed)}
          touches={provisioningTouches}
          title={text('deleteTitle', { name: removed.name })}
          consequence={text('deleteConsequence')}
          action={text('delete')}
          done={text('wasDeleted', { name: removed.name })}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}
