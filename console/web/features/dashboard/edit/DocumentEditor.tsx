import { useEffect, useEffectEvent, useState } from 'react';
import { IconArrowBackUp, IconArrowForwardUp, IconCopy, IconSettings, IconTrash } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useDocumentPlace } from '../document-page.ts';
import { TourMark } from '../tour/TourMark.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { filterName } from '../view/filter-name.ts';
import { DocumentBody } from '../view/DocumentBody.tsx';
import type { FocusedDashlet } from '../view/DashletFrame.tsx';
import type { Places } from '../view/grid-places.ts';
import { ConflictDialog } from './conflict/ConflictDialog.tsx';
import { DashletDrawer } from './DashletDrawer.tsx';
import { dashletFaults, faultyFilter } from './fault/document-faults.ts';
import { useFaults } from './fault/use-faults.ts';
import { DocumentSettingsDialog } from './DocumentSettingsDialog.tsx';
import { AddDashlet, useFullReason, type AddProps } from './add/AddDashlet.tsx';
import { StarterChoices } from './add/StarterChoices.tsx';
import { dashletCopy, newDashletId } from './add/dashlet-start.ts';
import { EditorNotice } from './EditorNotice.tsx';
import { OtherEditorsNotice } from './others/OtherEditorsNotice.tsx';
import { MovableCells } from './MovableCells.tsx';
import { useDocumentDraft, type DocumentDraftControl } from './use-document-draft.ts';
import { useEditTexts } from './texts/en.ts';
import { useSaving, type Saving } from './use-saving.ts';

