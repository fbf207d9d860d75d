import { useMemo, useState } from 'react';
import type { VanishedElements } from '#schemas/acceptance/acceptance.ts';
import { acceptProposals, cancelAcceptance, type DiscoveryRun } from '#schemas/discovery/routes.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import { AcceptanceBanner } from '#web/kernel/acceptance/AcceptanceBanner.tsx';
import { ManyVanishedDialog } from '#web/kernel/acceptance/ManyVanishedDialog.tsx';
import { useManyVanished } from '#web/kernel/acceptance/use-many-vanished.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { DiscoveryOutcome } from './DiscoveryOutcome.tsx';
import { isBusy, provisioningTouches, useProposals } from '../provisioning-queries.ts';
import { en, useProvisioningTexts } from '../texts/en.ts';

const tones = { added: 'good', changed: 'accent', vanished: 'bad' } as const;

type Text = Translate<typeof en>;

type NamedFact = Extract<keyof typeof en, `fact_${string}`>;
const isNamed = (key: string): key is NamedFact => key in en;

/** `Address: 10.0.0.1 → 10.0.7.4`; of what is new the value alone. */
function valuesOf({ change, fields }: Proposal, text: Text, language: Language): string {
  const shown = (name: string, value: string | null): string => {
    if (value === null || value === '') return '–';
    if (name === 'speedBps') return formatTyped(Number(value), 'bps', language);
    if (name === 'unansweredSince') return formatMoment(msOf(value), language);
    if (name === 'collection') return text(value === 'on' ? 'collection_on' : 'collection_off');
    return value;
  };
  return fields
    .map(({ name, before, after }) => {
      const key = `fact_${name}`;
      const now = shown(name, after);
      return text('fieldValue', {
        field: isNamed(key) ? text(key) : name,
        values: change === 'added' ? now : `${shown(name, before)} → ${now}`,
      });
    })
    .join(', ');
}

const proposalColumns = (text: Text, language: Language): readonly Column<Proposal>[] => [
  {
    id: 'change',
    header: text('change'),
    value: ({ change }) => change,
    cell: ({ change }) => <Tag tone={tones[change]}>{text(`change_${change}`)}</Tag>,
    width: 110,
    card: { line: 1, end: true },
  },
  {
    ...textColumn<Proposal>('kind', text('kind'), ({ kind }) => text(`found_${kind}`)),
    width: 120,
    card: { line: 2 },
  },
  {
    ...textColumn<Proposal>('element', text('element'), ({ name }) => name),
    width: 200,
    grow: 2,
    fixed: true,
    card: { line: 1, wraps: true },
  },
  {
    ...textColumn<Proposal>('values', text('values'), (proposal) => valuesOf(proposal, text, language)),
    width: 240,
    grow: 3,
    card: { line: 3, wraps: true },
  },
  {
    ...textColumn<Proposal>('state', text('state'), ({ state }) =>
      state === 'accepted' ? text('decided') : '',
    ),
    width: 110,
    card: { line: 2, end: true },
  },
];

const proposalId = ({ id }: Proposal): string => String(id);
const proposalName = ({ name }: Proposal): string => name;

interface Props {
  readonly run: DiscoveryRun;
  readonly onClose: () => void;
}

const paramsOf = ({ id, customer }: DiscoveryRun) => ({ customerId: customer, discoveryId: id });

interface AcceptedProposals {
  readonly proposals: 'all' | number[];
  readonly vanished?: VanishedElements;
  /** After success and after failure. */
  readonly onEnd?: () => void;
}

