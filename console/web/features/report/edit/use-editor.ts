import { useMemo, useState, type RefObject } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { reportCheck } from '#schemas/report/document.ts';
import type { ItemOf, ReportItem } from '#schemas/report/item.ts';
import { dashletOf } from '#schemas/report/views.ts';
import { useFaults } from '../../dashboard/edit/fault/use-faults.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import { useBoxSize } from '../../dashboard/view/use-box-size.ts';
import { noSelection, type SelectedItems } from '../canvas/selection.ts';
import { useReportPlace } from '../report-place.ts';
import { zoomBounds } from './ArrangeBar.tsx';
import { useReportControl, type ReportActor, type ReportControl } from './report-control.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { itemActions } from './use-item-actions.ts';

/** The dashlets of items: of one that has not changed, the same value. */
function dashletsOfItems(): (item: ItemOf<'dashlet'>) => Dashlet {
  const known = new WeakMap<ReportItem, Dashlet>();
  return (item) => {
    const dashlet = known.get(item) ?? dashletOf(item);
    known.set(item, dashlet);
    return dashlet;
  };
}

/** Faults of the dashlets of the open page, and whether the draft can be saved. */
function useDraftFaults({ document, page }: ReportControl) {
  const words = useDashboardTexts();
  const { faultOf, isValid } = useFaults();
  const [dashletIn] = useState(dashletsOfItems);
  const [isParsed] = useState(reportCheck);
  const faulty = useMemo(
    () =>
      document.pages
        .flatMap(({ items }) => items)
        .filter((item) => item.kind === 'dashlet' && !isValid(dashletIn(item))).length,
    [document.pages, isValid, dashletIn],
  );
  const isComplete = useMemo(() => isParsed(document), [isParsed, document]);
  const others = isComplete ? undefined : words('invalid', { count: 1 });
  const dashlets = new Map(
    page.items.flatMap((item) => (item.kind === 'dashlet' ? [[item.id, dashletIn(item)] as const] : [])),
  );
  return {
    isValid,
    faultOf: (id: string) => {
      const dashlet = dashlets.get(id);
      return dashlet && faultOf(dashlet);
    },
    reason: faulty > 0 ? words('invalid', { count: faulty }) : others,
  };
}

const AROUND_PX = 64;

/** How large the page is shown in a box: as it fits, until the user chooses otherwise. */
export function useZoom({ page }: ReportControl, box: RefObject<HTMLDivElement | null>) {
  const size = useBoxSize(box);
  const [chosen, setChosen] = useState<number>();
  const fitting =
    size === undefined
      ? 1
      : Math.min((size.width - AROUND_PX) / page.width, (size.height - AROUND_PX) / page.height);
  const zoom = chosen ?? Math.min(1.5, Math.max(zoomBounds.min, fitting));
  return { zoom, setZoom: setChosen };
}

/** The selected items of the open page, and the one whose text is being written. */
function useSelected({ page }: ReportControl) {
  const [selected, setSelected] = useState<SelectedItems>(noSelection);
  const [writing, setWriting] = useState<string>();
  const selection = useMemo(
    () => new Set(page.items.filter(({ id }) => selected.has(id)).map(({ id }) => id)),
    [page.items, selected],
  );
  const select = (next: SelectedItems): void => {
    if (writing !== undefined && !next.has(writing)) setWriting(undefined);
    setSelected(next);
  };
  const written = page.items.find(({ id }) => id === writing);
  return { selection, select, setWriting, written: written?.kind === 'text' ? written : undefined };
}

/** Everything that the parts of the editor share. */
export function useEditor(actor: ReportActor, disabledReason: string | undefined) {
  const { change } = useReportPlace();
  const control = useReportControl(actor);
  const { selection, select, setWriting, written } = useSelected(control);
  const actions = itemActions({ control, selection, select });
  const faults = useDraftFaults(control);
  const mayNotSave = disabledReason ?? faults.reason;
  const save = (): void => {
    if (control.isChanged && mayNotSave === undefined && !control.isSaving) actor.send({ type: 'save' });
  };
  useEditorKeys({ control, actions, select, onSave: save });
  return {
    control,
    actions,
    faults,
    mayNotSave,
    save,
    selection,
    select,
    written,
    stopWriting: () => setWriting(undefined),
    open: (item: ReportItem): void => {
      select(new Set([item.id]));
      if (item.kind === 'dashlet') change({ dashlet: item.id }, true);
      else if (item.kind === 'text') setWriting(item.id);
    },
    add: (item: ReportItem): void => {
      actions.add(item);
      if (item.kind === 'text') setWriting(item.id);
    },
  };
}
export type EditorParts = ReturnType<typeof useEditor>;
