import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { securityLevelOf } from '#schemas/settings/snmp/credential.ts';
import {
  deleteSnmpCredential,
  listSnmpCredentials,
  updateSnmpCredential,
  type SnmpCredential,
} from '#schemas/settings/snmp/credential-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useLanguage } from '#web/lib/text.ts';
import { ListToolbar } from '../ListToolbar.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import type { SettingsText } from '../target/target-columns.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { CredentialFormDialog } from './CredentialFormDialog.tsx';

const none: readonly SnmpCredential[] = [];
const credentialId = ({ id }: SnmpCredential): string => String(id);
const credentialName = ({ name }: SnmpCredential): string => name;

/** The user of v3, and what protects its messages. */
function protectionText({ access }: SnmpCredential, text: SettingsText): string {
  const level = securityLevelOf(access);
  if (access.version !== 'v3' || level === undefined) return text('community');
  const protocols = [access.auth?.protocol, access.priv?.protocol].filter((one) => one !== undefined);
  return protocols.length === 0 ? text(level) : `${text(level)} (${protocols.join(', ')})`;
}

interface Actions {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (credential: SnmpCredential) => void;
  readonly onRemove: (credential: SnmpCredential) => void;
}

const columnsOf = (
  text: SettingsText,
  language: 'en' | 'fr',
  { resource, disabledReason, onEdit, onRemove }: Actions,
): readonly Column<SnmpCredential>[] => [
  { ...textColumn<SnmpCredential>('name', text('name'), credentialName), width: 200, fixed: true },
  { ...textColumn<SnmpCredential>('version', text('version'), ({ access }) => access.version), width: 90 },
  {
    ...textColumn<SnmpCredential>('user', text('user'), ({ access }) =>
      access.version === 'v3' ? access.user : '',
    ),
    width: 150,
  },
  {
    ...textColumn<SnmpCredential>('level', text('securityLevel'), (one) => protectionText(one, text)),
    width: 300,
    grow: 3,
  },
  {
    ...countColumn<SnmpCredential>('devices', text('usedBy'), {
      countOf: ({ devices }) => devices,
      language,
    }),
    width: 110,
  },
  resourceActionsColumn<SnmpCredential>({
    resource,
    disabledReasonOf: () => disabledReason,
    actions: (credential) => [
      rowItems(resource).edit(() => onEdit(credential)),
      ...rowItems(resource).remove(() => onRemove(credential)),
    ],
  }),
];

function Removal({
  credential,
  onClose,
}: {
  readonly credential: SnmpCredential;
  readonly onClose: () => void;
}) {
  const text = useSettingsTexts();
  const queries = useQueryClient();
  const runAction = useListAction(() => queries.invalidateQueries({ queryKey: ['settings', 'credentials'] }));
  const { id, name } = credential;
  return (
    <ConfirmDialog
      open
      title={text('removeTitle', { name })}
      consequence={text('credentialConsequence')}
      action={text('remove')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        runAction(() => call(deleteSnmpCredential, { params: { id } }), text('removed', { name }));
      }}
    />
  );
}

interface ListProps {
  readonly rows: readonly SnmpCredential[];
  readonly query: QueryState;
  readonly onRemove: (credential: SnmpCredential) => void;
}

function CredentialList({ rows, query, onRemove }: ListProps) {
  const text = useSettingsTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { search, change } = useSettingsSearch();
  const disabledReason = useDisabledReason(updateSnmpCredential);
  const mayWrite = useMissingPermission(updateSnmpCredential) === undefined;
  const { shown, state } = useListPanel({
    query,
    rows,
    q: search.q,
    textsOf: ({ name, access }) => [name, access.version === 'v3' ? access.user : ''],
    change,
    empty: {
      ...{ title: text('noCredential'), hint: text('noCredentialHint') },
      ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
    },
  });
  const onEdit = ({ id }: SnmpCredential) => change({ edit: String(id) });
  const columns = useMemo(
    () => columnsOf(text, language, { resource, disabledReason, onEdit, onRemove }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, resource, language, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <div className="tt-page-body tt-settings-body">
      <Panel label={text('credentials')} state={state}>
        <DataTable
          name="credentials"
          label={text('credentials')}
          rows={shown}
          columns={columns}
          rowId={credentialId}
          rowName={credentialName}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={(credential) => mayWrite && onEdit(credential)}
        />
      </Panel>
    </div>
  );
}

/** SNMP credentials, which discoveries and devices refer to. */
export function CredentialTab() {
  const text = useSettingsTexts();
  const { search, change } = useSettingsSearch();
  const [removed, setRemoved] = useState<SnmpCredential>();
  const query = useQuery({
    queryKey: ['settings', 'credentials'],
    queryFn: ({ signal }) => call(listSnmpCredentials, { signal }),
  });
  const rows = query.data?.credentials ?? none;
  const mayWrite = useMissingPermission(updateSnmpCredential) === undefined;
  const edited = rows.find(({ id }) => String(id) === search.edit);
  return (
    <>
      <ListToolbar
        label={text('credentials')}
        find={text('findCredential')}
        add={text('addCredential')}
        change={updateSnmpCredential}
      />
      <CredentialList rows={rows} query={query} onRemove={setRemoved} />
      {mayWrite && (search.edit === 'new' || edited !== undefined) && (
        <CredentialFormDialog
          key={search.edit}
          credential={edited}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {removed !== undefined && <Removal credential={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
