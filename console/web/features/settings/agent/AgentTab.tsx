import { Suspense, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteAgent,
  listAgents,
  readAgentTraffic,
  updateAgent,
  type ListedAgent,
} from '#schemas/settings/agent/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { RemovalDialog } from '#web/kernel/resource/RemovalDialog.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ListToolbar } from '../ListToolbar.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { agentColumns, agentName } from './agent-columns.tsx';
import { shownAgents, type ShownAgent } from './agent-draft.ts';
import { agentsKey } from './use-agent-saved.ts';
import { useAgentTexts } from './texts/en.ts';

const AgentFormDialog = lazyOverlay(() => import('./AgentFormDialog.tsx'), 'AgentFormDialog');

const none: readonly ListedAgent[] = [];
const agentKey = ({ id }: ShownAgent): string => String(id);
/** New measures of collectors arrive every ten seconds. */
const REFRESH_MS = 30_000;

function Removal({ agent, onClose }: { readonly agent: ShownAgent; readonly onClose: () => void }) {
  const text = useAgentTexts();
  const queries = useQueryClient();
  const { id, name, source } = agent;
  return (
    <RemovalDialog
      words={{
        title: text('removeTitle', { name }),
        consequence: text('removeConsequence', { source }),
        action: text('remove'),
        done: text('removed', { name }),
      }}
      remove={() => call(deleteAgent, { params: { id } })}
      refresh={() => queries.invalidateQueries({ queryKey: agentsKey })}
      onClose={onClose}
    />
  );
}

interface ListProps {
  readonly rows: readonly ShownAgent[];
  readonly query: QueryState;
  readonly onRemove: (agent: ShownAgent) => void;
}

function AgentList({ rows, query, onRemove }: ListProps) {
  const text = useAgentTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { search, change } = useSettingsSearch();
  const disabledReason = useDisabledReason(updateAgent);
  const mayWrite = useMissingPermission(updateAgent) === undefined;
  const { shown, state } = useListPanel({
    ...{ query, rows, q: search.q, change },
    textsOf: ({ agentId, customerName, networkMarker, index, source }) => [
      ...[agentId, customerName, networkMarker, index, source],
    ],
    empty: {
      ...{ title: text('none'), hint: text('noneHint') },
      ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
    },
  });
  const onEdit = ({ id }: ShownAgent) => change({ edit: String(id) });
  const columns = useMemo(
    () => agentColumns({ text, language, resource, disabledReason, onEdit, onRemove }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, resource, language, disabledReason],
  );
  return (
    <div className="tt-page-body tt-settings-body">
      <Panel label={text('title')} state={state}>
        <DataTable
          name="agents"
          label={text('title')}
          rows={shown}
          columns={columns}
          rowId={agentKey}
          rowName={agentName}
          density={useDensity()}
          sorting={useMemo(() => sortingFrom(search.sort), [search.sort])}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={(agent) => mayWrite && onEdit(agent)}
        />
      </Panel>
    </div>
  );
}

/** Exporters outside the inventory whose flows belong to a customer. */
export function AgentTab() {
  const text = useAgentTexts();
  const { search, change } = useSettingsSearch();
  const [removed, setRemoved] = useState<ShownAgent>();
  const query = useQuery({
    queryKey: agentsKey,
    queryFn: ({ signal }) => call(listAgents, { signal }),
  });
  const traffic = useQuery({
    queryKey: [...agentsKey, 'traffic'],
    queryFn: ({ signal }) => call(readAgentTraffic, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const agents = query.data?.agents ?? none;
  const rows = useMemo(() => shownAgents(agents, traffic.data), [agents, traffic.data]);
  const mayWrite = useMissingPermission(updateAgent) === undefined;
  const edited = rows.find(({ id }) => String(id) === search.edit);
  return (
    <>
      <ListToolbar label={text('title')} find={text('find')} add={text('add')} change={updateAgent} />
      <AgentList rows={rows} query={query} onRemove={setRemoved} />
      {mayWrite && (search.edit === 'new' || edited !== undefined) && (
        <Suspense fallback={null}>
          <AgentFormDialog
            key={search.edit}
            agent={edited}
            all={rows}
            customers={query.data?.customers ?? []}
            onClose={() => change({ edit: undefined })}
          />
        </Suspense>
      )}
      {removed !== undefined && <Removal agent={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
