import { useEffect, useEffectEvent, useState } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise, type ActorRefFrom } from 'xstate';
import { problemText } from '#schemas/problem/problem.ts';
import type { ReportContent, ReportEntry } from '#schemas/report/entry.ts';
import { reportContentFrom, reportContentIn } from '#schemas/report/translated.ts';
import type { Resolution, VariableSelection } from '#schemas/report/resolve.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useSourceDocument, type SourceDocument } from '../dashboard/data/request-data.ts';
import { selectionFrom } from '../dashboard/view/selection-text.ts';
import { useLatest } from '../dashboard/view/shared/use-shared.ts';
import { useShownCustomer } from '../dashboard/view/use-shown-customer.ts';
import { keepsHistory, type ReportMode } from './machine/modes.ts';
import { reportMachine } from './machine/report.machine.ts';
import type { ReportApi } from './report-api.ts';
import { useReportPlace } from './report-place.ts';
import { useReportCache } from './report-queries.ts';
import { useReportTexts } from './texts/en.ts';
import { restoredReport, useStoredReport } from './report-draft.ts';
import { resolveWith } from './view/resolve-with.ts';

interface Of {
  readonly entry: ReportEntry;
  readonly mode: ReportMode;
  readonly settings: { readonly maxPages: number; readonly resolvingIntervalMs: number };
}

/** What the calls of the machine read at the time when they are made. */
interface Latest {
  readonly api: ReportApi;
  readonly id: number;
  readonly language: Language;
  readonly customerId: number | undefined;
  readonly requested: SourceDocument;
  readonly maxPages: number;
}

interface SaveRequest {
  readonly content: ReportContent;
  readonly base: ReportEntry | undefined;
}
interface ResolveRequest {
  readonly content: ReportContent;
  readonly selection: VariableSelection;
}

const machineWith = (latest: () => Latest) =>
  reportMachine.provide({
    actors: {
      'load the report': fromPromise<ReportEntry>(() => latest().api.read(latest().id)),
      'save the report': fromPromise<ReportEntry, SaveRequest>(({ input: { content: edited, base } }) => {
        const { api, language } = latest();
        const visibility = base?.visibility === 'private' ? ('private' as const) : ('public' as const);
        const draft = { ...reportContentFrom(edited, language), visibility };
        return base === undefined ? api.create(draft) : api.update(base, draft);
      }),
      'resolve the pages': fromPromise<Resolution, ResolveRequest>(
        ({ input: { content, selection }, signal }) => {
          const { customerId = 0, requested, maxPages } = latest();
          return resolveWith(content.document, { customerId, requested, selection, maxPages, signal });
        },
      ),
    },
  });

/** Says in toasts what the machine emits. */
function useNotices(actor: ActorRefFrom<typeof reportMachine>, api: ReportApi): void {
  const text = useReportTexts();
  const language = useLanguage();
  const cache = useReportCache(api);
  const onSaved = useEffectEvent((saved: ReportEntry) => {
    cache(saved);
    showToast({ text: text('saved', { name: saved.name }) });
  });
  const onNotConfirmed = useEffectEvent(() =>
    showToast({ text: problemText('NOT_CONFIRMED', language), tone: 'bad' }),
  );
  const onResolveFailed = useEffectEvent((problem: unknown) => {
    const failed = problemText('REPORT_RESOLVE_FAILED', language);
    showToast({ text: `${failed} ${sentenceOf(problem, language)}`, tone: 'bad' });
  });
  useEffect(() => {
    const ends = [
      actor.on('saved', ({ entry }) => onSaved(entry)),
      actor.on('not confirmed', () => onNotConfirmed()),
      actor.on('resolve failed', ({ problem }) => onResolveFailed(problem)),
    ];
    return () => {
      for (const end of ends) end.unsubscribe();
    };
  }, [actor]);
}

/** The machine of a report, with the calls of the page. What the reader selects resolves the pages again. */
export function useReportMachine({ entry, mode, settings }: Of) {
  const { api, search } = useReportPlace();
  const reading = useLanguage();
  const [language] = useState(reading);
  const requested = useSourceDocument();
  const customerId = useShownCustomer();
  const latest = useLatest((): Latest => ({
    api,
    id: entry.id,
    language,
    customerId,
    requested,
    maxPages: settings.maxPages,
  }));
  const [machine] = useState(() => machineWith(latest));
  const contentOf = ({ name, description, folder, document }: ReportEntry): ReportContent =>
    reportContentIn({ name, description, folder, document }, language);
  const [restored] = useState(() => (keepsHistory(mode) ? restoredReport(entry, language) : undefined));
  const [, send, actor] = useMachine(machine, {
    input: {
      entry,
      restored,
      content: contentOf(entry),
      contentOf,
      mode,
      isTemplate: api.customerId === undefined,
      selection: selectionFrom(search.selection),
      resolvingIntervalMs: settings.resolvingIntervalMs,
    },
  });
  useNotices(actor, api);
  useStoredReport(actor, language);
  const select = (selection: VariableSelection): void => {
    const last = actor.getSnapshot().context.selection;
    if (JSON.stringify(last) !== JSON.stringify(selection)) send({ type: 'context', selection });
  };
  return { send, actor, select, isRestored: restored !== undefined };
}
