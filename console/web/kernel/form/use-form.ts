import { useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import type { z } from 'zod';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { inputFaults } from '#schemas/problem/input-faults.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { FormError } from '#web/ui/Form.tsx';
import { ApiProblem, sentenceOf } from '../api/api-problem.ts';
import { type Draft, formMachine, inputOf, isChanged, shownFaults } from './form.machine.ts';

export interface FormOptions<Value extends Draft, Saved> {
  readonly initial: Value;
  /** The contract that the server checks as well. */
  readonly contract: z.ZodType;
  /** What the contract cannot say, of a value that it accepts. */
  readonly check?: ((value: Value, language: Language) => readonly InputFault[]) | undefined;
  /** Groups and lists whose parts have inputs of their own: their faults are told by the whole path. */
  readonly nested?: readonly string[];
  readonly store: (value: Value) => Promise<Saved>;
  /** Inputs that refusals of the server belong to. */
  readonly fieldOf?: Readonly<Partial<Record<ProblemCode, string>>>;
  readonly onSaved: () => void;
  readonly onClosed: () => void;
}

function faultsOf<Value extends Draft, Saved>(
  draft: Value,
  { contract, check }: FormOptions<Value, Saved>,
  language: Language,
): readonly InputFault[] {
  const parsed = contract.safeParse(draft);
  if (!parsed.success) return inputFaults(parsed.error, language);
  return check?.(draft, language) ?? [];
}

/** The input that a refusal of the server belongs to; undefined: to none. */
function refusedInput(
  problem: unknown,
  fieldOf: Readonly<Partial<Record<ProblemCode, string>>>,
  nested: readonly string[],
): string | undefined {
  if (!(problem instanceof ApiProblem)) return undefined;
  const field = fieldOf[problem.code];
  if (field === undefined || !nested.includes(field)) return field;
  const path = problem.errors[0]?.path.replace(/^body\./, '');
  return path?.startsWith(`${field}.`) === true ? inputOf(path, nested) : field;
}

/** Runs a form: its machine, its faults in the user's language, and the guard against leaving with changes. */
export function useForm<Value extends Draft, Saved>(options: FormOptions<Value, Saved>) {
  const { initial, fieldOf = {}, nested = [], onSaved, onClosed } = options;
  const language = useLanguage();
  const [state, send] = useMachine(formMachine, {
    input: {
      initial,
      isValid: (draft) => faultsOf(draft as Value, options, language).length === 0,
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
  const faults = shownFaults(state.context, faultsOf(draft as Value, options, language), nested);
  const refused = refusedInput(problem, fieldOf, nested);
  const sentence = problem === undefined ? undefined : sentenceOf(problem, language);
  const shown = refused === undefined || sentence === undefined ? faults : { ...faults, [refused]: sentence };
  const inputs = Object.keys(draft);
  const placeOf = ({ field }: FormError): number => inputs.indexOf(field.split('.', 1)[0] ?? '');
  // In the order in which the draft has its inputs, which is that of the form.
  const errors: readonly FormError[] = Object.entries(shown)
    .map(([field, message]) => ({ field, message }))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    draft: draft as Value,
    change: (part: Partial<Value>) => send({ type: 'change', part }),
    save: () => send({ type: 'save' }),
    /** Shows the faults as saving would; answers whether there is none. */
    check: (): boolean => {
      send({ type: 'check' });
      return faultsOf(draft as Value, options, language).length === 0;
    },
    close: () => send({ type: 'close' }),
    busy: state.hasTag('busy'),
    errors,
    errorOf: (field: keyof Value & string): string | undefined => shown[field],
    /** By the whole path, of an input within a group or list. */
    errorAt: (path: string): string | undefined => shown[path],
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
