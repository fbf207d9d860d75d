import { Suspense, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRoles } from '#schemas/role/routes.ts';
import {
  deleteOidcProvider,
  listOidcProviders,
  updateOidcProvider,
  type ListedOidcProvider,
} from '#schemas/settings/oidc/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { RemovalDialog } from '#web/kernel/resource/RemovalDialog.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ListToolbar } from '../ListToolbar.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { oidcColumns, oidcName } from './oidc-columns.tsx';
import { useOidcTexts } from './texts/en.ts';

const OidcFormDialog = lazyOverlay(() => import('./OidcFormDialog.tsx'), 'OidcFormDialog');

const oidcListKey = ['settings', 'oidc'];
const none: readonly ListedOidcProvider[] = [];
const keyOfProvider = ({ id }: ListedOidcProvider): string => String(id);

interface RemovalProps {
  readonly provider: ListedOidcProvider;
  readonly onClose: () => void;
}

function Removal({ provider, onClose }: RemovalProps) {
  const text = useOidcTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { id, name, accounts } = provider;
  return (
    <RemovalDialog
      words={{
        title: text('removeTitle', { name }),
        consequence: text('removeConsequence', { accounts: formatNumber(accounts, language) }),
        action: text('remove'),
        done: text('removed', { name }),
      }}
      remove={() => call(deleteOidcProvider, { params: { id } })}
      refresh={() => queries.invalidateQueries({ queryKey: oidcListKey })}
      onClose={onClose}
    />
  );
}

interface ListProps {
  readonly rows: readonly ListedOidcProvider[];
  readonly query: QueryState;
  readonly onRemove: (provider: ListedOidcProvider) => void;
}

function OidcList({ rows, query, onRemove }: ListProps) {
  const text = useOidcTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { search, change } = useSettingsSearch();
  const disabledReason = useDisabledReason(updateOidcProvider);
  const mayWrite = useMissingPermission(updateOidcProvider) === undefined;
  const { shown, state } = useListPanel({
    ...{ query, rows, q: search.q, change },
    textsOf: ({ name, issuer, slug }) => [name, issuer, slug],
    empty: {
      ...{ title: text('none'), hint: text('noneHint') },
      ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
    },
  });
  const onEdit = ({ id }: ListedOidcProvider) => change({ edit: String(id) });
  const columns = useMemo(
    () => oidcColumns({ text, language, resource, disabledReason, onEdit, onRemove }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- onEdit and onRemove do the same after every render
    [text, resource, language, disabledReason],
  );
  return (
    <div className="tt-page-body tt-settings-body">
      <Panel label={text('title')} state={state}>
        <DataTable
          name="oidc-providers"
          label={text('title')}
          rows={shown}
          columns={columns}
          rowId={keyOfProvider}
          rowName={oidcName}
          density={useDensity()}
          sorting={useMemo(() => sortingFrom(search.sort), [search.sort])}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={(provider) => mayWrite && onEdit(provider)}
        />
      </Panel>
    </div>
  );
}

/** OpenID Connect providers of the sign-in page. */
export function OidcTab() {
  const text = useOidcTexts();
  const { search, change } = useSettingsSearch();
  const [removed, setRemoved] = useState<ListedOidcProvider>();
  const query = useQuery({
    queryKey: oidcListKey,
    queryFn: ({ signal }) => call(listOidcProviders, { signal }),
  });
  const roles = useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await call(listRoles, { signal })).roles,
  });
  const rows = query.data?.providers ?? none;
  const mayWrite = useMissingPermission(updateOidcProvider) === undefined;
  const edited = rows.find((provider) => keyOfProvider(provider) === search.edit);
  const isOpen = mayWrite && (search.edit === 'new' || edited !== undefined);
  return (
    <>
      <ListToolbar label={text('title')} find={text('find')} add={text('add')} change={updateOidcProvider} />
      <OidcList rows={rows} query={query} onRemove={setRemoved} />
      {isOpen && query.data !== undefined && roles.data !== undefined && (
        <Suspense fallback={null}>
          <OidcFormDialog
            key={search.edit}
            provider={edited}
            roles={roles.data}
            publicUrl={query.data.publicUrl}
            onClose={() => change({ edit: undefined })}
          />
        </Suspense>
      )}
      {removed !== undefined && <Removal provider={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
