import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSelector } from '@xstate/react';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { OwnerConfirmation, otherOwner } from '#web/kernel/resource/OwnerConfirmation.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useAcceptedOwner } from '../dashboard/opening/use-accepted-owner.ts';
import { useEditReason } from '../dashboard/library/use-edit-reason.ts';
import { designedPages } from '#schemas/report/resolve.ts';
import { isResolved, reportModes, type ReportMode } from './machine/modes.ts';
import type { ChosenContext } from '../dashboard/view/use-document-context.ts';
import type { ReportActor } from './edit/report-control.ts';
import { useReportPlace } from './report-place.ts';
import type { ReportSearch } from './report-search.ts';
import { useReportMachine } from './use-report-machine.ts';
import { ReportHeader } from './view/ReportHeader.tsx';
import { ReportReading } from './view/ReportReading.tsx';
import { useReportContext } from './view/use-report-context.ts';

const ReportEditor = lazyPart(() => import('./edit/ReportEditor.tsx'), 'ReportEditor');
const ReportSlides = lazyPart(() => import('./slides/ReportSlides.tsx'), 'ReportSlides');
const ReportVersionsDialog = lazyPart(
  () => import('./view/ReportVersionsDialog.tsx'),
  'ReportVersionsDialog',
);

/** The mode that an address names. */
function modeOf({ edit, setup, slides }: ReportSearch): ReportMode {
  if (edit) return setup ? reportModes.setup : reportModes.design;
  return slides ? reportModes.slides : reportModes.read;
}

interface Props {
  readonly entry: ReportEntry;
  readonly settings: { readonly maxPages: number; readonly resolvingIntervalMs: number };
}

/** Whether the user may edit the report here, and knows that it is of another user. */
function useMayEdit(entry: ReportEntry) {
  const { change } = useReportPlace();
  const { user } = useSession();
  const accepted = useAcceptedOwner();
  const reason = useEditReason()(entry);
  const [isAllowed] = useState(reason === undefined);
  const [isAccepted, setIsAccepted] = useState(
    () => otherOwner(entry, user.id) === undefined || accepted.isAccepted(entry.resource),
  );
  useEffect(() => accepted.forget, [accepted]);
  const stop = (): void => change({ edit: false, setup: false, dashlet: undefined }, true);
  return { reason, isAllowed, isAccepted, accept: () => setIsAccepted(true), stop };
}

/** The mode that is shown: that of the address, if the user may edit. */
function useMode(entry: ReportEntry) {
  const { search } = useReportPlace();
  const may = useMayEdit(entry);
  const requestedMode = modeOf(search);
  const isAllowed = may.isAllowed && may.isAccepted;
  const mode: ReportMode = isResolved(requestedMode) || isAllowed ? requestedMode : reportModes.read;
  const isRefused = !isResolved(requestedMode) && !may.isAllowed;
  const refuse = useEffectEvent(() => may.stop());
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  return { may, mode, isConfirming: !isResolved(requestedMode) && may.isAllowed && !may.isAccepted };
}

interface WorkbenchProps extends Props {
  readonly context: ReturnType<ReportActor['getSnapshot']>['context'];
  readonly chosen: ChosenContext;
  readonly mode: ReportMode;
  readonly onRestored: (entry: ReportEntry) => void;
}

/** The report as it is read, with its slides over it. */
function Shown({ entry, settings, context, chosen, mode, onRestored }: WorkbenchProps) {
  const { api, search, change } = useReportPlace();
  const { document, name } = context.report.history.value;
  const designed = useMemo(() => designedPages(document), [document]);
  const pages = api.customerId === undefined ? designed : context.resolution?.pages;
  return (
    <div className="tt-page tt-report">
      <ReportHeader entry={entry} document={document} chosen={chosen} />
      <ReportReading
        name={name}
        document={document}
        chosen={chosen}
        pages={pages}
        resolution={context.resolution}
        maxPages={settings.maxPages}
      />
      {mode === reportModes.slides && pages !== undefined && (
        <Suspense>
          <ReportSlides
            name={name}
            document={document}
            pages={pages}
            chosen={chosen}
            slide={Number(search.page ?? 1)}
            onSlide={(slide) => change({ page: String(slide) }, true)}
            onClose={() => change({ slides: false, page: undefined }, true)}
          />
        </Suspense>
      )}
      {search.versions && (
        <Suspense>
          <ReportVersionsDialog entry={entry} onRestored={onRestored} />
        </Suspense>
      )}
    </div>
  );
}

/** A report in one of its modes: read, shown as slides, designed, or set up. */
export function ReportWorkbench({ entry, settings }: Props) {
  const { may, mode, isConfirming } = useMode(entry);
  const { actor, send, select, isRestored } = useReportMachine({ entry, mode, settings });
  const context = useSelector(actor, ({ context: all }) => all);
  const chosen = useReportContext(context.report.history.value.document);
  const onMode = useEffectEvent((next: ReportMode) => {
    if (context.report.mode !== next) send({ type: 'mode', mode: next });
  });
  useEffect(() => onMode(mode), [mode]);
  const onSelection = useEffectEvent(select);
  useEffect(() => onSelection(chosen.selection), [chosen.selection]);
  if (!isResolved(mode))
    return (
      <Suspense>
        <ReportEditor
          actor={actor}
          chosen={chosen}
          disabledReason={may.reason}
          resource={entry.resource}
          version={entry.version}
          isRestored={isRestored}
        />
      </Suspense>
    );
  return (
    <>
      <Shown
        entry={entry}
        settings={settings}
        context={context}
        chosen={chosen}
        mode={mode}
        onRestored={(restored) => send({ type: 'take', entry: restored })}
      />
      {isConfirming && (
        <OwnerConfirmation
          resource={{ ...entry, id: entry.resource }}
          onClose={may.stop}
          onContinue={may.accept}
        />
      )}
    </>
  );
}
