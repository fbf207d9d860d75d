import { useCallback, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from '../api/api-problem.ts';
import { call, type CallOptions } from '../api/call.ts';
import type { CallArguments, QueryTarget } from './route-query.ts';
import { useRefresh } from './use-refresh.ts';

interface ActionToast {
  readonly text: string;
  readonly tone?: 'bad';
}

/** What follows a write. */
export interface ActionOutcome<Reply> {
  /** The toast after success, or what the reply leads to. None without it. */
  readonly done?: string | ((reply: Reply) => ActionToast);
  /** What failed, before the reason. */
  readonly failure?: string;
  readonly onDone?: (reply: Reply) => void;
  /** Shows the problem in place of a toast. */
  readonly onProblem?: (problem: unknown) => void;
  /** After the toast of a problem. */
  readonly onFailure?: () => void;
}

/** For `onProblem`: the component shows `problem` itself, where it belongs. */
export const shownInPlace = (): void => undefined;

interface ActionRun {
  readonly act: () => Promise<unknown>;
  readonly outcome: ActionOutcome<never>;
}

const toastOf = <Reply>(done: ActionOutcome<Reply>['done'] & {}, reply: Reply): ActionToast =>
  typeof done === 'string' ? { text: done } : done(reply);

/**
 * Runs writes: reports success or the problem in a toast, and refetches what they touch, also after a failure, which may have changed
 * something.
 */
export function useAction(touches: readonly QueryTarget[]) {
  const language = useLanguage();
  const refresh = useRefresh(...touches);
  const { mutate, isPending, status, error, data, reset } = useMutation({
    mutationFn: async ({ act, outcome }: ActionRun) => {
      const { done, onDone } = outcome as ActionOutcome<unknown>;
      const reply = await act();
      if (done !== undefined) showToast(toastOf(done, reply));
      onDone?.(reply);
      return reply;
    },
    onError: (problem, { outcome: { failure, onProblem, onFailure } }) => {
      if (onProblem !== undefined) return onProblem(problem);
      const reason = sentenceOf(problem, language);
      showToast({ text: failure === undefined ? reason : labelled(failure, reason, language), tone: 'bad' });
      return onFailure?.();
    },
    onSettled: refresh,
  });
  /** The same function on every render. */
  const run = useCallback(
    <Reply>(act: () => Promise<Reply>, outcome: ActionOutcome<Reply> = {}): void => mutate({ act, outcome }),
    [mutate],
  );
  return { run, isPending, status, problem: error, reply: data, reset };
}

interface RouteActionOptions {
  /** Queries that the write changes. */
  readonly touches: readonly QueryTarget[];
}

/**
 * Writes by one route; see `useAction`. `args` are those of the last write, for a control that shows its new state at once; `problem` is
 * set until the next write, for a page that shows it in place.
 */
export function useRouteAction<R extends Route>(route: R, { touches }: RouteActionOptions) {
  const { run: act, reply, ...state } = useAction(touches);
  const [args, setArgs] = useState<CallArguments<R>>();
  const run = useCallback(
    (next: CallArguments<R>, outcome: ActionOutcome<z.output<R['reply']>> = {}): void => {
      setArgs(next);
      act(() => call(route, next as unknown as CallOptions<R>), outcome);
    },
    [route, act],
  );
  return { ...state, args, reply: reply as z.output<R['reply']> | undefined, run };
}
