import { Suspense, useMemo, useRef, useState } from 'react';
import { useSelector } from '@xstate/react';
import { warningText } from '#schemas/problem/warning.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { ReportDocument } from '#schemas/report/document.ts';
import type { ReportItem } from '#schemas/report/item.ts';
import { itemsOutside, unusedVariables } from '#schemas/report/rules.ts';
import { dashletOf } from '#schemas/report/views.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { DashletDrawer } from '../../dashboard/edit/DashletDrawer.tsx';
import { dashletFaults } from '../../dashboard/edit/fault/document-faults.ts';
import { useFaults } from '../../dashboard/edit/fault/use-faults.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { useBoxSize } from '../../dashboard/view/use-box-size.ts';
import { ReportCanvas } from '../canvas/ReportCanvas.tsx';
import { noSelection, type Selection } from '../canvas/selection.ts';
import { ImageLibraryDialog } from '../images/ImageLibraryDialog.tsx';
import { reportModes } from '../machine/modes.ts';
import { useReportPlace } from '../report-place.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportContextBar } from '../view/ReportHeader.tsx';
import { ArrangeBar, zoomBounds } from './ArrangeBar.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { newImageItem } from './new-item.ts';
import { PageStrip } from './PageStrip.tsx';
import { ItemPanel } from './panel/ItemPanel.tsx';
import { LayersPanel } from './panel/LayersPanel.tsx';
import { PageSetup, ReportSetup } from './panel/SetupPanel.tsx';
import { VariablesPanel } from './panel/VariablesPanel.tsx';
import { useReportControl, type ReportActor, type ReportControl } from './report-control.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { itemActions } from './use-item-actions.ts';
import { useLeaving } from './use-leaving.ts';

const TextEditor = lazyPart(() => import('./text/TextEditor.tsx'), 'TextEditor');

interface Props {
  readonly actor: ReportActor;
  readonly chosen: ChosenContext;
  /** Why the user cannot save any more. */
  readonly disabledReason: string | undefined;
}

/** What the user confirms before the report is saved: one question after the other. */
function Confirmations({ control }: { readonly control: ReportControl }) {
  const text = useReportTexts();
  const language = useLanguage();
  const { actor, document } = control;
  const [code] = useSelector(actor, ({ context }) => context.confirmations);
  const isAsking = useSelector(actor, (state) => state.matches({ report: 'confirming' }));
  if (!isAsking || code === undefined) return null;
  const isOutside = code === 'REPORT_ITEMS_OUTSIDE_PAGE';
  const names = isOutside ? undefined : unusedVariables(document).join(', ');
  return (
    <ConfirmDialog
      open
      key={code}
      kind="primary"
      title={warningText(code, language)}
      consequence={isOutside ? text('outsideCount', { count: itemsOutside(document).length }) : (names ?? '')}
      action={text('saveAnyway')}
      onConfirm={() => actor.send({ type: 'confirm' })}
      onClose={() => actor.send({ type: 'refuse' })}
    />
  );
}

/** The settings of the dashlet that the address names, beside the page. */
function OpenDashlet({ control }: { readonly control: ReportControl }) {
  const language = useLanguage();
  const kpis = useKpis();
  const { search, change } = useReportPlace();
  const item = control.page.items.find(({ id }) => id === search.dashlet);
  if (item?.kind !== 'dashlet') return null;
  const dashlet = dashletOf(item);
  return (
    <DashletDrawer
      key={item.id}
      dashlet={dashlet}
      faults={dashletFaults(dashlet, kpis, language)}
      onChange={(recipe, mark) =>
        control.changeItem(
          item.id,
          (draft) => {
            // The content has what recipes change of a dashlet: its title and its settings.
            if (draft.kind === 'dashlet') recipe(draft.content as unknown as Dashlet);
          },
          mark,
        )
      }
      onClose={() => change({ dashlet: undefined }, true)}
    />
  );
}

/** Faults of the dashlets of the open page, and whether the draft can be saved. */
function useDraftFaults({ document, page }: ReportControl) {
  const words = useDashboardTexts();
  const { faultOf, isValid } = useFaults();
  const dashlets = useMemo(
    () => new Map(page.items.flatMap((item) => (item.kind === 'dashlet' ? [[item.id, dashletOf(item)] as const] : []))),
    [page.items],
  );
  const faults = document.pages
    .flatMap(({ items }) => items)
    .filter((item) => item.kind === 'dashlet' && !isValid(dashletOf(item))).length;
  const isParsed = useMemo(() => ReportDocument.safeParse(document).success, [document]);
  return {
    isValid,
    faultOf: (id: string) => {
      const dashlet = dashlets.get(id);
      return dashlet && faultOf(dashlet);
    },
    reason: faults > 0 ? words('invalid', { count: faults }) : isParsed ? undefined : words('invalid', { count: 1 }),
  };
}

