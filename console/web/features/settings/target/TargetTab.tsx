import { useMemo, type ReactNode } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import type { PermissionCall } from '#web/kernel/permission/missing-permission.ts';
import { useMissingPermission, useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useSettingsSearch } from '../settings-search.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { type NotificationTarget, targetRowId, targetRowName } from './notification-target.ts';

export interface TargetWords {
  /** Under which the user's columns are stored. */
  readonly columns: string;
  readonly table: string;
  readonly find: string;
  readonly add: string;
  readonly emptyTitle: string;
  readonly emptyHint: string;
}

interface Props<Row extends NotificationTarget> {
  readonly words: TargetWords;
  /** The call that updates one; its contract states the permission. */
  readonly writing: PermissionCall;
  readonly query: QueryState;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly searchedText: (row: Row) => string;
  readonly above?: ReactNode;
  readonly toolbar?: ReactNode;
  readonly renderDetails: (row: Row) => ReactNode;
  /** Undefined for a new one. */
  readonly renderForm: (row: Row | undefined) => ReactNode;
}

const columnsWithDetails: ReadonlySet<string> = new Set(['url', 'address', 'recipients', 'what']);
const nothing: ReadonlySet<string> = new Set();

function useTargetPanel<Row extends NotificationTarget>(props: Props<Row>) {
  const { query, rows, words, writing, searchedText } = props;
  const { search, change } = useSettingsSearch();
  const disabledReason = useDisabledReason(writing);
  const mayWrite = useMissingPermission(writing) === undefined;
  return useListPanel({
    query,
    rows,
    q: search.q,
    textsOf: (row) => [searchedText(row)],
    change,
    empty: {
      title: words.emptyTitle,
      hint: words.emptyHint,
      ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
    },
  });
}

/** The targets of a kind: list, details and form. */
export function TargetTab<Row extends NotificationTarget>(props: Props<Row>) {
  const { words, rows, columns, writing, above, toolbar, renderDetails, renderForm } = props;
  const text = useSettingsTexts();
  const { search, change } = useSettingsSearch();
  const { shown, state } = useTargetPanel(props);
  const isWide = useWide();
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const disabledReason = useDisabledReason(writing);
  const mayWrite = useMissingPermission(writing) === undefined;
  const opened = rows.find(({ id }) => id === search.open);
  const edited = rows.find(({ id }) => String(id) === search.edit);
  return (
    <>
      {above}
      <Toolbar
        label={words.table}
        end={
          <>
            {toolbar}
            {mayWrite && (
              <Button
                kind="primary"
                icon={<IconPlus size={15} />}
                disabledReason={disabledReason}
                onClick={() => change({ edit: 'new' })}
              >
                {words.add}
              </Button>
            )}
          </>
        }
      >
        <SearchField label={words.find} value={search.q} onChange={(q) => change({ q })} />
        {props.query.data !== undefined && (
          <span className="tt-muted tt-caption">{text('count', { count: shown.length })}</span>
        )}
      </Toolbar>
      <div className="tt-page-body tt-settings-body">
        <Panel label={words.table} state={state}>
          <DataTable
            name={words.columns}
            label={words.table}
            rows={shown}
            columns={columns}
            rowId={targetRowId}
            rowName={targetRowName}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : columnsWithDetails}
            sorting={sorting}
            openedId={opened === undefined ? undefined : String(opened.id)}
            onSort={(next) => change({ sort: sortingText(next) })}
            onOpen={({ id }) => change({ open: id === search.open ? undefined : id })}
          />
        </Panel>
        {opened !== undefined && renderDetails(opened)}
      </div>
      {mayWrite && (search.edit === 'new' || edited !== undefined) && renderForm(edited)}
    </>
  );
}
