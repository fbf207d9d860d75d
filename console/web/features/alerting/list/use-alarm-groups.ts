import { useCallback, useMemo, useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { TreePlace } from '#web/ui/table/table-column.ts';
import {
  alarmsOfSelection,
  groupAlarms,
  isFolded,
  isGroup,
  withFullGroups,
  type RowGroup,
  type AlertTableRow,
  type Grouping,
} from './group-alarms.ts';
import { useFolding } from './folded-alarms.tsx';

interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
}

interface Options {
  readonly by: Grouping | undefined;
  readonly selection: Selection;
}

const none: readonly AlarmRow[] = [];
const nothing: ReadonlySet<string> = new Set();
const isAlarm = (row: AlertTableRow): row is AlarmRow => !isGroup(row);

/** Which groups are folded, and what turns one. */
function useTurned() {
  const [turned, setTurned] = useState(nothing);
  const folded = useCallback((group: RowGroup) => isFolded(group, turned), [turned]);
  const turn = useCallback(({ id }: RowGroup) => {
    setTurned((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return { folded, turn };
}

/**
 * The rows of the table in groups: those that the user requested, or else storms, next to the alarms that explain others. In groups that
 * the user requested every alarm is a row of its own.
 */
export function useAlarmGroups(alarms: readonly AlarmRow[], { by, selection }: Options) {
  const { folded, turn } = useTurned();
  const folding = useFolding(by === undefined ? alarms : none);
  const { arrange: foldExplained } = folding;
  const arrange = useCallback(
    (sorted: readonly AlertTableRow[]): readonly AlertTableRow[] => {
      const own = sorted.filter(isAlarm);
      return groupAlarms(by === undefined ? foldExplained(own) : own, by).flatMap((row) =>
        isGroup(row) && !folded(row) ? [row, ...row.alarms] : [row],
      );
    },
    [by, folded, foldExplained],
  );
  const groups = useMemo(() => groupAlarms(alarms, by).filter(isGroup), [alarms, by]);
  const members = useMemo(
    () => new Set(groups.flatMap(({ alarms: own }) => own.map(({ id }) => id))),
    [groups],
  );
  const selected = useMemo(() => withFullGroups(selection.ids, groups), [selection.ids, groups]);
  const placeOf = (row: AlertTableRow): TreePlace => {
    if (isGroup(row)) return { level: 1, expanded: !folded(row) };
    return members.has(row.id) ? { level: 2 } : (folding.placeOf?.(row) ?? { level: 1 });
  };
  const onKey = (key: string, row: AlertTableRow): void => {
    if (!isGroup(row)) folding.onKey(key, row);
    else if (key === (folded(row) ? 'ArrowRight' : 'ArrowLeft')) turn(row);
  };
  return {
    folding: folding.folding,
    arrange,
    placeOf: groups.length === 0 && folding.placeOf === undefined ? undefined : placeOf,
    onKey,
    turn,
    folded,
    selected,
    onSelect: (ids: ReadonlySet<string>) =>
      selection.select(alarmsOfSelection(ids, { groups, before: selected, folded })),
  };
}