/** How large the page is shown: as it fits, until the user chooses otherwise. */
function useZoom({ page }: ReportControl) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const [chosen, setChosen] = useState<number>();
  const fitting = size === undefined ? 1 : Math.min((size.width - 64) / page.width, (size.height - 64) / page.height);
  const zoom = chosen ?? Math.min(1.5, Math.max(zoomBounds.min, fitting));
  return { box, zoom, setZoom: setChosen };
}

/** A report while it is designed and set up: every change is shown at once. */
export function ReportEditor({ actor, chosen, disabledReason }: Props) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const { change } = useReportPlace();
  const control = useReportControl(actor);
  const { page, mode, document } = control;
  const [selected, setSelected] = useState<Selection>(noSelection);
  const selection = useMemo(
    () => new Set(page.items.filter(({ id }) => selected.has(id)).map(({ id }) => id)),
    [page.items, selected],
  );
  const [writing, setWriting] = useState<string>();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [isSnapping, setIsSnapping] = useState(true);
  const { box, zoom, setZoom } = useZoom(control);
  const actions = itemActions({ control, selection, select: setSelected });
  const faults = useDraftFaults(control);
  const mayNotSave = disabledReason ?? faults.reason;
  const save = (): void => {
    if (control.isChanged && mayNotSave === undefined && !control.isSaving) actor.send({ type: 'save' });
  };
  useEditorKeys({ control, actions, select: setSelected, onSave: save });
  const leaving = useLeaving(control.isChanged);
  const open = (item: ReportItem): void => {
    setSelected(new Set([item.id]));
    if (item.kind === 'dashlet') change({ dashlet: item.id }, true);
    else if (item.kind === 'text') setWriting(item.id);
  };
  const written = page.items.find(({ id }) => id === writing);
  const [only] = actions.selected.length === 1 ? actions.selected : [];
  const isSetup = mode === reportModes.setup;
  return (
    <div className="tt-page tt-report" data-editing>
      <EditorHeader
        control={control}
        mayNotSave={mayNotSave}
        onAdd={(item) => {
          actions.add(item);
          if (item.kind === 'text') setWriting(item.id);
        }}
        onImages={() => setIsChoosing(true)}
        onDiscard={() => setIsDiscarding(true)}
        onSave={save}
      />
      <ReportContextBar document={document} chosen={chosen} />
      {!isSetup && (
        <ArrangeBar
          actions={actions}
          zoom={zoom}
          onZoom={setZoom}
          isSnapping={isSnapping}
          onSnapping={setIsSnapping}
        />
      )}
      <div className="tt-page-body tt-report-editor">
        <PageStrip control={control} />
        <div className="tt-report-desk" ref={box}>
          <ReportCanvas
            key={page.id}
            {...{ control, chosen, zoom, isSnapping, selection }}
            select={(next) => {
              if (writing !== undefined && !next.has(writing)) setWriting(undefined);
              setSelected(next);
            }}
            onFrames={(frames) => actions.setFrames(frames)}
            isValid={faults.isValid}
            faultOf={faults.faultOf}
            onOpen={open}
            writing={
              written?.kind === 'text'
                ? {
                    id: written.id,
                    editor: (
                      <Suspense>
                        <TextEditor
                          key={written.id}
                          label={text('kind_text')}
                          text={written.text}
                          variables={document.variables.map(({ name }) => name)}
                          onChange={(next) =>
                            control.changeItem(
                              written.id,
                              (draft) => {
                                if (draft.kind === 'text') draft.text = next as typeof draft.text;
                              },
                              'text',
                            )
                          }
                          onClose={() => setWriting(undefined)}
                        />
                      </Suspense>
                    ),
                  }
                : undefined
            }
          />
        </div>
        <aside className="tt-report-panel" aria-label={text(isSetup ? 'setup' : 'properties')}>
          {isSetup ? (
            <>
              <PageSetup control={control} />
              <VariablesPanel control={control} />
              <ReportSetup control={control} />
            </>
          ) : (
            <>
              {only !== undefined && <ItemPanel key={only.id} control={control} item={only} onOpen={open} />}
              {actions.selected.length > 1 && (
                <p className="tt-muted">{text('selectedItems', { count: actions.selected.length })}</p>
              )}
              <LayersPanel control={control} selection={selection} select={setSelected} />
            </>
          )}
        </aside>
        <OpenDashlet control={control} />
      </div>
      {isChoosing && (
        <ImageLibraryDialog
          onChoose={(image) => {
            actions.add(newImageItem(control.newId(), page, image));
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <ConfirmDialog
        open={isDiscarding}
        title={words('discardTitle')}
        consequence={text('discardHint')}
        action={words('discard')}
        onClose={() => setIsDiscarding(false)}
        onConfirm={() => {
          setIsDiscarding(false);
          actor.send({ type: 'discard' });
        }}
      />
      <ConfirmDialog
        open={leaving.isAsked}
        title={words('discardTitle')}
        consequence={text('leaveHint')}
        action={words('discard')}
        onClose={leaving.stay}
        onConfirm={leaving.leave}
      />
      <Confirmations control={control} />
      <SaveProblem control={control} />
    </div>
  );
}
