import { useMemo } from 'react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ReportDocument, ReportPage } from '#schemas/report/document.ts';
import type { ReportItem } from '#schemas/report/item.ts';
import { isSameReport } from '#schemas/report/difference.ts';
import { newDashletId } from '../../dashboard/edit/add/dashlet-start.ts';
import type { ReportMode } from '../machine/modes.ts';
import type { PageChange } from '../machine/page-changes.ts';
import type { reportMachine } from '../machine/report.machine.ts';

export type ReportActor = ActorRefFrom<typeof reportMachine>;

/** Recipes of immer get drafts, whose fields may be set. */
export type Draft<Value> = Value extends readonly (infer Part)[]
  ? Draft<Part>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value;

export type ReportEdit = (document: Draft<ReportDocument>) => void;
type PageRecipe = (page: Draft<ReportPage>) => void;

/** The draft of a report with everything that changes it. */
export interface ReportControl {
  readonly actor: ReportActor;
  readonly name: string;
  readonly document: ReportDocument;
  readonly page: ReportPage;
  readonly mode: ReportMode;
  readonly highlighted: string | undefined;
  readonly isChanged: boolean;
  /** The version that the draft started from. */
  readonly baseVersion: number;
  readonly isSaving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly newId: () => string;
  readonly change: (recipe: ReportEdit, mark?: string) => void;
  /** Replaces the document. */
  readonly replace: (document: ReportDocument) => void;
  readonly changePages: (change: PageChange) => void;
  readonly changePage: (recipe: PageRecipe, mark?: string) => void;
  /** Changes one item of the open page. */
  readonly changeItem: (id: string, recipe: (item: Draft<ReportItem>) => void, mark?: string) => void;
  readonly openPage: (page: string) => void;
}

/** What immer gives to recipes is a draft, whatever its type says. */
const draftOf = (document: unknown): Draft<ReportDocument> => document as Draft<ReportDocument>;

const write = (draft: { document: unknown }, document: ReportDocument): void => {
  draft.document = document;
};

export function useReportControl(actor: ReportActor): ReportControl {
  const context = useSelector(actor, (state) => state.context);
  const isSaving = useSelector(actor, (state) => state.matches({ report: 'saving' }));
  const { report, base, unchanged } = context;
  const { history, mode, page: open, highlighted } = report;
  const { document, name } = history.value;
  const isChanged = useMemo(
    () => unchanged === undefined || !isSameReport(unchanged, history.value),
    [unchanged, history.value],
  );
  const page = document.pages.find(({ id }) => id === open) ?? document.pages[0];
  if (page === undefined) throw new Error('a report without pages');
  const change: ReportControl['change'] = (recipe, mark) =>
    actor.send({
      type: 'change',
      mark,
      recipe: (content) => recipe(draftOf(content.document)),
    });
  const changePage: ReportControl['changePage'] = (recipe, mark) =>
    change((draft) => {
      const drafted = draft.pages.find(({ id }) => id === page.id);
      if (drafted !== undefined) recipe(drafted);
    }, mark);
  return {
    actor,
    name,
    document,
    page,
    mode,
    highlighted,
    isChanged,
    baseVersion: base?.version ?? 0,
    isSaving,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    newId: newDashletId,
    change,
    replace: (next) => actor.send({ type: 'change', recipe: (content) => write(content, next) }),
    changePages: (next) =>
      actor.send({ type: 'change', page: next.page, recipe: (content) => write(content, next.document) }),
    changePage,
    changeItem: (id, recipe, mark) =>
      changePage(
        (drafted) => {
          const item = drafted.items.find((each) => each.id === id);
          if (item !== undefined) recipe(item);
        },
        mark === undefined ? undefined : `${id} ${mark}`,
      ),
    openPage: (next) => actor.send({ type: 'open page', page: next }),
  };
}
