import { useEffect, useRef, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { now } from '#web/lib/clock.ts';
import { toEditorDraft } from '../alarm-editor/editor-draft.ts';
import type { AlarmEditor } from '../alarm-editor/use-alarm-editor.ts';
import { useCockpitSearch } from '../cockpit-search.ts';
import { backtestPeriod, testedRule, isSameRule, type BacktestBody } from './backtest-request.ts';
import { followBacktest, type PendingBacktest } from './follow-backtest.ts';

interface BacktestRequest {
  readonly body: BacktestBody;
  readonly rule: BacktestDraft | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const RESULT_CACHE_MS = 5 * 60_000;

/** The tested rule, and whether it differs from the one in force. */
function useRules({ draft, stored }: AlarmEditor) {
  const kpis = useKpis();
  const rule = testedRule(draft, kpis);
  const inForce = stored && testedRule(toEditorDraft(stored), kpis);
  return { rule, differs: stored === undefined || !isSameRule(rule, inForce) };
}

/** Runs a backtest and keeps its result while the alarm is open, across tabs. */
export function useBacktest(editor: AlarmEditor) {
  const { search, change } = useCockpitSearch();
  const queries = useQueryClient();
  const { rule, differs } = useRules(editor);
  const [request, setRequest] = useState<BacktestRequest>();
  const [pending, setPending] = useState<PendingBacktest>();
  const { stored } = editor;
  const queryKey = ['cockpit', 'backtest', request?.body, request?.atMs];
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => followBacktest(request?.body as BacktestBody, { signal, onPending: setPending }),
    enabled: request !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: RESULT_CACHE_MS,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const period = backtestPeriod(search, now());
  const run = () => {
    if (rule === undefined || period === undefined) return;
    const body: BacktestBody = {
      customer: search.for ?? null,
      ...period,
      ...(differs ? { draft: rule } : {}),
      ...(stored === undefined ? {} : { alarm: stored.id }),
    };
    setPending(undefined);
    setRequest({ body, rule, atMs: now() });
    if (!search.run) change({ run: true }, true);
  };
  const cancel = () => {
    void queries.cancelQueries({ queryKey });
    setRequest(undefined);
    change({ run: false }, true);
  };
  // A link to a backtest runs it once.
  const isLinked = search.run && search.tab === 'backtest';
  const wasStarted = useRef(false);
  useEffect(() => {
    if (isLinked && !wasStarted.current && request === undefined) run();
    wasStarted.current = true;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the link opens, not when the draft changes
  }, [isLinked]);
  return {
    run,
    cancel,
    request,
    /** Progress until it is done. */
    pending,
    result,

    isComplete: rule !== undefined,
    isPeriod: period !== undefined,
    /** The result belongs to another rule than the draft. */
    isOutdated: request !== undefined && !isSameRule(request.rule, rule),
  };
}

export type Backtest = ReturnType<typeof useBacktest>;
