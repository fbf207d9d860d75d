import { useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import type { z } from 'zod';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { inputFaults } from '#schemas/problem/input-faults.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { FormError } from '#web/ui/Form.tsx';
import { ApiProblem, sentenceOf } from '../api/api-problem.ts';
import { type Draft, formMachine, isChanged, shownFaults } from './form.machine.ts';

export interface FormOptions<Value extends Draft, Saved> {
  readonly initial: Value;
  /** The contract that the server checks as well. */
  readonly contract: z.ZodType;
  readonly store: (value: Value) => Promise<Saved>;
  /** Inputs that refusals of the server belong to. */
  readonly fieldOf?: Readonly<Partial<Record<ProblemCode, string>>>;
  readonly onSaved: () => void;
  readonly onClosed: () => void;
}

/** Runs a form: its machine, its faults in the user's language, and the guard against leaving with changes. */
export function useForm<Value extends Draft, Saved>(options: FormOptions<Value, Saved>) {
  const { initial, contract, fieldOf = {}, onSaved, onClosed } = options;
  const language = useLanguage();
  const [state, send] = useMachine(formMachine, {
    input: {
      initial,
      isValid: (draft) => contract.safeParse(draft).success,
      store: (draft) => options.store(draft as Value),
    },
  });
  const guarded = state.status === 'active' && isChanged(state.context);
  const leaving = useBlocker({
    shouldBlockFn: () => guarded,
    enableBeforeUnload: guarded,
    withResolver: true,
  });
  const [saved, closed] = [state.matches('saved'), state.matches('closed')];
  // After the guard above let go: leaving the form's address would else be asked about.
  useEffect(() => {
    if (saved) onSaved();
    else if (closed) onClosed();
  }, [saved, closed, onSaved, onClosed]);

  const { draft, problem } = state.context;
  const parsed = contract.safeParse(draft);
  const faults = shownFaults(state.context, parsed.success ? [] : inputFaults(parsed.error, language));
  const refused = problem instanceof ApiProblem ? fieldOf[problem.code] : undefined;
  const sentence = problem === undefined ? undefined : sentenceOf(problem, language);
  const shown = refused === undefined || sentence === undefined ? faults : { ...faults, [refused]: sentence };
  const errors: FormError[] = Object.entries(shown).map(([field, message]) => ({ field, message }));
  return {
    draft: draft as Value,
    change: (part: Partial<Value>) => send({ type: 'change', part }),
    save: () => send({ type: 'save' }),
    close: () => send({ type: 'close' }),
    busy: state.hasTag('busy'),
    errors,
    errorOf: (field: keyof Value & string): string | undefined => shown[field],
    /** A refusal that belongs to no input. */
    problem: refused === undefined ? sentence : undefined,
    /** The question whether to leave without saving, while it is asked. */
    question: {
      open: state.matches('asking') || leaving.status === 'blocked',
      leave: () => (leaving.status === 'blocked' ? leaving.proceed() : send({ type: 'discard' })),
      stay: () => (leaving.status === 'blocked' ? leaving.reset() : send({ type: 'keep' })),
    },
  };
}
export type FormOf<Value extends Draft> = ReturnType<typeof useForm<Value, unknown>>;
