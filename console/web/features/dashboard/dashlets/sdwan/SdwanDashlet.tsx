import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconListTree, IconTable } from '@tabler/icons-react';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { SdwanResponse } from '#schemas/dashboard/sdwan-response-routes.ts';
import { sdwanKindNames } from '#schemas/sdwan/kind.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { msOf } from '#web/lib/clock.ts';
import { TimeIn } from '#web/ui/text/Time.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { useCutNote } from '../use-chart-words.ts';
import { readAgain, useOwnValues } from '../../data/own-values.ts';
import { isEmptyResponse, jsonTable, withoutLimits, type JsonRow } from './json-table.ts';
import { JsonTree } from './JsonTree.tsx';
import { useSdwanResponse } from './use-sdwan-response.ts';
import { useSdwanDashletTexts } from './texts/en.ts';
import './sdwan-dashlet.css';

type Props = DashletProps<'sdwan'>;

/** Problems that the reader solves in the filters of the page. */
const ofContext: readonly ProblemCode[] = [
  'DASHLET_NO_CONTEXT',
  'SDWAN_CONTEXT_MANY_MATCHES',
  'SDWAN_CONTEXT_NO_MATCH',
];

/** Problems that last until someone changes the dashlet, the manager or its account: another try has the same result. */
const lasting: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'JSON_FILTER_PATH',
  'JSON_FILTER_SLOW',
  'JSON_FILTER_SYNTAX',
  'SDWAN_ADDRESS_NOT_ALLOWED',
  'SDWAN_ADOM_NOT_FOUND',
  'SDWAN_RESPONSE_TOO_LARGE',
  'SDWAN_ATTRIBUTE_UNKNOWN',
  'SDWAN_AUTHENTICATION_FAILED',
  'SDWAN_BAD_CREDENTIALS',
  'SDWAN_CERTIFICATE_CHANGED',
  'SDWAN_CERTIFICATE_INVALID',
  'SDWAN_ELEMENT_UNKNOWN',
  'SDWAN_ENDPOINT_NOT_ALLOWED',

  'SDWAN_ENDPOINT_OF_OTHER',
  'SDWAN_HEADER_CHARACTER',
  'SDWAN_INSUFFICIENT_RIGHTS',
  'SDWAN_REQUEST_INVALID',
  'SDWAN_PASSWORD_EXPIRED',
  'SDWAN_REDIRECTED',
  'SDWAN_ROUTE_MISSING',
  'SDWAN_SITES_LIMITED',
  'SDWAN_TENANT_NOT_FOUND',
  'SDWAN_TYPES_DIFFER',
  'VALIDATION',
]);

/** Problems that an administrator solves by adding a manager. */
const ofManagers: readonly ProblemCode[] = ['SDWAN_SERVER_LIST_EMPTY', 'SDWAN_SERVER_NOT_FOUND'];

const managing = { method: 'POST', needs: 'NETWORK.SDWAN_MANAGER.write', everyCustomer: true } as const;

/** That there is no manager to query, and what to do about it. */
function useNoManager({ settings: { manager }, onRows }: Props): (title: string) => PanelState {
  const text = useSdwanDashletTexts();
  const navigate = useNavigate();
  const { modules } = useSession();
  const mayAdd = useDisabledReason(managing) === undefined && modules.includes('sdwan-manager');
  return (title) => {
    // On a wall there is nothing to press.
    if (onRows === undefined) return { is: 'empty', title };
    if (manager !== undefined) return { is: 'empty', title, hint: text('managerDeleted') };
    if (!mayAdd) return { is: 'empty', title, hint: text('noManager') };
    const run = (): void => void navigate({ to: '/mt/sdwanmanagers' });
    return { is: 'empty', title, hint: text('addManager'), add: { label: text('toManagers'), run } };
  };
}

/** The state after a problem that another try would not cure; undefined: it may. */
function useLastingState(props: Props): (problem: ApiProblem) => PanelState | undefined {
  const text = useSdwanDashletTexts();
  const ofPage = useDashboardTexts();
  const language = useLanguage();
  const noManager = useNoManager(props);
  return (problem) => {
    const { code } = problem;
    const title = sentenceOf(problem, language);
    if (ofContext.includes(code)) return { is: 'empty', title };
    if (ofManagers.includes(code)) return noManager(title);
    if (code === 'TOO_MUCH_DATA') return { is: 'empty', title: text('tooMuch'), hint: text('tooMuchHint') };
    return lasting.has(code) ? { is: 'empty', title: ofPage('broken'), hint: title } : undefined;
  };
}

