import { Suspense, useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listRoles } from '#schemas/role/routes.ts';
import {
  deleteOidcProvider,
  listOidcProviders,
  updateOidcProvider,
  type ListedOidcProvider,
} from '#schemas/settings/oidc/routes.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { AddButton } from '../AddButton.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { oidcColumns, oidcName } from './oidc-columns.tsx';
import { useOidcTexts } from './texts/en.ts';

const OidcFormDialog = lazyOverlay(() => import('./OidcFormDialog.tsx'), 'OidcFormDialog');

const keyOfProvider = ({ id }: ListedOidcProvider): string => String(id);

const textsOfProvider = ({ name, issuer, slug }: ListedOidcProvider) => [name, issuer, slug];

interface RemovalProps {
  readonly provider: ListedOidcProvider;
  readonly onClose: () => void;
}

function Removal({ provider: { id, name, accounts }, onClose }: RemovalProps) {
  const text = useOidcTexts();
  const language = useLanguage();
  return (
    <RemovalDialog
      route={deleteOidcProvider}
      args={{ params: { id } }}
      touches={[listOidcProviders]}
      title={text('removeTitle', { name })}
      consequence={text('removeConsequence', { accounts: formatNumber(accounts, language) })}
      action={text('remove')}
      done={text('removed', { name })}
      onClose={onClose}
    />
  );
}

function useOidcColumns(
  onEdit: (provider: ListedOidcProvider) => void,
  onRemove: (provider: ListedOidcProvider) => void,
) {
  const text = useOidcTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(updateOidcProvider);
  return useMemo(
    () => oidcColumns({ text, language, resource, disabledReason, onEdit, onRemove }),
    [text, resource, language, disabledReason, onEdit, onRemove],
  );
}

/** OpenID Connect providers of the sign-in page. */
export function OidcTab() {
  const text = useOidcTexts();
  const address = useSettingsSearch();
  const { search, change } = address;
  const [removed, setRemoved] = useState<ListedOidcProvider>();
  const query = useQuery(routeQuery(listOidcProviders));
  const roles = useQuery(routeQuery(listRoles));
  const rows = query.data?.providers;
  const disabledReason = useDisabledReason(updateOidcProvider);
  const mayWrite = useMissingPermission(updateOidcProvider) === undefined;
  const onEdit = useCallback(({ id }: ListedOidcProvider) => change({ edit: String(id) }), [change]);
  const edited = rows?.find((provider) => keyOfProvider(provider) === search.edit);
  const isOpen = mayWrite && (search.edit === 'new' || edited !== undefined);
  return (
    <>
      <ListTable
        name="oidc-providers"
        label={text('title')}
        find={text('find')}
        renderEnd={() => <AddButton label={text('add')} writing={updateOidcProvider} />}
        address={address}
        query={query}
        rows={rows}
        columns={useOidcColumns(onEdit, setRemoved)}
        rowId={keyOfProvider}
        rowName={oidcName}
        textsOf={textsOfProvider}
        empty={{
          title: text('none'),
          hint: text('noneHint'),
          ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
        }}
        onOpen={(provider) => mayWrite && onEdit(provider)}
      />
      {isOpen && query.data !== undefined && roles.data !== undefined && (
        <Suspense fallback={null}>
          <OidcFormDialog
            key={search.edit}
            provider={edited}
            roles={roles.data.roles}
            publicUrl={query.data.publicUrl}
            onClose={() => change({ edit: undefined })}
          />
        </Suspense>
      )}
      {removed !== undefined && <Removal provider={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
