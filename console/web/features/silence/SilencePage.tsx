import { useMemo, useState, type ComponentProps } from 'react';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { createSilence, type SilenceEntry } from '#schemas/silence/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { toSilenceForm, newForm, type SilenceForm } from './silence-form.ts';
import { SilenceDrawer } from './SilenceDrawer.tsx';
import { SilenceFormDialog } from './SilenceFormDialog.tsx';
import type { SilencedAlarm } from './ScopeChoice.tsx';
import { useSilenceColumns } from './use-silence-columns.ts';
import { useSilenceNames } from './use-silence-names.ts';
import { endSilence, silenceTouches, useSilences } from './silence-queries.ts';
import { useSilenceSearch } from './silence-search.ts';
import { useSilenceTexts } from './texts/en.ts';
import './silence.css';

/** Silences and maintenance windows of a customer. */
export function SilencePage() {
  const { customer } = useSilenceSearch().search;
  return customer === undefined ? null : <SilencesOfCustomer key={customer} customerId={customer} />;
}

interface OpenedForm {
  readonly initial: SilenceForm;
  readonly edited: SilenceEntry | undefined;
  readonly alarm: SilencedAlarm | undefined;
}

type SilenceAddress = ReturnType<typeof useSilenceSearch>['search'];

/** What the address requests to silence. An element stands for its site; without one the site is what is meant. */
function matchOf({ alarm, site, element, alarms, elements }: SilenceAddress) {
  const list = (id: number | undefined) => (id === undefined ? [] : [id]);
  return {
    alarms: [...list(alarm), ...alarms],
    sites: list(element === undefined ? site : undefined),
    elements: [...list(element), ...elements],
  };
}

/** The form. An address with alarms, a site or elements opens it, and closing it goes back to the alarms. */
function useEditing() {
  const { search, change } = useSilenceSearch();
  const { alarm, element } = search;
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const disabledReason = useDisabledReason(createSilence);
  const match = matchOf(search);
  const mayCreate = disabledReason === undefined;
  const isPrefilled = mayCreate && Object.values(match).some((ids) => ids.length > 0);
  const isOpen = isPrefilled || (mayCreate && search.new === true);
  const fresh = (): OpenedForm => ({
    initial: newForm(match, now()),
    edited: undefined,
    alarm: alarm === undefined || element === undefined ? undefined : { alarm, element },
  });
  const [editing, setEditing] = useState<OpenedForm | undefined>(() => (isOpen ? fresh() : undefined));
  return {
    editing,
    add: () => setEditing(fresh()),
    edit: (edited: SilenceEntry) => setEditing({ initial: toSilenceForm(edited), edited, alarm: undefined }),
    close: () => {
      setEditing(undefined);
      if (isPrefilled && canGoBack) history.back();
      else if (isOpen)
        change(
          { new: undefined, alarm: undefined, site: undefined, element: undefined, alarms: [], elements: [] },
          true,
        );
    },
  };
}

function usePanel(list: ReturnType<typeof useSilences>, onAdd: () => void): PanelState {
  const text = useSilenceTexts();
  const disabledReason = useDisabledReason(createSilence);
  const language = useLanguage();
  return list.data?.silences.length === 0
    ? { is: 'empty', title: text('none'), hint: text('noneHint'), add: { disabledReason, run: onAdd } }
    : panelStateOf(list, language);
}

const silenceId = ({ id }: SilenceEntry): string => String(id);
const silenceName = ({ reason }: SilenceEntry): string => reason;
const none: readonly SilenceEntry[] = [];

function Header({ customerId, onAdd }: { readonly customerId: number; readonly onAdd: () => void }) {
  const text = useSilenceTexts();
  const disabledReason = useDisabledReason(createSilence);
  const actions = (
    <>
      <Link className="tt-button" to="/alert" search={{ customer: customerId }}>
        <IconArrowLeft size={15} />
        {text('back')}
      </Link>
      <Button kind="primary" icon={<IconPlus size={15} />} disabledReason={disabledReason} onClick={onAdd}>
        {text('add')}
      </Button>
    </>
  );
  const aside = <span className="tt-muted">{text('lead')}</span>;
  return <PageHeader title={text('title')} aside={aside} actions={actions} />;
}

interface EndConfirmationProps {
  readonly entry: SilenceEntry;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function EndConfirmation({ entry, onConfirm, onClose }: EndConfirmationProps) {
  const text = useSilenceTexts();
  return (
    <ConfirmDialog
      open
      title={text('endTitle', { reason: entry.reason })}
      consequence={text('endConsequence')}
      action={text('endAction')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** The details of the silence in the address. */
function OpenedSilence(props: Omit<ComponentProps<typeof SilenceDrawer>, 'silence' | 'onClose'>) {
  const { search, change } = useSilenceSearch();
  if (search.open === undefined) return null;
  const close = () => change({ open: undefined });
  return <SilenceDrawer {...props} key={search.open} silence={search.open} onClose={close} />;
}

/** Ends a silence once it is confirmed. */
function useEnding(customerId: number) {
  const text = useSilenceTexts();
  const { run } = useAction(silenceTouches);
  const [toEnd, setToEnd] = useState<SilenceEntry>();
  const end = (entry: SilenceEntry) => {
    setToEnd(undefined);
    run(() => endSilence(customerId, entry), { done: text('ended') });
  };
  return { toEnd, setToEnd, end };
}

function SilencesOfCustomer({ customerId }: { readonly customerId: number }) {
  const text = useSilenceTexts();
  const { search, change } = useSilenceSearch();
  const { over = false } = search;
  const list = useSilences(customerId, over);
  const names = useSilenceNames(customerId, list.data);
  const { editing, add, edit, close } = useEditing();
  const { toEnd, setToEnd, end } = useEnding(customerId);
  const actions = useMemo(() => ({ onEdit: edit, onEnd: setToEnd }), [edit, setToEnd]);
  const columns = useSilenceColumns(names, actions);
  return (
    <div className="tt-page">
      <Header customerId={customerId} onAdd={add} />
      <Toolbar label={text('state')}>
        <Switch
          label={text('showOver')}
          checked={over}
          onChange={(next) => change({ over: next || undefined })}
        />
      </Toolbar>
      <div className="tt-silence-list">
        <Panel label={text('list')} state={usePanel(list, add)}>
          <DataTable
            name="silences"
            label={text('list')}
            rows={list.data?.silences ?? none}
            columns={columns}
            rowId={silenceId}
            rowName={silenceName}
            density={useDensity()}
            openedId={search.open === undefined ? undefined : String(search.open)}
            onOpen={({ id }) =>
              change({ open: search.open === id ? undefined : id }, search.open !== undefined)
            }
          />
        </Panel>
        <OpenedSilence customerId={customerId} {...actions} />
      </div>
      {editing !== undefined && (
        <SilenceFormDialog {...editing} customerId={customerId} names={names} onClose={close} />
      )}
      {toEnd !== undefined && (
        <EndConfirmation entry={toEnd} onConfirm={() => end(toEnd)} onClose={() => setToEnd(undefined)} />
      )}
    </div>
  );
}
