import { useEffect, useRef, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { now } from '#web/lib/clock.ts';
import { toEditorDraft } from '../alarm-editor/editor-draft.ts';
import type { AlarmEditor } from '../alarm-editor/use-alarm-editor.ts';
import { useCockpitSearch } from '../use-cockpit-search.ts';
import { backtestPeriod, testedRule, isSameRule, type BacktestBody } from './backtest-request.ts';
import { followBacktest, type PendingBacktest } from './follow-backtest.ts';

interface Asked {
  readonly body: BacktestBody;
  readonly rule: BacktestDraft | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const KEPT_MS = 5 * 60_000;

/** The rule that is to be tested, and what it is compared with. */
function useRules({ draft, stored }: AlarmEditor) {
  const kpis = useKpis();
  const rule = testedRule(draft, kpis);
  const inForce = stored && testedRule(toEditorDraft(stored), kpis);
  return { rule, differs: stored === undefined || !isSameRule(rule, inForce) };
}

/** Asks for a backtest and keeps its answer while the alarm is open, whatever tab is shown. */
export function useBacktest(editor: AlarmEditor) {
  const { search, change } = useCockpitSearch();
  const queries = useQueryClient();
  const { rule, differs } = useRules(editor);
  const [asked, setAsked] = useState<Asked>();
  const [pending, setPending] = useState<PendingBacktest>();
  const { stored } = editor;
  const queryKey = ['cockpit', 'backtest', asked?.body, asked?.atMs];
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => followBacktest(asked?.body as BacktestBody, { signal, onPending: setPending }),
    enabled: asked !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
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
    setAsked({ body, rule, atMs: now() });
    if (!search.run) change({ run: true }, true);
  };
  const cancel = () => {
    void queries.cancelQueries({ queryKey });
    setAsked(undefined);
    change({ run: false }, true);
  };
  // A link to a backtest that was run runs it, once.
  const isLinked = search.run && search.tab === 'backtest';
  const begun = useRef(false);
  useEffect(() => {
    if (isLinked && !begun.current && asked === undefined) run();
    begun.current = true;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the link is opened, and not when the draft changes
  }, [isLinked]);
  return {
    run,
    cancel,
    asked,
    /** How far it is, while it is not done. */
    pending,
    result,
    /** Of a draft that is not saved, or differs from what is. */
    isDraft: differs,
    isComplete: rule !== undefined,
    isPeriod: period !== undefined,
    /** What is shown is of another rule than the form's. */
    isOutdated: asked !== undefined && !isSameRule(asked.rule, rule),
  };
}

export type Backtest = ReturnType<typeof useBacktest>;
