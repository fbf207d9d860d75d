import { useMemo } from 'react';
import { occurrenceGroupings, type OccurrenceGrouping } from '#schemas/alerting/occurrence-grouping.ts';
import type { OccurrenceGroup } from '#schemas/alerting/occurrences.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Segment } from '#web/ui/button/Segment.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useAlertSearch } from '../alert-search.ts';
import { severityRank } from './occurrences.ts';
import { useOccurrenceTexts } from './texts/en.ts';

/** What the alarms are grouped by; the address keeps it. */
export function GroupChoice() {
  const text = useOccurrenceTexts();
  const { search, change } = useAlertSearch();
  return (
    <Segment
      label={text('groupBy')}
      options={[undefined, ...occurrenceGroupings].map((value) => ({
        value,
        label: text(value === undefined ? 'ungrouped' : `by-${value}`),
      }))}
      value={search.by}
      onChange={(by) => change({ by, order: undefined })}
    />
  );
}

const nameOf = ({ name }: OccurrenceGroup): string => name;

function useGroupColumns(by: OccurrenceGrouping): readonly Column<OccurrenceGroup>[] {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  return useMemo(() => {
    const count = (id: 'alarms' | 'running' | 'unacknowledged'): Column<OccurrenceGroup> => ({
      id,
      header: text(`groups-${id}`),
      value: (group) => group[id],
      cell: (group) => formatNumber(group[id], language),
      width: 148,
      align: 'right',
    });
    return [
      {
        id: 'severity',
        header: text('severity'),
        value: ({ severity }) => severityRank[severity],
        cell: ({ severity }) => <SeverityBadge short status={severity} />,
        width: 88,
      },
      { ...textColumn<OccurrenceGroup>('name', text(`by-${by}`), nameOf), width: 180, grow: 3 },
      ...(['alarms', 'running', 'unacknowledged'] as const).map(count),
      {
        id: 'longest',
        header: text('groups-longest'),
        value: ({ longest }) => longest ?? -1,
        cell: ({ longest }) => (longest === null ? '–' : formatDuration(longest * 1_000, language)),
        width: 132,
        align: 'right',
      },
    ];
  }, [by, text, language]);
}

interface Props {
  readonly by: OccurrenceGrouping;
  readonly groups: readonly OccurrenceGroup[];
}

const idOf = ({ id }: OccurrenceGroup): string => id;

/** The alarms of a period by site, device or definition; a group opens its alarms. */
export function GroupedOccurrences({ by, groups }: Props) {
  const text = useOccurrenceTexts();
  const { search, change } = useAlertSearch();
  return (
    <DataTable
      name="alarm-event-groups"
      label={text('groupTable')}
      rows={groups}
      columns={useGroupColumns(by)}
      rowId={idOf}
      rowName={nameOf}
      density={useDensity()}
      sorting={useMemo(() => sortingFrom(search.order), [search.order])}
      onSort={(next) => change({ order: sortingText(next) }, true)}
      onOpen={({ name }) => change({ by: undefined, order: undefined, q: name })}
    />
  );
}
