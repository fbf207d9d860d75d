import { assign, emit, fromPromise, raise, setup } from 'xstate';
import type { WarningCode } from '#schemas/problem/warning.ts';
import type { ReportContent, ReportEntry } from '#schemas/report/entry.ts';
import type { Resolution, VariableSelection } from '#schemas/report/resolve.ts';
import { confirmationsOf } from '#schemas/report/rules.ts';
import { reportModes, type ReportMode } from './modes.ts';
import {
  changedBy,
  created,
  highlight,
  loaded,
  loadFailed,
  loading,
  merged,
  pageOpened,
  redo,
  saved,
  switched,
  undo,
  type ReportRecipe,
  type ReportState,
} from './report-state.ts';

interface Context {
  readonly report: ReportState;
  /** The version that the draft started from; undefined: a new report that was not saved. */
  readonly base: ReportEntry | undefined;
  /** Its content: what nothing has changed yet. */
  readonly unchanged: ReportContent | undefined;
  /** What the user still has to confirm before the save. */
  readonly confirmations: readonly WarningCode[];
  /** Why the report could not be loaded or saved. */
  readonly problem: unknown;
  /** Resolved pages; undefined: none yet, or none are resolved. */
  readonly resolution: Resolution | undefined;
  readonly resolveProblem: unknown;
  /** In the administration space no pages are resolved. */
  readonly isTemplate: boolean;
  /** What the reader has selected. */
  readonly selection: VariableSelection;
  readonly resolvingIntervalMs: number;
  /** The content of a version as it is edited: in the language of the user. */
  readonly contentOf: (entry: ReportEntry) => ReportContent;
}

type ReportEvent =
  | { readonly type: 'create'; readonly content: ReportContent }
  | { readonly type: 'load' }
  | { readonly type: 'take'; readonly entry: ReportEntry }
  /** Edits the merge of both users on the version of the other one. */
  | {
      readonly type: 'merge';
      readonly entry: ReportEntry;
      readonly merge: (mine: ReportContent) => ReportContent;
    }
  | { readonly type: 'mode'; readonly mode: ReportMode }
  | {
      readonly type: 'change';
      readonly recipe: ReportRecipe;
      readonly mark?: string | undefined;
      readonly page?: string | undefined;
    }
  | { readonly type: 'undo' | 'redo' | 'save' | 'confirm' | 'refuse' | 'refresh' | 'discard' }
  | { readonly type: 'context'; readonly selection: VariableSelection }
  | { readonly type: 'open page'; readonly page: string }
  | { readonly type: 'highlight'; readonly variable: string | undefined };

/** What the page says when it happens. */
type MachineNotice =
  | { readonly type: 'not confirmed' }
  | { readonly type: 'saved'; readonly entry: ReportEntry }
  | { readonly type: 'save failed' | 'resolve failed'; readonly problem: unknown };

/** A draft that was not saved, and the version that it started from. */
export interface RestoredReport {
  readonly base: ReportEntry;
  readonly content: ReportContent;
}

interface ReportInput {
  readonly entry?: ReportEntry;
  readonly restored?: RestoredReport | undefined;
  /** Of a new report. */
  readonly content: ReportContent;
  readonly mode: ReportMode;
  readonly isTemplate: boolean;
  readonly selection: VariableSelection;
  readonly resolvingIntervalMs: number;
  readonly contentOf: (entry: ReportEntry) => ReportContent;
}

interface ReportSave {
  readonly content: ReportContent;
  readonly base: ReportEntry | undefined;
}

interface PageResolution {
  readonly content: ReportContent;
  readonly selection: VariableSelection;
}

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const entryOf = (event: unknown): ReportEntry => (event as { readonly output: ReportEntry }).output;
const resolutionOf = (event: unknown): Resolution => (event as { readonly output: Resolution }).output;
const errorOf = (event: unknown): unknown => (event as { readonly error?: unknown }).error;

