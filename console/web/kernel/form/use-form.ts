import { useBlocker } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { z } from 'zod';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { FormError } from '#web/ui/field/Form.tsx';
import type { QueryTarget } from '../query/route-query.ts';
import { useRefresh } from '../query/use-refresh.ts';
import { type FormDraft, type FormFault, formMachine, isChanged, shownFaults } from './form.machine.ts';
import { serverFaults, type FieldByCode } from './server-faults.ts';

export interface FormOptions<Value extends FormDraft> {
  readonly initial: Value;
  /** The contract that the server checks as well. */
  readonly contract: z.ZodType;
  /** Rules in addition to the contract. They also see a draft that breaks it. */
  readonly check?: ((value: Value, language: Language) => readonly FormFault[]) | undefined;
  /** Groups and lists whose parts have their own inputs: their faults are shown by the full path. */
  readonly nested?: readonly string[];
  readonly store: (value: Value) => Promise<unknown>;
  /** The toast after a save; undefined: none. */
  readonly done?: (value: Value) => string | undefined;
  /** Queries that a save changes: the form closes once they are read again. */
  readonly touches?: readonly QueryTarget[];
  readonly fieldByCode?: FieldByCode;
  /** A form is stored once: a dialog closes. A page gives the form another key as soon as it is read again. */
  readonly onSaved?: () => void;
  /** For a dialog: closed without saving. */
  readonly onClosed?: () => void;
}

/** What the views of a form need: FormDialog, FormPage. */
export interface FormControl {
  readonly errors: readonly FormError[];
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly save: () => void;
  readonly close: () => void;
  readonly prompt: { readonly open: boolean; readonly leave: () => void; readonly stay: () => void };
}

function faultsOf<Value extends FormDraft>(
  draft: Value,
  { contract, check }: FormOptions<Value>,
  language: Language,
): readonly FormFault[] {
  const parsed = parseInput(contract, draft);
  const broken = parsed.ok ? [] : parsed.faults.map((fault) => inputFaultOf(fault, language));
  return [...broken, ...(check?.(draft, language) ?? [])];
}

const isGuarded = ({ status, context }: SnapshotFrom<typeof formMachine>): boolean =>
  status === 'active' && isChanged(context);

function useFormMachine<Value extends FormDraft>(options: FormOptions<Value>, language: Language) {
  const { onSaved, onClosed, done, touches = [] } = options;
  const refresh = useRefresh(...touches);
  const store = async (draft: Value): Promise<void> => {
    await options.store(draft);
    const text = done?.(draft);
    if (text !== undefined) showToast({ text });
    await refresh();
  };
  const machine = formMachine.provide({
    actions: {
      // After the transition: the blocker below reads the final state and requires no confirmation.
      'report saved': () => onSaved !== undefined && queueMicrotask(onSaved),
      'report closed': () => onClosed !== undefined && queueMicrotask(onClosed),
    },
  });
  const [state, send, actor] = useMachine(machine, {
    input: {
      initial: options.initial,
      isValid: (draft) => faultsOf(draft as Value, options, language).length === 0,
      store: (draft) => store(draft as Value),
    },
  });
  const leaving = useBlocker({
    shouldBlockFn: () => isGuarded(actor.getSnapshot()),
    enableBeforeUnload: isGuarded(state),
    withResolver: true,
  });
  return { state, send, leaving };
}

/** Faults in the order of the inputs, which is that of the draft. */
function errorsInOrder(draft: FormDraft, shown: Readonly<Record<string, string>>): readonly FormError[] {
  const inputs = Object.keys(draft);
  const indexOf = ({ field }: FormError): number => inputs.indexOf(field.split('.', 1)[0] ?? '');
  return Object.entries(shown)
    .map(([field, message]) => ({ field, message }))
    .toSorted((one, other) => indexOf(one) - indexOf(other));
}

/** Runs a form in a dialog or on a page: its machine, its faults in the user's language, and the guard against leaving with changes. */
export function useForm<Value extends FormDraft>(options: FormOptions<Value>) {
  const { fieldByCode = {}, nested = [] } = options;
  const language = useLanguage();
  const { state, send, leaving } = useFormMachine(options, language);
  const draft = state.context.draft as Value;
  const rejected = serverFaults(state.context.problem, { inputs: Object.keys(draft), fieldByCode, language });
  const ownFaults = faultsOf(draft, options, language);
  const shown = shownFaults(state.context, [...ownFaults, ...rejected.faults], nested);
  return {
    draft,
    change: (part: Partial<Value>) => send({ type: 'change', part }),
    save: () => send({ type: 'save' }),
    /** Shows the faults as saving would; returns whether there is none. */
    check: (): boolean => {
      send({ type: 'check' });
      return ownFaults.length === 0;
    },
    close: () => send({ type: 'close' }),
    busy: state.hasTag('busy'),
    /** Whether the draft differs from what is stored. */
    changed: isChanged(state.context),
    errors: errorsInOrder(draft, shown),
    errorOf: (field: keyof Value & string): string | undefined => shown[field],
    /** By the full path, of an input within a group or list. */
    errorAt: (path: string): string | undefined => shown[path],
    /** A problem that belongs to no input. */
    problem: rejected.problem,
    /** The confirmation to leave without saving, while it is open. */
    prompt: {
      open: state.matches('requesting') || leaving.status === 'blocked',
      leave: () => (leaving.status === 'blocked' ? leaving.proceed() : send({ type: 'discard' })),
      stay: () => (leaving.status === 'blocked' ? leaving.reset() : send({ type: 'keep' })),
    },
  };
}
export type FormOf<Value extends FormDraft> = ReturnType<typeof useForm<Value>>;
