import { useEffect, useEffectEvent, useMemo } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { problemText } from '#schemas/problem/problem.ts';
import type { KeptReport, ReportEntry } from '#schemas/report/entry.ts';
import { reportContentFrom, reportContentIn } from '#schemas/report/translated.ts';
import type { Resolution } from '#schemas/report/resolve.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useAskedDocument } from '../dashboard/data/asking.ts';
import { useShownCustomer } from '../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../dashboard/view/use-document-context.ts';
import type { ReportMode } from './machine/modes.ts';
import { reportMachine } from './machine/report.machine.ts';
import { useReportPlace } from './report-place.ts';
import { useReportCache } from './report-queries.ts';
import { useReportTexts } from './texts/en.ts';
import { resolveWith } from './view/resolve-with.ts';

interface Of {
  readonly entry: ReportEntry;
  readonly mode: ReportMode;
  readonly settings: { readonly maxPages: number; readonly resolvingIntervalMs: number };
}

/** The machine of a report, with the calls of the page. What the reader selects resolves the pages again. */
export function useReportMachine({ entry, mode, settings }: Of) {
  const { api } = useReportPlace();
  const text = useReportTexts();
  const language = useLanguage();
  const asked = useAskedDocument();
  const customerId = useShownCustomer();
  const cache = useReportCache(api);
  const contentOf = useMemo(
    () =>
      ({ name, description, folder, document }: ReportEntry): KeptReport =>
        reportContentIn({ name, description, folder, document }, language),
    [language],
  );
  const selection = useMemo(() => ({ current: {} as ChosenContext['selection'] }), []);
  const machine = useMemo(
    () =>
      reportMachine.provide({
        actors: {
          'load the report': fromPromise<ReportEntry>(() => api.read(entry.id)),
          'save the report': fromPromise<
            ReportEntry,
            { readonly content: KeptReport; readonly base: ReportEntry | undefined }
          >(({ input: { content: edited, base } }) => {
            const content = reportContentFrom(edited, language);
            const visibility = base?.visibility === 'private' ? 'private' : 'public';
            return base === undefined
              ? api.create({ ...content, visibility })
              : api.update(base, { ...content, visibility });
          }),
          'resolve the pages': fromPromise<Resolution, KeptReport>(({ input, signal }) =>
            resolveWith(input.document, {
              customerId: customerId ?? 0,
              asked,
              selection: selection.current,
              maxPages: settings.maxPages,
              signal,
            }),
          ),
        },
      }),
    [api, entry.id, customerId, asked, selection, settings.maxPages, language],
  );
  const [state, send, actor] = useMachine(machine, {
    input: {
      entry,
      content: contentOf(entry),
      contentOf,
      mode,
      isTemplate: api.customerId === undefined,
      resolvingIntervalMs: settings.resolvingIntervalMs,
    },
  });
  const onSaved = useEffectEvent((saved: ReportEntry) => {
    cache(saved);
    showToast({ text: text('saved', { name: saved.name }) });
  });
  const onNotConfirmed = useEffectEvent(() =>
    showToast({ text: problemText('NOT_CONFIRMED', language), tone: 'bad' }),
  );
  const onResolveFailed = useEffectEvent((problem: unknown) =>
    showToast({
      text: `${problemText('REPORT_RESOLVE_FAILED', language)} ${sentenceOf(problem, language)}`,
      tone: 'bad',
    }),
  );
  useEffect(() => {
    const ends = [
      actor.on('saved', ({ entry: saved }) => onSaved(saved)),
      actor.on('not confirmed', () => onNotConfirmed()),
      actor.on('resolve failed', ({ problem }) => onResolveFailed(problem)),
    ];
    return () => {
      for (const end of ends) end.unsubscribe();
    };
  }, [actor]);
  const select = (chosen: ChosenContext['selection']): void => {
    if (JSON.stringify(selection.current) === JSON.stringify(chosen)) return;
    selection.current = chosen;
    send({ type: 'context' });
  };
  return { state, send, actor, select };
}
