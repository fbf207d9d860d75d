import { useEffect, useEffectEvent, useMemo } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
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
  const store = useEffectEvent((value: Draft) => options.store(value as Value));
  const machine = useMemo(
    () =>
      formMachine.provide({
        actors: { store: fromPromise<unknown, Draft>(({ input }) => store(input)) },
        guards: { 'everything is valid': ({ context }) => contract.safeParse(context.draft).success },
      }),
    [contract],
  );
  const [state, send] = useMachine(machine, { input: { initial } });
  const ended = useEffectEvent(() => {
    if (state.matches('saved')) onSaved();
    else if (state.matches('closed')) onClosed();
  });
  useEffect(() => ended(), [state.status]);
  const isOpen = state.status === 'active';
  const guarded = isOpen && isChanged(state.context);
  const leaving = useBlocker({
    shouldBlockFn: () => guarded,
    enableBeforeUnload: guarded,
    withResolver: true,
  });

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
