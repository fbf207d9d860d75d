import { Suspense, useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  deleteAgent,
  listAgents,
  readAgentTraffic,
  updateAgent,
  type ListedAgent,
} from '#schemas/settings/agent/routes.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { AddButton } from '../AddButton.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { agentColumns, agentName } from './agent-columns.tsx';
import { shownAgents, type ShownAgent } from './agent-draft.ts';
import { useAgentTexts } from './texts/en.ts';

const AgentFormDialog = lazyOverlay(() => import('./AgentFormDialog.tsx'), 'AgentFormDialog');

const none: readonly ListedAgent[] = [];
const agentKey = ({ id }: ShownAgent): string => String(id);
const textsOfAgent = ({ agentId, customerName, networkMarker, index, source }: ShownAgent) => [
  agentId,
  customerName,
  networkMarker,
  index,
  source,
];
/** New measures of collectors arrive every ten seconds. */
const REFRESH_MS = 30_000;

interface RemovalProps {
  readonly agent: ShownAgent;
  readonly onClose: () => void;
}

function Removal({ agent: { id, name, source }, onClose }: RemovalProps) {
  const text = useAgentTexts();
  return (
    <RemovalDialog
      route={deleteAgent}
      args={{ params: { id } }}
      touches={[below(listAgents)]}
      title={text('removeTitle', { name })}
      consequence={text('removeConsequence', { source })}
      action={text('remove')}
      done={text('removed', { name })}
      onClose={onClose}
    />
  );
}

/** The agents with what each received; undefined until they are read. */
function useShownAgents() {
  const query = useQuery(routeQuery(listAgents));
  const traffic = useQuery({ ...routeQuery(readAgentTraffic), refetchInterval: REFRESH_MS });
  const agents = query.data?.agents;
  const rows = useMemo(() => agents && shownAgents(agents, traffic.data), [agents, traffic.data]);
  return { query, rows };
}

function useAgentColumns(onEdit: (agent: ShownAgent) => void, onRemove: (agent: ShownAgent) => void) {
  const text = useAgentTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(updateAgent);
  return useMemo(
    () => agentColumns({ text, language, resource, disabledReason, onEdit, onRemove }),
    [text, resource, language, disabledReason, onEdit, onRemove],
  );
}

/** Exporters outside the inventory whose flows belong to a customer. */
export function AgentTab() {
  const text = useAgentTexts();
  const address = useSettingsSearch();
  const { search, change } = address;
  const [removed, setRemoved] = useState<ShownAgent>();
  const { query, rows } = useShownAgents();
  const disabledReason = useDisabledReason(updateAgent);
  const mayWrite = useMissingPermission(updateAgent) === undefined;
  const onEdit = useCallback(({ id }: ShownAgent) => change({ edit: String(id) }), [change]);
  const edited = rows?.find((agent) => agentKey(agent) === search.edit);
  return (
    <>
      <ListTable
        name="agents"
        label={text('title')}
        find={text('find')}
        renderEnd={() => <AddButton label={text('add')} writing={updateAgent} />}
        address={address}
        query={query}
        rows={rows}
        columns={useAgentColumns(onEdit, setRemoved)}
        rowId={agentKey}
        rowName={agentName}
        textsOf={textsOfAgent}
        empty={{
          title: text('none'),
          hint: text('noneHint'),
          ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
        }}
        onOpen={(agent) => mayWrite && onEdit(agent)}
      />
      {mayWrite && (search.edit === 'new' || edited !== undefined) && (
        <Suspense fallback={null}>
          <AgentFormDialog
            key={search.edit}
            agent={edited}
            all={rows ?? none}
            customers={query.data?.customers ?? []}
            onClose={() => change({ edit: undefined })}
          />
        </Suspense>
      )}
      {removed !== undefined && <Removal agent={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
