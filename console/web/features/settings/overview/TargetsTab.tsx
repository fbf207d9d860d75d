import { useCallback, useMemo, useState } from 'react';
import { services } from '#schemas/settings/webhook/service/service.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { noChoices, useFilterTexts } from '../target/use-filter-text.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { AddTarget } from './AddTarget.tsx';
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

/** The name of the service, or of the kind of a target. */
function useKindText(): (row: TargetRow) => string {
  const text = useOverviewTexts();
  return useCallback(
    ({ kind, service }) => (service === undefined ? text(`kind-${kind}`) : services[service].name),
    [text],
  );
}

function useOverviewColumns(onTest: (row: TargetRow) => void) {
  const text = useOverviewTexts();
  const settings = useSettingsTexts();
  const language = useLanguage();
  const { change } = useSettingsSearch();
  const filterText = useFilterTexts();
  const testReason = useTestReasons();
  const kindText = useKindText();
  return useMemo(
    () =>
      overviewColumns({
        kindText,
        text,
        settings,
        language,
        testReason,
        onTest,
        filterText: ({ filter, choices = noChoices }) =>
          filter === undefined ? '' : filterText(filter, choices),
        onOpen: ({ kind, id }) => change({ tab: tabOfKind[kind], open: id, q: undefined, sort: undefined }),
        onEdit: ({ kind, id }) =>
          change({ tab: tabOfKind[kind], edit: String(id), q: undefined, sort: undefined }),
      }),
    [text, settings, language, kindText, filterText, testReason, onTest, change],
  );
}

interface TableProps {
  readonly rows: readonly TargetRow[];
  readonly query: QueryState;
}

function TargetTable({ rows, query }: TableProps) {
  const text = useOverviewTexts();
  const address = useSettingsSearch();
  const kindText = useKindText();
  const [tested, setTested] = useState<TargetRow>();
  return (
    <>
      <ListTable
        name="notification-targets"
        label={text('targets')}
        find={text('find')}
        renderEnd={(shown) => (
          <>
            {shown && <span className="tt-muted">{text('count', { count: shown.length })}</span>}
            <AddTarget />
          </>
        )}
        address={address}
        query={query}
        rows={rows}
        columns={useOverviewColumns(setTested)}
        rowId={targetKeyOf}
        rowName={rowName}
        textsOf={(row) => [row.name, kindText(row)]}
        empty={{ title: text('noTarget'), hint: text('noTargetHint') }}
        onOpen={({ kind, id }) =>
          address.change({ tab: tabOfKind[kind], open: id, q: undefined, sort: undefined })
        }
      />
      {tested !== undefined && <TestDialog target={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}

/** All notification targets, those in trouble first. Opening one shows its settings and deliveries in the tab of its kind. */
export function TargetsTab() {
  const { rows, query } = useTargetRows();
  return query === undefined ? null : <TargetTable rows={rows} query={query} />;
}
