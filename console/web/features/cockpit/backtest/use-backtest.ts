import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import type { BacktestResult } from '#schemas/cockpit/backtest-routes.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { now } from '#web/lib/clock.ts';
import { toEditorDraft } from '../alarm-editor/editor-draft.ts';
import type { AlarmEditor } from '../alarm-editor/use-alarm-editor.ts';
import { useCockpitSearch } from '../cockpit-search.ts';
import { backtestPeriod, testedRule, isSameRule, type BacktestBody } from './backtest-request.ts';
import { followBacktest, type PendingBacktest } from './follow-backtest.ts';
import { forgetBacktest, keepBacktest, readStoredBacktest, type StoredBacktest } from './stored-backtest.ts';

interface BacktestRequest {
  /** Of one that runs already. */
  readonly id?: string;
  readonly body: BacktestBody;
  readonly rule?: BacktestDraft | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const RESULT_CACHE_MS = 5 * 60_000;

/** Follows a backtest, which a reloaded page finds again until it is cancelled or fails. */
async function followStored(
  { id, ...requested }: Omit<StoredBacktest, 'id'> & { readonly id?: string },
  options: { readonly signal: AbortSignal; readonly onPending: (state: PendingBacktest) => void },
): Promise<BacktestResult> {
  let started = id;
  const onStarted = (given: string): void => {
    started = given;
    keepBacktest({ ...requested, id: given });
  };
  try {
    const result = await followBacktest({ id, body: requested.body }, { ...options, onStarted });
    if (started !== undefined) keepBacktest({ ...requested, id: started, doneMs: now() });
    return result;
  } catch (error) {
    if (started !== undefined) forgetBacktest(started);
    throw error;
  }
}

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
  const { rule, differs } = useRules(editor);
  const { stored } = editor;
  const place = stored === undefined ? `new in ${String(search.cockpit)}` : String(stored.id);
  const query = JSON.stringify([search.period, search.from, search.to, search.for]);
  const [request, setRequest] = useState<BacktestRequest | undefined>(() =>
    readStoredBacktest({ place, query }),
  );
  const [pending, setPending] = useState<PendingBacktest>();
  const follow = (requested: BacktestRequest, signal: AbortSignal) =>
    followStored({ place, query, ...requested }, { signal, onPending: setPending });
  const result = useQuery({
    ...namedQuery('cockpit', ['backtest', request?.body, request?.atMs], (signal) =>
      follow(request as BacktestRequest, signal),
    ),
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
  // A query that is no longer shown is cancelled.
  const cancel = () => {
    setRequest(undefined);
    change({ run: false }, true);
  };
  // A link to a backtest runs it once.
  const isLinked = search.run && search.tab === 'backtest';
  const wasStarted = useRef(false);
  const startLinked = useEffectEvent((linked: boolean) => {
    if (linked && !wasStarted.current && request === undefined) run();
    wasStarted.current = true;
  });
  useEffect(() => startLinked(isLinked), [isLinked]);
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