/** Undo and redo by the usual keys, outside of inputs. */
function useHistoryKeys({ undo, redo }: DocumentDraftControl): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInput = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
    if (isInput || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

interface ActionProps extends AddProps {
  readonly saving: Saving;
  readonly disabledReason: string | undefined;
  readonly onDiscard: () => void;
}

function EditorActions({ control, onAdd, saving, disabledReason, onDiscard }: ActionProps) {
  const text = useDashboardTexts();
  const { change } = useDocumentPlace();
  const [showsSettings, setShowsSettings] = useState(false);
  const { undo, redo, isChanged } = control;
  return (
    <>
      <IconButton
        label={text('undo')}
        icon={<IconArrowBackUp size={16} />}
        keys="Control+Z"
        disabledReason={undo === undefined ? text('nothingToUndo') : undefined}
        onClick={() => undo?.()}
      />
      <IconButton
        label={text('redo')}
        icon={<IconArrowForwardUp size={16} />}
        keys="Control+Shift+Z"
        disabledReason={redo === undefined ? text('nothingToRedo') : undefined}
        onClick={() => redo?.()}
      />
      <IconButton
        label={text('documentSettings')}
        icon={<IconSettings size={16} />}
        onClick={() => setShowsSettings(true)}
      />
      <TourMark step="add">
        <AddDashlet control={control} onAdd={onAdd} />
      </TourMark>
      {isChanged ? (
        <Button onClick={onDiscard}>{text('discard')}</Button>
      ) : (
        <TourMark step="stop">
          <Button onClick={() => change({ edit: false, dashlet: undefined })}>{text('done')}</Button>
        </TourMark>
      )}
      <TourMark step="save">
        <Button
          kind="primary"
          busy={saving.isSaving}
          disabledReason={isChanged ? disabledReason : text('nothingToSave')}
          onClick={saving.save}
        >
          {text('save')}
        </Button>
      </TourMark>
      {showsSettings && <DocumentSettingsDialog control={control} onClose={() => setShowsSettings(false)} />}
    </>
  );
}

function useEditing(control: DocumentDraftControl) {
  const text = useDashboardTexts();
  const { search, change: open } = useDocumentPlace();
  const { dashlets } = control.draft.document;
  const fullReason = useFullReason(control);
  const [focus, setFocus] = useState<FocusedDashlet>();
  const focusOn = (id: string | undefined): void => setFocus(id === undefined ? undefined : { id });
  const onPlaces = (places: Places, byKeys?: string): void =>
    control.change(
      (document) => {
        for (const dashlet of document.dashlets) {
          const place = places.get(dashlet.id);
          if (place !== undefined) (dashlet as { place: typeof place }).place = place;
        }
      },
      byKeys && `place ${byKeys}`,
    );
  const itemsOf = (dashlet: Dashlet): readonly MenuItem[] => [
    {
      is: 'action',
      label: text('settings'),
      icon: <IconSettings size={15} />,
      run: () => open({ dashlet: dashlet.id }, true),
    },
    {
      is: 'action',
      label: text('duplicateDashlet'),
      icon: <IconCopy size={15} />,
      disabledReason: fullReason,
      run() {
        const copy = dashletCopy(dashlet, newDashletId(), dashlets);
        control.change(({ dashlets: all }) => void all.push(copy));
        focusOn(copy.id);
      },
    },
    {
      is: 'action',
      label: text('deleteDashlet'),
      icon: <IconTrash size={15} />,
      run() {
        control.change((document) => {
          document.dashlets = document.dashlets.filter(({ id }) => id !== dashlet.id);
        });
        if (search.dashlet === dashlet.id) open({ dashlet: undefined }, true);
        const at = dashlets.indexOf(dashlet);
        focusOn((dashlets[at + 1] ?? dashlets[at - 1])?.id);
      },
    },
    { is: 'line', id: 'line' },
  ];
  const { faultOf, isValid } = useFaults();
  const selected = search.dashlet;
  return { onPlaces, cells: MovableCells, itemsOf, faultOf, isValid, selected, focus, focusOn };
}

interface OpenProps {
  readonly control: DocumentDraftControl;
  readonly onClose: (id: string) => void;
}

/** The open dashlet of the draft with its settings. */
function OpenDashlet({ control, onClose }: OpenProps) {
  const language = useLanguage();
  const kpis = useKpis();
  const { search, change: open } = useDocumentPlace();
  const dashlet = control.draft.document.dashlets.find(({ id }) => id === search.dashlet);
  if (dashlet === undefined) return null;
  return (
    <DashletDrawer
      key={dashlet.id}
      dashlet={dashlet}
      faults={dashletFaults(dashlet, kpis, language)}
      filters={control.draft.document.filters}
      onChange={(recipe, mark) =>
        control.change(({ dashlets }) => {
          const drafted = dashlets.find(({ id }) => id === dashlet.id);
          if (drafted !== undefined) recipe(drafted);
        }, mark)
      }
      onClose={() => {
        open({ dashlet: undefined }, true);
        onClose(dashlet.id);
      }}
    />
  );
}

interface DiscardProps {
  readonly open: boolean;
  readonly control: DocumentDraftControl;
  readonly onClose: () => void;
}

/** Requires confirmation before changes are lost: discarded by hand, or left with the page. */
function DiscardConfirmation({ open, control, onClose }: DiscardProps) {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const { leaving } = control;
  return (
    <>
      <ConfirmDialog
        open={open}
        title={text('discardTitle')}
        consequence={text('discardHint')}
        action={text('discard')}
        onClose={onClose}
        onConfirm={() => {
          onClose();
          control.reset();
        }}
      />
      <ConfirmDialog
        open={leaving.isRequested}
        title={text('discardTitle')}
        consequence={words('leaveHint')}
        action={text('discard')}
        onClose={leaving.stay}
        onConfirm={leaving.leave}
      />
    </>
  );
}

interface Props {
  readonly entry: DocumentEntry;
  /** Why the user cannot save any more. */
  readonly disabledReason: string | undefined;
  /** It was deleted, or is shared with the user no longer. */
  readonly isDeleted: boolean;
}

/** A dashboard or home page while it is edited: every change is shown at once, and kept in the browser until it is saved. */
export function DocumentEditor({ entry, disabledReason, isDeleted }: Props) {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const control = useDocumentDraft(entry, language);
  const saving = useSaving(control);
  const editing = useEditing(control);
  const [isDiscarding, setIsDiscarding] = useState(false);
  useHistoryKeys(control);
  const { draft, isChanged } = control;
  const { kind } = useDocumentPlace().api;
  const faults = draft.document.dashlets.filter((dashlet) => !editing.isValid(dashlet)).length;
  const faulty = faultyFilter(draft.document.filters);
  const ofFilter = faulty && words('invalidFilter', { name: filterName(faulty, language) });
  const mayNotSave = disabledReason ?? (faults === 0 ? ofFilter : text('invalid', { count: faults }));
  useShortcut(
    { key: 's', control: true },
    () => isChanged && mayNotSave === undefined && !saving.isSaving && saving.save(),
  );
  return (
    <div className="tt-page tt-document" data-editing>
      <PageHeader
        title={draft.name}
        aside={<Tag tone={isChanged ? 'warning' : 'plain'}>{text(isChanged ? 'notSaved' : 'editing')}</Tag>}
        actions={
          <EditorActions
            control={control}
            onAdd={editing.focusOn}
            saving={saving}
            disabledReason={mayNotSave}
            onDiscard={() => setIsDiscarding(true)}
          />
        }
      />
      <EditorNotice
        name={draft.name}
        isDeleted={isDeleted}
        isOlder={control.base.version < entry.version}
        isRestored={isChanged && control.isRestored}
      />
      {!isDeleted && <OtherEditorsNotice document={{ kind, resource: entry.resource }} />}
      <div className="tt-page-body tt-document-editor">
        <div className="tt-document-canvas">
          <DocumentBody
            document={draft.document}
            editing={editing}
            empty={
              <>
                <AddDashlet control={control} onAdd={editing.focusOn} />
                <StarterChoices control={control} />
              </>
            }
          />
        </div>
        <OpenDashlet control={control} onClose={editing.focusOn} />
      </div>
      <DiscardConfirmation open={isDiscarding} control={control} onClose={() => setIsDiscarding(false)} />
      {saving.obstacle !== undefined && (
        <ConflictDialog control={control} saving={saving} obstacle={saving.obstacle} />
      )}
    </div>
  );
}
