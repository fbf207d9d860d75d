import type { ReactNode } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import type { CellContext, Column } from '#web/ui/table/table-column.ts';
import { Time } from '#web/ui/text/Time.tsx';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import { useIncidents, type Incidents } from '../incident/use-running-incidents.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { alarmStates } from './alarm-state.ts';
import { isGroup, type RowGroup, type AlertTableRow } from './group-alarms.ts';
import './group-cells.css';

interface Folding {
  readonly folded: (group: RowGroup) => boolean;
  readonly turn: (group: RowGroup) => void;
}

/** The name of a group, as its head shows it. */
export function useGroupName({ sentence }: Pick<Incidents, 'sentence'>): (group: RowGroup) => string {
  const text = useAlertingTexts();
  const ui = useUiTexts();
  return ({ by, value, alarms }) => {
    if (by === 'incident') return sentence(alarms);
    if (by === 'storm') return text('storm', { alarm: value, count: alarms.length });
    const severity = Severity.safeParse(value);
    if (by === 'severity' && severity.success) return ui(severity.data);
    const state = alarmStates.find((each) => each === value);
    if (by === 'state' && state !== undefined) return text(state);
    return value === '' ? text(by === 'assignee' ? 'unassigned' : 'noDevice') : value;
  };
}

function GroupName({
  group,
  folding: { folded, turn },
  active,
}: {
  readonly group: RowGroup;
  readonly folding: Folding;
  readonly active: boolean;
}) {
  const text = useAlertingTexts();
  const name = useGroupName(useIncidents())(group);
  const isFoldedAway = folded(group);
  return (
    <>
      <span className="tt-fold">
        <button
          type="button"
          tabIndex={active ? 0 : -1}
          aria-expanded={!isFoldedAway}
          onClick={() => turn(group)}
        >
          <IconChevronRight size={14} aria-hidden="true" />
          <span className="tt-hidden">
            {text(isFoldedAway ? 'unfoldGroup' : 'foldGroup', { group: name, count: group.alarms.length })}
          </span>
          <span aria-hidden="true">{group.alarms.length}</span>
        </button>
      </span>
      <strong
        className={`tt-group-name tt-ellipsis${group.by === 'incident' ? ' tt-incident-head' : ''}`}
        title={name}
      >
        {name}
      </strong>
    </>
  );
}

function GroupCounts({ counts }: RowGroup) {
  const text = useAlertingTexts();
  return <span className="tt-muted tt-ellipsis">{text('groupUnhandled', { count: counts.unhandled })}</span>;
}

/** What the head of a group shows in a column. */
function groupCell(
  id: string,
  group: RowGroup,
  context: CellContext & { readonly folding: Folding },
): ReactNode {
  if (id === 'severity') return <SeverityBadge short status={group.worst} />;
  if (id === 'alarm') return <GroupName group={group} folding={context.folding} active={context.active} />;
  // The sentence of an incident says since when, and takes the room of all cells up to the status.
  if (id === (group.by === 'incident' ? 'handling' : 'site')) return <GroupCounts {...group} />;
  return id === 'since' && group.by !== 'incident' && group.counts.oldest !== null ? (
    <Time as="age" at={group.counts.oldest * 1_000} />
  ) : null;
}

/** The columns of alarms, for a table whose rows are alarms and heads of groups. */
export const columnsWithGroups = (
  columns: readonly Column<AlarmRow>[],
  folding: Folding,
): readonly Column<AlertTableRow>[] =>
  columns.map(({ value, cell, ...column }) => ({
    ...column,
    value: (row) => (isGroup(row) ? null : value(row)),
    cell: (row, context) =>
      isGroup(row) ? groupCell(column.id, row, { ...context, folding }) : cell(row, context),
  }));