function useAcceptance(run: DiscoveryRun) {
  const text = useProvisioningTexts();
  const language = useLanguage();
  const many = useManyVanished();
  const { run: write, isPending } = useRouteAction(acceptProposals, { touches: provisioningTouches });
  const accept = ({ proposals, vanished = 'check', onEnd }: AcceptedProposals): void =>
    write(
      { params: paramsOf(run), body: { proposals, vanished } },
      {
        onDone({ accepted, held, run: steps }) {
          if (steps === null && (accepted > 0 || held === 0))
            showToast({ text: text('accepted', { count: accepted }) });
          if (held > 0) showToast({ text: text('held', { count: held }), tone: 'bad' });
          onEnd?.();
        },
        onProblem(problem) {
          if (!many.takes(problem)) showToast({ text: sentenceOf(problem, language), tone: 'bad' });
          onEnd?.();
        },
      },
    );
  const dialog = many.dialogOf((vanished) => accept({ proposals: 'all', vanished }));
  return { busy: isPending, accept, dialog };
}

/** Ends a running acceptance. */
function useCancelAcceptance(run: DiscoveryRun) {
  const { run: cancel, isPending } = useRouteAction(cancelAcceptance, { touches: provisioningTouches });
  return { cancel: () => cancel({ params: paramsOf(run) }), isCancelling: isPending };
}

interface ActionsProps extends Props {
  readonly selected: ReadonlySet<string>;
  readonly onAccepted: () => void;
  /** Proposals are being accepted in steps. */
  readonly isAccepting: boolean;
}

function Actions({ run, selected, isAccepting, onAccepted, onClose }: ActionsProps) {
  const text = useProvisioningTexts();
  const ui = useUiTexts();
  const { busy: isSending, accept, dialog } = useAcceptance(run);
  const busy = isSending || isAccepting;
  const disabledReason =
    useDisabledReason(acceptProposals) ?? (run.open === 0 ? text('nothingOpen') : undefined);
  const none = selected.size === 0 ? text('selectFirst') : undefined;
  return (
    <>
      <Button onClick={onClose}>{ui('close')}</Button>
      <Button
        busy={busy}
        disabledReason={disabledReason ?? none}
        onClick={() => accept({ proposals: [...selected].map(Number), onEnd: onAccepted })}
      >
        {selected.size === 0 ? text('acceptSelected') : text('acceptSome', { count: selected.size })}
      </Button>
      <Button
        kind="primary"
        busy={busy}
        disabledReason={disabledReason}
        onClick={() => accept({ proposals: 'all' })}
      >
        {text('acceptAll')}
      </Button>
      <ManyVanishedDialog {...dialog} />
    </>
  );
}

/** What a discovery proposes for the inventory, to accept in full or in part. */
export function DiscoveryProposalsDialog({ run, onClose }: Props) {
  const text = useProvisioningTexts();
  const language = useLanguage();
  const query = useProposals(run);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => proposalColumns(text, language), [text, language]);
  const proposals = query.data?.proposals ?? [];
  const acceptance = query.data?.acceptance;
  const { cancel, isCancelling } = useCancelAcceptance(run);
  const disabledReason = useDisabledReason(cancelAcceptance);
  const state: PanelState =
    query.data !== undefined && proposals.length === 0
      ? { is: 'empty', title: text(isBusy(run) ? 'isRunning' : 'foundNothing') }
      : panelStateOf(query, language);
  return (
    <DialogStack>
      <Dialog
        open
        layer="proposals"
        title={text('proposalsOf', { site: run.siteName })}
        width={980}
        actions={
          <Actions
            run={run}
            selected={selected}
            onClose={onClose}
            isAccepting={acceptance?.state === 'running'}
            onAccepted={() => setSelected(new Set())}
          />
        }
        onClose={onClose}
      >
        <DiscoveryOutcome run={run} />
        <AcceptanceBanner
          run={acceptance}
          nameOf={(id) => proposals.find((one) => one.id === id)?.name}
          disabledReason={disabledReason}
          cancel={cancel}
          isCancelling={isCancelling}
        />
        <Panel label={text('proposals')} state={state}>
          <DialogTable rows={proposals.length}>
            <DataTable
              name="proposals"
              label={text('proposals')}
              rows={proposals}
              columns={columns}
              rowId={proposalId}
              rowName={proposalName}
              selected={selected}
              onSelect={setSelected}
            />
          </DialogTable>
        </Panel>
      </Dialog>
    </DialogStack>
  );
}
