import { useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import type { z } from 'zod';
import { inputFaults } from '#schemas/problem/input-faults.ts';
import { problemText, type InputFault } from '#schemas/problem/problem.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { ApiProblem, sentenceOf } from '../api/api-problem.ts';
import { type Draft, formMachine, isChanged } from './form.machine.ts';

export interface PageFormOptions<Value extends Draft> {
  readonly initial: Value;
  /** The contract that the server checks as well, and what it cannot say by itself. */
  readonly contract: z.ZodType;
  readonly check?: (value: Value, language: Language) => readonly InputFault[];
  readonly store: (value: Value) => Promise<unknown>;
  /** The page reads anew and gives the form another key: a form is stored once. */
  readonly onSaved: () => void;
}

function faultsOf<Value extends Draft>(
  draft: Value,
  { contract, check }: PageFormOptions<Value>,
  language: Language,
): readonly InputFault[] {
  const parsed = contract.safeParse(draft);
  return parsed.success ? (check?.(draft, language) ?? []) : inputFaults(parsed.error, language);
}

/** Faults that only the server found, by the input that they belong to. */
const refusedInputs = (problem: unknown, language: Language): readonly InputFault[] =>
  problem instanceof ApiProblem
    ? problem.errors.flatMap(({ path, code }) =>
        code === undefined
          ? []
          : [{ path: path.replace(/^body\.?/, ''), message: problemText(code as ProblemCode, language) }],
      )
    : [];

/** Runs a form that is a page of its own, with inputs named by their whole path: `mappings.0.path`. */
export function usePageForm<Value extends Draft>(options: PageFormOptions<Value>) {
  const { initial, onSaved } = options;
  const language = useLanguage();
  const [state, send] = useMachine(formMachine, {
    input: {
      initial,
      isValid: (draft) => faultsOf(draft as Value, options, language).length === 0,
      store: (draft) => options.store(draft as Value),
    },
  });
  const { draft, tried, problem } = state.context;
  const changed = state.status === 'active' && isChanged(state.context);
  const leaving = useBlocker({
    shouldBlockFn: () => changed,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  const saved = state.matches('saved');
  useEffect(() => {
    if (saved) onSaved();
  }, [saved, onSaved]);
  const own = tried ? faultsOf(draft as Value, options, language) : [];
  const refused = refusedInputs(problem, language);
  const shown = own.length > 0 ? own : refused;
  const byPath = new Map([...shown].reverse().map(({ path, message }) => [path, message]));
  return {
    draft: draft as Value,
    change: (part: Partial<Value>) => send({ type: 'change', part }),
    save: () => send({ type: 'save' }),
    changed,
    busy: state.hasTag('busy'),
    errors: [...byPath].map(([field, message]) => ({ field, message })),
    errorOf: (path: string): string | undefined => byPath.get(path),
    /** A refusal that belongs to no input. */
    problem: problem === undefined || refused.length > 0 ? undefined : sentenceOf(problem, language),
    /** Whether to leave with changes, while it is asked. */
    question: {
      open: leaving.status === 'blocked',
      leave: () => leaving.proceed?.(),
      stay: () => leaving.reset?.(),
    },
  };
}
export type PageForm<Value extends Draft> = ReturnType<typeof usePageForm<Value>>;
