import { useBlocker } from '@tanstack/react-router';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { statedTarget } from '#schemas/cockpit/target.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { AlarmForm } from './AlarmForm.tsx';
import { BacktestTab } from '../backtest/BacktestTab.tsx';
import { useBacktest } from '../backtest/use-backtest.ts';
import { LeaveConfirmation } from './LeaveConfirmation.tsx';
import { RuleSentence } from './RuleSentence.tsx';
import { ThresholdTab } from '../thresholds/ThresholdTab.tsx';
import { editorTabs, useCockpitSearch } from '../cockpit-search.ts';
import { useAlarmEditor, type AlarmEditor } from './use-alarm-editor.ts';
import type { EditorDraft } from './editor-draft.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './alarm-drawer.css';

interface Props {
  readonly cockpit: Cockpit;
  readonly alarm: Alarm | undefined;
  /** Opens the dialog that names the cockpit. */
  readonly onName: () => void;
}

/** Requires confirmation before a navigation discards edits: to another alarm, to another page, out of the window. */
function UnsavedGuard({ editor: { dirty, isBlocking } }: { readonly editor: AlarmEditor }) {
  const { status, proceed, reset } = useBlocker({
    // Changing the tab keeps the edits.
    shouldBlockFn: ({ current, next }) => {
      const [from, to] = [current.search, next.search] as { cockpit?: number; alarm?: unknown }[];
      return (
        isBlocking() &&
        (current.pathname !== next.pathname || from?.cockpit !== to?.cockpit || from?.alarm !== to?.alarm)
      );
    },
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveConfirmation onStay={reset} onLeave={proceed} />;
}

function DeleteConfirmation({ editor: { state, send, stored } }: { readonly editor: AlarmEditor }) {
  const text = useCockpitTexts();
  const nameOf = useBuiltInName('alarm');
  return (
    <ConfirmDialog
      open={state.matches('confirming deletion')}
      title={text('removeAlarm', { name: nameOf(stored?.label ?? '') })}
      consequence={text('removeAlarmHint')}
      action={text('remove')}
      onClose={() => send({ type: 'cancel' })}
      onConfirm={() => send({ type: 'confirm' })}
    />
  );
}

/** A new alarm on the KPI of the address. */
const startOf = ({
  kpi,
  target,
  operator,
  threshold,
}: ReturnType<typeof useCockpitSearch>['search']): Partial<EditorDraft> | undefined =>
  kpi === undefined
    ? undefined
    : {
        kpi,
        target: statedTarget(libraryDirectory.get(kpi), target),
        ...(operator !== undefined && { operator }),
        ...(threshold !== undefined && { threshold }),
      };

/** A new alarm starts with these once. */
const withoutStart = {
  kpi: undefined,
  target: undefined,
  operator: undefined,
  threshold: undefined,
} as const;

/** The alarm editor next to the list. */
export function AlarmDrawer({ cockpit, alarm, onName }: Props) {
  const text = useCockpitTexts();
  const { search, change } = useCockpitSearch();
  const close = () => change({ alarm: undefined, ...withoutStart, tab: 'definition', run: false });
  const editor = useAlarmEditor({
    cockpit,
    alarm,
    start: alarm === undefined ? startOf(search) : undefined,
    onCreated: ({ id }) => change({ alarm: id, ...withoutStart }, true),
    onDeleted: close,
  });
  const { draft, dirty, stored } = editor;
  const backtest = useBacktest(editor);
  const nameOf = useBuiltInName('alarm');
  const name = draft.label.trim() === '' ? text('newAlarm') : nameOf(draft.label.trim());
  const title = (
    <div className="tt-editor-head">
      <h2 className="tt-editor-title">
        <span className="tt-ellipsis">{name}</span>
        {dirty && <span className="tt-editor-unsaved">{text('unsaved')}</span>}
      </h2>
      <RuleSentence draft={draft} />
    </div>
  );
  const contents = {
    definition: <AlarmForm editor={editor} cockpit={cockpit} onName={onName} />,
    thresholds: (
      <ThresholdTab
        cockpitId={cockpit.id}
        alarm={stored}
        onAlarm={(next) => editor.send({ type: 'threshold changed', alarm: next })}
      />
    ),
    backtest: <BacktestTab backtest={backtest} />,
  };
  const tabs = editorTabs.map((id) => ({ id, label: text(id), content: contents[id] }));
  return (
    <Drawer
      title={title}
      label={alarm === undefined ? text('newAlarm') : text('editAlarm', { name: nameOf(alarm.label) })}
      onClose={close}
    >
      <Tabs
        label={text('tabs')}
        tabs={tabs}
        chosen={search.tab}
        onChoose={(id) => change({ tab: editorTabs.find((tab) => tab === id) ?? 'definition' }, true)}
      />
      <UnsavedGuard editor={editor} />
      <DeleteConfirmation editor={editor} />
    </Drawer>
  );
}