/** A report from its loading to its saving, and, concurrently, the resolution of its pages. */
export const reportMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ReportEvent,
    input: {} as ReportInput,
    emitted: {} as MachineNotice,
  },
  actors: {
    'load the report': fromPromise<ReportEntry>(unprovided),
    'save the report': fromPromise<ReportEntry, ReportSave>(unprovided),
    'resolve the pages': fromPromise<Resolution, PageResolution>(unprovided),
  },
  delays: { 'resolving interval': ({ context }) => context.resolvingIntervalMs },
  guards: {
    'has a report': ({ context }) => context.base !== undefined,
    'something is to be confirmed': ({ context }) =>
      confirmationsOf(context.report.history.value.document).length > 0,
    'more is to be confirmed': ({ context }) => context.confirmations.length > 1,
    'pages are resolved': ({ context }) => !context.isTemplate,
  },
  actions: {
    change: assign(({ context, event }) => {
      if (event.type !== 'change') return {};
      const report = changedBy(context.report, event.recipe, event.mark);
      return { report: event.page === undefined ? report : pageOpened(report, event.page) };
    }),
    'switch the mode': assign(({ context, event }) =>
      event.type === 'mode' ? { report: switched(context.report, event.mode) } : {},
    ),
    undo: assign(({ context }) => ({ report: undo(context.report) })),
    redo: assign(({ context }) => ({ report: redo(context.report) })),
    'open the page': assign(({ context, event }) =>
      event.type === 'open page' ? { report: pageOpened(context.report, event.page) } : {},
    ),
    'take the selection': assign(({ event }) =>
      event.type === 'context' ? { selection: event.selection } : {},
    ),
    highlight: assign(({ context, event }) =>
      event.type === 'highlight' ? { report: highlight(context.report, event.variable) } : {},
    ),
    create: assign(({ event }) =>
      event.type === 'create'
        ? { report: created(event.content), base: undefined, unchanged: undefined }
        : {},
    ),
    'start loading': assign(({ context }) => ({ report: loading(context.report), problem: undefined })),
    'fail to load': assign(({ context, event }) => ({
      report: loadFailed(context.report),
      problem: errorOf(event),
    })),
    'take the loaded report': assign(({ context, event }) => {
      const entry = event.type === 'take' ? event.entry : entryOf(event);
      const unchanged = context.contentOf(entry);
      return { report: loaded(context.report, unchanged), base: entry, unchanged, problem: undefined };
    }),
    'take the merge': assign(({ context, event }) =>
      event.type === 'merge'
        ? {
            report: merged(context.report, event.merge),
            base: event.entry,
            unchanged: context.contentOf(event.entry),
          }
        : {},
    ),
    discard: assign(({ context }) =>
      context.unchanged === undefined ? {} : { report: loaded(context.report, context.unchanged) },
    ),
    'collect confirmations': assign(({ context }) => ({
      confirmations: confirmationsOf(context.report.history.value.document),
    })),
    'next confirmation': assign(({ context }) => ({ confirmations: context.confirmations.slice(1) })),
    'take the saved report': assign(({ context, event }) => {
      const entry = entryOf(event);
      const unchanged = context.contentOf(entry);
      return { report: saved(context.report, unchanged), base: entry, unchanged, problem: undefined };
    }),
    'fail to save': assign(({ event }) => ({ problem: errorOf(event) })),
    'take the pages': assign(({ event }) => ({
      resolution: resolutionOf(event),
      resolveProblem: undefined,
    })),
    'fail to resolve': assign(({ event }) => ({ resolveProblem: errorOf(event) })),
    'resolve again': raise({ type: 'refresh' }),
    'say that it was not confirmed': emit({ type: 'not confirmed' }),
    'say that it is saved': emit(({ event }) => ({
      type: 'saved' as const,
      entry: entryOf(event),
    })),
    'say that saving failed': emit(({ event }) => ({
      type: 'save failed' as const,
      problem: errorOf(event),
    })),
    'say that resolving failed': emit(({ event }) => ({
      type: 'resolve failed' as const,
      problem: errorOf(event),
    })),
  },
}).createMachine({
  id: 'report',
  type: 'parallel',
  context: ({ input: { entry, restored, content, mode, ...input } }) => {
    const base = restored?.base ?? entry;
    const unchanged = base && input.contentOf(base);
    const shown = restored?.content ?? unchanged ?? content;
    return {
      ...input,
      report: base === undefined && mode === reportModes.design ? created(content) : loaded({ mode }, shown),
      base,
      unchanged,
      confirmations: [],
      problem: undefined,
      resolution: undefined,
      resolveProblem: undefined,
    };
  },
  states: {
    report: {
      initial: 'open',
      states: {
        open: {
          on: {
            create: { actions: 'create' },
            load: { target: 'loading', guard: 'has a report' },
            take: { actions: 'take the loaded report' },
            merge: { actions: 'take the merge' },
            mode: { actions: 'switch the mode' },
            change: { actions: 'change' },
            undo: { actions: 'undo' },
            redo: { actions: 'redo' },
            'open page': { actions: 'open the page' },
            highlight: { actions: 'highlight' },
            discard: { actions: 'discard' },
            save: [
              {
                guard: 'something is to be confirmed',
                target: 'confirming',
                actions: 'collect confirmations',
              },
              { target: 'saving' },
            ],
          },
        },
        loading: {
          entry: 'start loading',
          invoke: {
            src: 'load the report',
            onDone: { target: 'open', actions: ['take the loaded report', 'resolve again'] },
            onError: { target: 'failed', actions: 'fail to load' },
          },
        },
        failed: {
          on: { load: 'loading', take: { target: 'open', actions: 'take the loaded report' } },
        },
        confirming: {
          on: {
            confirm: [
              { guard: 'more is to be confirmed', actions: 'next confirmation' },
              { target: 'saving', actions: 'next confirmation' },
            ],
            refuse: { target: 'open', actions: 'say that it was not confirmed' },
          },
        },
        saving: {
          invoke: {
            src: 'save the report',
            input: ({ context }) => ({ content: context.report.history.value, base: context.base }),
            onDone: {
              target: 'open',
              actions: ['take the saved report', 'say that it is saved', 'resolve again'],
            },
            onError: { target: 'open', actions: ['fail to save', 'say that saving failed'] },
          },
          on: {
            'open page': { actions: 'open the page' },
          },
        },
      },
    },
    pages: {
      initial: 'first',
      on: {
        // A report that loads, a context that is updated, another mode, and a refresh resolve the pages again.
        load: '.stale',
        take: '.stale',
        merge: '.stale',
        context: { target: '.stale', actions: 'take the selection' },
        mode: '.stale',
        refresh: '.stale',
        create: '.stale',
      },
      states: {
        first: { always: [{ guard: 'pages are resolved', target: 'resolving' }, { target: 'stale' }] },
        stale: {
          after: { 'resolving interval': { target: 'resolving', guard: 'pages are resolved' } },
        },
        resolving: {
          invoke: {
            src: 'resolve the pages',
            input: ({ context: { report, selection } }) => ({ content: report.history.value, selection }),
            onDone: { target: 'resolved', actions: 'take the pages' },
            onError: { target: 'unresolved', actions: ['fail to resolve', 'say that resolving failed'] },
          },
        },
        resolved: {},
        unresolved: {},
      },
    },
  },
});
