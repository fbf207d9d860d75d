import { useMemo } from 'react';
import { problemText } from '#schemas/problem/problem.ts';
import {
  checkSdwanServer,
  createSdwanServer,
  deleteSdwanServer,
  synchroniseSdwanServer,
} from '#schemas/sdwan/routes.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { ListPage } from '#web/kernel/list/ListPage.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { DocumentUseList } from '#web/kernel/resource/DocumentUseList.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { LackingNote } from './LastCollection.tsx';
import { unavailableText } from './server-draft.ts';
import { sdwanActions, sdwanColumns } from './sdwan-columns.tsx';
import { sdwanTouches, useSdwanDocuments, useSdwanServers } from './sdwan-queries.ts';
import { useSdwanSearch } from './sdwan-search.ts';
import { SdwanAlarmsDialog } from './SdwanAlarmsDialog.tsx';
import { SdwanProposalsDialog } from './SdwanProposalsDialog.tsx';
import { SdwanFormDialog } from './SdwanFormDialog.tsx';
import { useSdwanTexts } from './texts/en.ts';
import './sdwan.css';

const none: readonly SdwanServer[] = [];
const actionsCard = { line: 1, end: true } as const;
const serverName = ({ name }: SdwanServer): string => name;
const textsOfServer = ({ name, url, customerName }: SdwanServer) => [name, url, customerName ?? ''];

const countOf = (shown: readonly object[] | undefined, text: ReturnType<typeof useSdwanTexts>) =>
  shown && <span className="tt-muted">{text('count', { count: shown.length })}</span>;

function useServerActions() {
  const text = useSdwanTexts();
  const language = useLanguage();
  const { change } = useSdwanSearch();
  const { run: check } = useRouteAction(checkSdwanServer, { touches: sdwanTouches });
  const { run: synchronise } = useRouteAction(synchroniseSdwanServer, { touches: sdwanTouches });
  return useMemo(
    () =>
      sdwanActions({
        text,
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
    [text, language, change, check, synchronise],
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

/** The alarms or proposals that the address opens. */
function OpenDialogs({ servers }: { readonly servers: readonly SdwanServer[] }) {
  const { search, change } = useSdwanSearch();
  const alarmed = servers.find(({ id }) => id === search.alarms);
  const compared = servers.find(({ id }) => id === search.proposals);
  return (
    <>
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
  const query = useSdwanServers();
  const { servers = none, customers } = query.data ?? {};
  return (
    <>
      <ListPage
        name="sdwan-managers"
        title={text('title')}
        add={text('add')}
        toolbar={text('toolbar')}
        find={text('find')}
        empty={{ title: text('emptyTitle'), hint: text('emptyHint') }}
        address={useSdwanSearch()}
        query={query}
        rows={query.data?.servers}
        columns={useMemo(() => sdwanColumns(text), [text])}
        rowActions={useServerActions()}
        actionsCard={actionsCard}
        textsOf={textsOfServer}
        renderEnd={(shown) => countOf(shown, text)}
        writing={createSdwanServer}
        notes={
          <>
            <ReadOnlyNote call={createSdwanServer} />
            <ExpiringCredentials servers={servers} />
            <LackingNote servers={servers} />
          </>
        }
        renderForm={(server, onClose) =>
          customers && (
            <SdwanFormDialog
              key={server?.id ?? 'new'}
              server={server}
              customers={customers}
              onClose={onClose}
            />
          )
        }
        renderRemoval={(server, onClose) => <Removal server={server} onClose={onClose} />}
      />
      <OpenDialogs servers={servers} />
    </>
  );
}