function useResponseState(props: Props, query: ReturnType<typeof useSdwanResponse>): PanelState {
  const text = useSdwanDashletTexts();
  const language = useLanguage();
  const lastingState = useLastingState(props);
  const { error, data } = query;
  const settled = data === undefined && error instanceof ApiProblem ? lastingState(error) : undefined;
  if (settled !== undefined) return settled;
  const state = panelStateOf(query, language);
  if (state.is !== 'ready' || data === undefined || !isEmptyResponse(data.value)) return state;
  const hint = text(props.settings.paths.length === 0 ? 'nothingOf' : 'nothingHint', {
    manager: data.manager,
  });
  return { is: 'empty', title: text('nothing'), hint };
}

const shown = (cell: JsonRow['cells'][number] | undefined) => (
  <span className="tt-ellipsis">{cell ?? ''}</span>
);

interface ResponseTableProps {
  readonly value: unknown;
  readonly title: string;
  readonly foot: ReactNode;
}

function ResponseTable({ value, title, foot }: ResponseTableProps) {
  const text = useSdwanDashletTexts();
  const cutNote = useCutNote();
  const { columns: names, rows, allRows, hiddenColumns } = useMemo(() => jsonTable(value), [value]);
  const isPairs = names[0] === 'name' && names[1] === '';
  const columns = useMemo(
    () =>
      names.map((name, index): Column<JsonRow> => ({
        id: `${String(index)} ${name}`,
        header: name === '' ? text('value') : isPairs ? text('name') : name,
        value: ({ cells }) => cells[index] ?? null,
        cell: ({ cells }) => shown(cells[index]),
        width: 90,
        grow: 1,
      })),
    [names, isPairs, text],
  );
  const cut = cutNote(rows.length, allRows);
  return (
    <>
      <DataTable
        name={`dashlet sdwan ${names.join(' ').slice(0, 100)}`}
        label={text('response', { title })}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ cells }) => String(cells.find((cell) => cell !== null) ?? '')}
        density="compact"
        foot={foot}
      />
      {cut !== undefined && <p className="tt-muted tt-dashlet-more">{cut}</p>}
      {hiddenColumns > 0 && (
        <p className="tt-muted tt-dashlet-more">{text('columnsCut', { count: hiddenColumns })}</p>
      )}
    </>
  );
}

interface ResponseProps {
  readonly response: SdwanResponse;
  readonly title: string;
  readonly preferred: 'tree' | 'table';
  /** Whether the reader chooses the view; on a wall there is nothing to press. */
  readonly mayChoose: boolean;
}

function ResponseOf({ response, title, preferred, mayChoose }: ResponseProps) {
  const text = useSdwanDashletTexts();
  const [chosen, setChosen] = useState<'tree' | 'table'>();
  const view = chosen ?? preferred;
  const { manager, kind, at: readAt, value } = response;
  const foot = (
    <div className="tt-sdwan-foot tt-muted">
      <span className="tt-ellipsis">
        {text('from', { manager, kind: sdwanKindNames[kind] })},{' '}
        <TimeIn at={msOf(readAt)} sentence={(time) => text('readAt', { time })} />
      </span>
      {mayChoose && (
        <IconButton
          small
          label={text(view === 'tree' ? 'asTable' : 'asTree')}
          icon={view === 'tree' ? <IconTable size={14} /> : <IconListTree size={14} />}
          onClick={() => setChosen(view === 'tree' ? 'table' : 'tree')}
        />
      )}
    </div>
  );
  return (
    <div className="tt-dashlet-table">
      {view === 'tree' ? (
        <JsonTree value={value} label={text('response', { title })} />
      ) : (
        <ResponseTable value={value} title={title} foot={foot} />
      )}
      {view === 'tree' && foot}
    </div>
  );
}

/** A response of the API of an SD-WAN manager, as a table or a tree. */
export function SdwanDashlet(props: Props) {
  const { settings, title, onRows } = props;
  const text = useSdwanDashletTexts();
  const query = useSdwanResponse(props);
  const state = useResponseState(props, query);
  useOwnValues(props.id, async () => {
    const { value } = await readAgain(query);
    const { columns, rows } = jsonTable(value, withoutLimits);
    const heading = columns.map((name) => ({
      is: 'value' as const,
      name: name === '' ? text('value') : name,
    }));
    return { table: { columns: heading, rows: rows.map(({ cells }) => cells) }, response: value };
  });
  return (
    <Panel nested label={text('response', { title })} state={state}>
      {query.data !== undefined && (
        <ResponseOf
          response={query.data}
          title={title}
          preferred={settings.view}
          mayChoose={onRows !== undefined}
        />
      )}
    </Panel>
  );
}
