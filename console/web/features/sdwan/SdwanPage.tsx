import { useMemo, useState } from 'react';
import { IconPlus } from '@tabler/icons-react';
import { problemText } from '#schemas/problem/problem.ts';
import {
  checkSdwanServer,
  createSdwanServer,
  deleteSdwanServer,
  synchroniseSdwanServer,
} from '#schemas/sdwan/routes.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { call } from '#web/kernel/api/call.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { DocumentUseList } from '#web/kernel/resource/DocumentUseList.tsx';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { LackingNote } from './LastCollection.tsx';
import { unavailableText } from './server-draft.ts';
import { sdwanColumns } from './sdwan-columns.tsx';
import { useRefreshSdwan, useSdwanDocuments, useSdwanServers } from './sdwan-queries.ts';
import { useSdwanSearch } from './sdwan-search.ts';
import { SdwanAlarmsDialog } from './SdwanAlarmsDialog.tsx';
import { SdwanProposalsDialog } from './SdwanProposalsDialog.tsx';
import { SdwanFormDialog } from './SdwanFormDialog.tsx';
import { useSdwanTexts } from './texts/en.ts';
import './sdwan.css';

const serverId = ({ id }: SdwanServer): string => String(id);
const serverName = ({ name }: SdwanServer): string => name;

interface ListProps {
  readonly onRemove: (server: SdwanServer) => void;
}

function useServerColumns({ onRemove }: ListProps) {
  const text = useSdwanTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { change } = useSdwanSearch();
  const disabledReason = useDisabledReason(createSdwanServer);
  const act = useListAction(useRefreshSdwan());
  return useMemo(
    () =>
      sdwanColumns({
        ...{ text, resource, disabledReason, onRemove },
        onEdit: ({ id }) => change({ edit: String(id) }),
        onAlarms: ({ id }) => change({ alarms: id }),
        onProposals: ({ id }) => change({ proposals: id }),
        onCheck: ({ id, name }) =>
          act(
            () => call(checkSdwanServer, { params: { id } }),
            ({ connectivity: { fault } }) =>
              fault === null
                ? { text: text('checked', { name }) }
                : { text: unavailableText(fault.message, language), tone: 'bad' },
          ),
        onSynchronise: ({ id, name }) =>
          act(
            () => call(synchroniseSdwanServer, { params: { id } }),
            text('synchronising', { name }),
            problemText('IMPORT_START_FAILED', language),
          ),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, resource, language, disabledReason],
  );
}

function ServerList(props: ListProps) {
  const text = useSdwanTexts();
  const { search, change } = useSdwanSearch();
  const query = useSdwanServers();
  const disabledReason = useDisabledReason(createSdwanServer);
  const { shown, state, isRead } = useListPanel({
    query,
    rows: query.data?.servers,
    q: search.q,
    textsOf: ({ name, url, customerName }) => [name, url, customerName ?? ''],
    change,
    empty: {
      ...{ title: text('emptyTitle'), hint: text('emptyHint') },
      add: { disabledReason, run: () => change({ edit: 'new' }) },
    },
  });
  const columns = useServerColumns(props);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const end = isRead && <span className="tt-muted">{text('count', { count: shown.length })}</span>;
  return (
    <>
      <Toolbar label={text('toolbar')} end={end}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-page-body">
        <Panel label={text('title')} state={state}>
          <DataTable
            name="sdwan-managers"
            label={text('title')}
            rows={shown}
            columns={columns}
            rowId={serverId}
            rowName={serverName}
            density={useDensity()}
            sorting={sorting}
            onSort={(next) => change({ sort: sortingText(next) })}
            onOpen={({ id }) => change({ edit: String(id) })}
          />
        </Panel>
      </div>
    </>
  );
}

function Removal({ server, onClose }: { readonly server: SdwanServer; readonly onClose: () => void }) {
  const text = useSdwanTexts();
  const resource = useResourceTexts();
  const act = useListAction(useRefreshSdwan());
  const { id, name } = server;
  const uses = useSdwanDocuments(id);
  return (
    <ConfirmDialog
      open
      title={text('deleteTitle', { name })}
      consequence={text('deleteConsequence')}
      action={text('delete')}
      disabledReason={uses.isPending ? resource('usedSearch') : undefined}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        act(() => call(deleteSdwanServer, { params: { id } }), text('wasDeleted', { name }));
      }}
    >
      <DocumentUseList query={uses} consequence={text('deleteUses')} />
    </ConfirmDialog>
  );
}

/** Which managers will no longer let in, before they do. */
function ExpiringCredentials({ servers }: { readonly servers: readonly SdwanServer[] }) {
  const text = useSdwanTexts();
  const names = servers.filter(({ credentials }) => credentials.expiring.length > 0).map(serverName);
  if (names.length === 0) return null;
  return <Banner tone="warning">{text('expiring', { names: names.join(', ') })}</Banner>;
}

/** The dialogs that the address names. */
function OpenDialogs({ servers, customers }: NonNullable<ReturnType<typeof useSdwanServers>['data']>) {
  const { search, change } = useSdwanSearch();
  const edited = servers.find(({ id }) => String(id) === search.edit);
  const alarmed = servers.find(({ id }) => id === search.alarms);
  const compared = servers.find(({ id }) => id === search.proposals);
  return (
    <>
      {(search.edit === 'new' || edited !== undefined) && (
        <SdwanFormDialog
          key={search.edit}
          server={edited}
          customers={customers}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {alarmed !== undefined && (
        <SdwanAlarmsDialog server={alarmed} onClose={() => change({ alarms: undefined })} />
      )}
      {compared !== undefined && (
        <SdwanProposalsDialog server={compared} onClose={() => change({ proposals: undefined })} />
      )}
    </>
  );
}

/** The SD-WAN managers of the provider. */
export function SdwanPage() {
  const text = useSdwanTexts();
  const { change } = useSdwanSearch();
  const { data } = useSdwanServers();
  const [removed, setRemoved] = useState<SdwanServer>();
  const add = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(createSdwanServer)}
      onClick={() => change({ edit: 'new' })}
    >
      {text('add')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={add} />
      <ReadOnlyNote call={createSdwanServer} />
      <ExpiringCredentials servers={data?.servers ?? []} />
      <LackingNote servers={data?.servers ?? []} />
      <ServerList onRemove={setRemoved} />
      {data !== undefined && <OpenDialogs {...data} />}
      {removed !== undefined && <Removal server={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
