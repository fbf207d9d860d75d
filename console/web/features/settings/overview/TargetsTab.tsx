import { useMemo, useState } from 'react';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useSettingsSearch } from '../settings-search.ts';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { noChoices, useFilterTexts } from '../target/use-filter-text.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { overviewColumns } from './overview-columns.tsx';
import { tabOfKind, targetKeyOf, testOfKind, useTargetRows, type TargetRow } from './target-rows.ts';
import { useOverviewTexts } from './texts/en.ts';

const rowName = ({ name }: TargetRow): string => name;

interface TestProps {
  readonly target: TargetRow;
  readonly onClose: () => void;
}

/** Sends a test to a stored target, with the response. */
function TestDialog({ target, onClose }: TestProps) {
  const text = useOverviewTexts();
  const { name, test } = target;
  return (
    <Dialog
      open
      title={text('test', { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{text('close')}</Button>}
    >
      <TestDelivery label={text('testTarget')} run={() => test?.()} />
    </Dialog>
  );
}

/** Why the user cannot write targets of a kind. */
function useTestReasons(): (row: TargetRow) => string | undefined {
  const webhook = useDisabledReason(testOfKind.webhook);
  const trap = useDisabledReason(testOfKind.trap);
  const mail = useDisabledReason(testOfKind.mail);
  return useMemo(() => {
    const reasons = { webhook, trap, mail };
    return ({ kind }) => reasons[kind];
  }, [webhook, trap, mail]);
}

function useOverviewColumns(onTest: (row: TargetRow) => void) {
  const text = useOverviewTexts();
  const settings = useSettingsTexts();
  const language = useLanguage();
  const { change } = useSettingsSearch();
  const filterText = useFilterTexts();
  const testReason = useTestReasons();
  return useMemo(
    () =>
      overviewColumns({
        ...{ text, settings, language, testReason, onTest },
        filterText: ({ filter, choices = noChoices }) =>
          filter === undefined ? '' : filterText(filter, choices),
        onOpen: ({ kind, id }) => change({ tab: tabOfKind[kind], open: id, q: undefined, sort: undefined }),
        onEdit: ({ kind, id }) =>
          change({ tab: tabOfKind[kind], edit: String(id), q: undefined, sort: undefined }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, settings, language, filterText, testReason, onTest],
  );
}

interface TableProps {
  readonly rows: readonly TargetRow[];
  readonly query: QueryState;
}

function TargetTable({ rows, query }: TableProps) {
  const text = useOverviewTexts();
  const { search, change } = useSettingsSearch();
  const [tested, setTested] = useState<TargetRow>();
  const columns = useOverviewColumns(setTested);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const { shown, state, isRead } = useListPanel({
    query,
    rows,
    q: search.q,
    textsOf: ({ name, kind }) => [name, text(`kind-${kind}`)],
    change,
    empty: { title: text('noTarget'), hint: text('noTargetHint') },
  });
  return (
    <>
      <Toolbar
        label={text('targets')}
        end={isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>}
      >
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('targets')} state={state}>
        <DataTable
          name="notification-targets"
          label={text('targets')}
          rows={shown}
          columns={columns}
          rowId={targetKeyOf}
          rowName={rowName}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={({ kind, id }) => change({ tab: tabOfKind[kind], open: id, q: undefined, sort: undefined })}
        />
      </Panel>
      {tested !== undefined && <TestDialog target={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}

/** All notification targets, those in trouble first. Opening one shows its settings and deliveries in the tab of its kind. */
export function TargetsTab() {
  const { rows, query } = useTargetRows();
  return query === undefined ? null : <TargetTable rows={rows} query={query} />;
}
