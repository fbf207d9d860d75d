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
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { DocumentUseList } from '#web/kernel/resource/DocumentUseList.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { LackingNote } from './LastCollection.tsx';
import { unavailableText } from './server-draft.ts';
import { sdwanColumns } from './sdwan-columns.tsx';
import { sdwanTouches, useSdwanDocuments, useSdwanServers } from './sdwan-queries.ts';
import { useSdwanSearch } from './sdwan-search.ts';
import { SdwanAlarmsDialog } from './SdwanAlarmsDialog.tsx';
import { SdwanProposalsDialog } from './SdwanProposalsDialog.tsx';
import { SdwanFormDialog } from './SdwanFormDialog.tsx';
import { useSdwanTexts } from './texts/en.ts';
import './sdwan.css';

const serverId = ({ id }: SdwanServer): string => String(id);
const serverName = ({ name }: SdwanServer): string => name;
const textsOfServer = ({ name, url, customerName }: SdwanServer) => [name, url, customerName ?? ''];

const countOf = (shown: readonly object[] | undefined, text: ReturnType<typeof useSdwanTexts>) =>
  shown && <span className="tt-muted">{text('count', { count: shown.length })}</span>;

interface ListProps {
  readonly onRemove: (server: SdwanServer) => void;
}

function useServerColumns({ onRemove }: ListProps) {
  const text = useSdwanTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { change } = useSdwanSearch();
  const disabledReason = useDisabledReason(createSdwanServer);
  const { run: check } = useRouteAction(checkSdwanServer, { touches: sdwanTouches });
  const { run: synchronise } = useRouteAction(synchroniseSdwanServer, { touches: sdwanTouches });
  return useMemo(
    () =>
      sdwanColumns({
        text,
        resource,
        disabledReason,
        onRemove,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onAlarms: ({ id }) => change({ alarms: id }),
        onProposals: ({ id }) => change({ proposals: id }),
        onCheck: ({ id, name }) =>
          check(
            { params: { id } },
            {
              done: ({ connectivity: { fault } }) =>
                fault === null
                  ? { text: text('checked', { name }) }
                  : { text: unavailableText(fault.message, language), tone: 'bad' },
            },
          ),
        onSynchronise: ({ id, name }) =>
          synchronise(
            { params: { id } },
            {
              done: text('synchronising', { name }),
              failure: problemText('IMPORT_START_FAILED', language),
            },
          ),
      }),
    [text, resource, language, disabledReason, change, check, synchronise, onRemove],
  );
}

function ServerList(props: ListProps) {
  const text = useSdwanTexts();
  const address = useSdwanSearch();
  const { change } = address;
  const query = useSdwanServers();
  const disabledReason = useDisabledReason(createSdwanServer);
  return (
    <ListTable
      name="sdwan-managers"
      label={text('title')}
      toolbar={text('toolbar')}
      find={text('find')}
      address={address}
      query={query}
      rows={query.data?.servers}
      columns={useServerColumns(props)}
      rowId={serverId}
      rowName={serverName}
      textsOf={textsOfServer}
      empty={{
        title: text('emptyTitle'),
        hint: text('emptyHint'),
        add: { disabledReason, run: () => change({ edit: 'new' }) },
      }}
      renderEnd={(shown) => countOf(shown, text)}
      onOpen={({ id }) => change({ edit: String(id) })}
    />
  );
}

function Removal({ server, onClose }: { readonly server: SdwanServer; readonly onClose: () => void }) {
  const text = useSdwanTexts();
  const resource = useResourceTexts();
  const { id, name } = server;
  const uses = useSdwanDocuments(id);
  return (
    <RemovalDialog
      route={deleteSdwanServer}
      args={{ params: { id } }}
      touches={sdwanTouches}
      title={text('deleteTitle', { name })}
      consequence={text('deleteConsequence')}
      action={text('delete')}
      done={text('wasDeleted', { name })}
      disabledReason={uses.isPending ? resource('usedSearch') : undefined}
      onClose={onClose}
    >
      <DocumentUseList query={uses} consequence={text('deleteUses')} />
    </RemovalDialog>
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
