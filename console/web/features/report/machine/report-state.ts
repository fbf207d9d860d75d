import { reportLimits } from '#schemas/limit/console.ts';
import type { ReportContent } from '#schemas/report/entry.ts';
import {
  carried,
  changed,
  newHistory,
  redone,
  undone,
  type History,
} from '../../dashboard/edit/document-history.ts';
import { keepsHistory, reportModes, type ReportMode } from './modes.ts';

/** A report while it is read or edited. */
export interface ReportState {
  readonly mode: ReportMode;
  /** The content with the changes that can be undone. */
  readonly history: History<ReportContent>;
  /** Whether changes can be undone. */
  readonly hasHistory: boolean;
  /** Id of the open page. */
  readonly page: string;
  /** Id of the variable whose uses are highlighted. */
  readonly highlighted: string | undefined;
}

const firstPage = ({ document }: ReportContent): string => document.pages[0]?.id ?? '';

const cleared = <State extends Pick<ReportState, 'history'>>(state: State): State => ({
  ...state,
  history: newHistory(state.history.value),
});

/** A new report: it is designed at once. */
export const created = (content: ReportContent): ReportState => ({
  mode: reportModes.design,
  history: newHistory(content),
  hasHistory: true,
  page: firstPage(content),
  highlighted: undefined,
});

/** A report is loaded again: in mode 2 what follows can be undone. */
export const loading = (state: ReportState): ReportState => ({
  ...cleared(state),
  hasHistory: state.mode === reportModes.design,
});

/** The open page stays open where the report still has it. */
export function loaded(
  state: Pick<ReportState, 'mode'> & Partial<ReportState>,
  content: ReportContent,
): ReportState {
  const { mode, page = '', highlighted } = state;
  const isThere = content.document.pages.some(({ id }) => id === page);
  return {
    mode,
    history: newHistory(content),
    hasHistory: keepsHistory(mode),
    page: isThere ? page : firstPage(content),
    highlighted,
  };
}

export const loadFailed = (state: ReportState): ReportState => cleared(state);

/** After a save nothing can be undone. */
export const saved = (state: ReportState, content: ReportContent): ReportState => ({
  ...state,
  history: newHistory(content),
});

/** The draft on the version of another user, also in what can be undone. */
export function merged(state: ReportState, merge: (mine: ReportContent) => ReportContent): ReportState {
  return onPage({ ...state, history: carried(state.history, merge) });
}

/** The history is retained in modes 2 and 3, from the switch to them on. Variables are unhighlighted in modes 3 and 0. */
export function switched(state: ReportState, mode: ReportMode): ReportState {
  const hasHistory = keepsHistory(mode);
  const unhighlighted = mode === reportModes.setup || mode === reportModes.read;
  return {
    ...state,
    mode,
    hasHistory,
    history: hasHistory && state.hasHistory ? state.history : newHistory(state.history.value),
    highlighted: unhighlighted ? undefined : state.highlighted,
  };
}

/** A recipe of immer on the content. */
export type ReportRecipe = (content: ReportContent) => void;

/** Applies a change; `mark`: changes of one input are undone together. */
export function changedBy(state: ReportState, recipe: ReportRecipe, mark?: string): ReportState {
  const history = changed(state.history, recipe, mark);
  const limited = { ...history, past: history.past.slice(-reportLimits.undoSteps) };
  return { ...state, history: state.hasHistory ? limited : newHistory(history.value) };
}

/** The open page follows what is undone. */
function onPage(state: ReportState): ReportState {
  const { pages } = state.history.value.document;
  return pages.some(({ id }) => id === state.page)
    ? state
    : { ...state, page: firstPage(state.history.value) };
}

export const undo = (state: ReportState): ReportState => onPage({ ...state, history: undone(state.history) });
export const redo = (state: ReportState): ReportState => onPage({ ...state, history: redone(state.history) });

export const highlight = (state: ReportState, variable: string | undefined): ReportState => ({
  ...state,
  highlighted: variable,
});

export const pageOpened = (state: ReportState, page: string): ReportState => ({ ...state, page });
