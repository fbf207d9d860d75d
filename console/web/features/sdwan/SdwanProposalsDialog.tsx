import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AcceptanceRun, VanishedElements } from '#schemas/acceptance/acceptance.ts';
import { acceptSdwanProposals, cancelSdwanAcceptance, listSdwanProposals } from '#schemas/sdwan/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { SdwanProposal } from '#schemas/sdwan/proposal.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { ACCEPTANCE_MS } from '#web/kernel/acceptance/acceptance-progress.ts';
import { useAcceptanceEnd } from '#web/kernel/acceptance/use-acceptance-end.ts';
import { AcceptanceBanner } from '#web/kernel/acceptance/AcceptanceBanner.tsx';
import { ManyVanishedDialog } from '#web/kernel/acceptance/ManyVanishedDialog.tsx';
import { useAcceptanceTexts } from '#web/kernel/acceptance/texts/en.ts';
import { useManyVanished } from '#web/kernel/acceptance/use-many-vanished.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { sdwanTouches } from './sdwan-queries.ts';
import { useSdwanTexts, type en } from './texts/en.ts';

const proposalId = ({ id }: SdwanProposal): string => String(id);
const proposalName = ({ name }: SdwanProposal): string => name;

interface ColumnOptions {
  readonly text: Translate<typeof en>;
  readonly isMultiTenant: boolean;
  readonly disabledReason: string | undefined;
  readonly onAccept: (proposal: SdwanProposal) => void;
}

const proposalColumns = ({
  text,
  isMultiTenant,
  disabledReason,
  onAccept,
}: ColumnOptions): readonly Column<SdwanProposal>[] => [
  {
    ...textColumn<SdwanProposal>('change', text('change'), ({ change }) => text(`change_${change}`)),
    width: 90,
    fixed: true,
    card: { line: 1, end: true },
  },
  {
    ...textColumn<SdwanProposal>('kind', text('kind'), ({ kind }) => text(`kind_${kind}`)),
    width: 90,
    card: { line: 2 },
  },
  {
    ...textColumn<SdwanProposal>('name', text('element'), proposalName),
    width: 220,
    grow: 2,
    card: { line: 1, wraps: true },
  },
  {
    ...textColumn<SdwanProposal>('detail', text('detail'), ({ detail }) => detail),
    width: 200,
    yields: 1,
    card: { line: 3, wraps: true },
  },
  {
    ...textColumn<SdwanProposal>('device', text('device'), ({ device }) => device),
    width: 150,
    card: { line: 2, wraps: true },
  },
  {
    ...textColumn<SdwanProposal>('customer', text('customer'), ({ customerName }) => customerName),
    width: 130,
    ...(isMultiTenant && { card: { line: 2, end: true } }),
  },
  {
    id: 'accept',
    header: text('accept'),
    value: () => null,
    cell: (proposal) => (
      <Button disabledReason={disabledReason} onClick={() => onAccept(proposal)}>
        {text('accept')}
      </Button>
    ),
    width: 110,
    card: { line: 3, end: true },
  },
];

interface Acceptance {
  readonly proposals: 'all' | number[];
  readonly vanished?: VanishedElements;
}

const proposalsOf = (id: number) => routeQuery(listSdwanProposals, { params: { id } });

function useAccept({ id }: SdwanServer) {
  const text = useSdwanTexts();
  const ofAcceptance = useAcceptanceTexts();
  const language = useLanguage();
  const many = useManyVanished();
  const { run } = useRouteAction(acceptSdwanProposals, {
    touches: [...sdwanTouches, proposalsOf(id).queryKey],
  });
  const accept = ({ proposals, vanished = 'check' }: Acceptance) =>
    run(
      { params: { id }, body: { proposals, vanished } },
      {
        onDone: ({ accepted, held, run: steps }) => {
          if (steps === null && (accepted > 0 || held === 0))
            showToast({ text: text('accepted', { count: accepted }) });
          if (held > 0) showToast({ text: ofAcceptance('held', { count: held }), tone: 'bad' });
        },
        onProblem: (problem) => {
          if (!many.takes(problem)) showToast({ text: sentenceOf(problem, language), tone: 'bad' });
        },
      },
    );
  const dialog = many.dialogOf((vanished) => accept({ proposals: 'all', vanished }));
  return { accept, dialog };
}

/** Ends a running acceptance. */
function useCancelAcceptance({ id }: SdwanServer) {
  const { run, isPending } = useRouteAction(cancelSdwanAcceptance, {
    touches: [proposalsOf(id).queryKey],
  });
  return { cancel: () => run({ params: { id } }), isCancelling: isPending };
}

/** They name how far their acceptance is; the managers count what is open at its end. */
function useSdwanProposals({ id }: SdwanServer) {
  const query = useQuery({
    ...proposalsOf(id),
    refetchInterval: ({ state: { data } }) => (data?.acceptance?.state === 'running' ? ACCEPTANCE_MS : false),
  });
  useAcceptanceEnd(query.data?.acceptance, sdwanTouches);
  return query;
}

interface ProposalList {
  readonly total: number;
  readonly proposals: readonly SdwanProposal[];
}

interface AcceptAllProps {
  readonly list: (ProposalList & { readonly acceptance: AcceptanceRun | null }) | undefined;
  /** The proposals that a search shows; undefined without one. */
  readonly shown: readonly SdwanProposal[] | undefined;
  readonly onAccept: (acceptance: Acceptance) => void;
}

/** Accepts all proposals, or those that a search shows. */
function AcceptAll({ list, shown, onAccept }: AcceptAllProps) {
  const text = useSdwanTexts();
  const disabledReason = useDisabledReason(acceptSdwanProposals);
  if (list === undefined) return null;
  const part = shown !== undefined && shown.length < list.total ? shown : undefined;
  const count = part?.length ?? list.total;
  if (count === 0) return null;
  return (
    <Button
      kind="primary"
      busy={list.acceptance?.state === 'running'}
      disabledReason={disabledReason}
      onClick={() => onAccept({ proposals: part === undefined ? 'all' : part.map(({ id }) => id) })}
    >
      {text(part === undefined ? 'acceptAll' : 'acceptFound')} ({count})
    </Button>
  );
}

/** Says that not all proposals are listed. */
function CutNote({ list }: { readonly list: ProposalList | undefined }) {
  const text = useSdwanTexts();
  if (list === undefined || list.proposals.length === list.total) return null;
  return <p className="tt-muted">{text('proposalsCut', { count: list.proposals.length })}</p>;
}

function useProposalColumns(
  { isMultiTenant }: SdwanServer,
  accept: ReturnType<typeof useAccept>['accept'],
  isAccepting: boolean,
): readonly Column<SdwanProposal>[] {
  const text = useSdwanTexts();
  const language = useLanguage();
  const rejected = useDisabledReason(acceptSdwanProposals);
  const disabledReason = rejected ?? (isAccepting ? problemText('ACCEPTANCE_RUNNING', language) : undefined);
  return useMemo(
    () =>
      proposalColumns({
        text,
        isMultiTenant,
        disabledReason,
        onAccept: (proposal) => accept({ proposals: [proposal.id] }),
      }),
    [text, isMultiTenant, disabledReason, accept],
  );
}

/** What the manager has and the inventory lacks, and the other way round: accepted in whole or one by one. */
export function SdwanProposalsDialog({
  server,
  onClose,
}: {
  readonly server: SdwanServer;
  readonly onClose: () => void;
}) {
  const text = useSdwanTexts();
  const { name } = server;
  const { accept, dialog } = useAccept(server);
  const { cancel, isCancelling } = useCancelAcceptance(server);
  const disabledReason = useDisabledReason(acceptSdwanProposals);
  const density = useDensity();
  const [q, setQ] = useState('');
  const query = useSdwanProposals(server);
  const { shown, state } = useListPanel({
    query,
    rows: query.data?.proposals,
    q,
    textsOf: (one) => [one.name, one.device, one.detail, one.customerName, text(`kind_${one.kind}`)],
    change: () => setQ(''),
    empty: { title: text('noProposal'), hint: text('noProposalHint') },
  });
  const columns = useProposalColumns(server, accept, query.data?.acceptance?.state === 'running');
  const found = { shown: q === '' ? undefined : shown, list: query.data };
  return (
    <DialogStack>
      <Dialog
        open
        layer="proposals"
        title={text('proposalsTitle', { name })}
        onClose={onClose}
        width={1080}
        actions={<AcceptAll {...found} onAccept={accept} />}
      >
        <Toolbar label={text('findProposals')}>
          <SearchField label={text('findProposals')} value={q} onChange={(found = '') => setQ(found)} />
        </Toolbar>
        <AcceptanceBanner
          run={query.data?.acceptance}
          nameOf={(one) => query.data?.proposals.find((of) => of.id === one)?.name}
          disabledReason={disabledReason}
          cancel={cancel}
          isCancelling={isCancelling}
        />
        <ManyVanishedDialog {...dialog} />
        <CutNote list={query.data} />
        <Panel label={text('proposals')} state={state}>
          <DialogTable rows={shown.length}>
            <DataTable
              name="sdwan-proposals"
              label={text('proposals')}
              rows={shown}
              columns={columns}
              rowId={proposalId}
              rowName={proposalName}
              density={density}
            />
          </DialogTable>
        </Panel>
      </Dialog>
    </DialogStack>
  );
}
