import { applyPatches, enablePatches, produceWithPatches, type Patch } from 'immer';
import { isSameValue } from '#schemas/dashboard/difference.ts';

enablePatches();

/** Changes that can be undone. */
const MAX_STEPS = 200;
/** Changes that can still be undone on another base: each takes a merge, of milliseconds on a large page. */
const CARRIED = 20;

interface Change {
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  /** Changes of the same input follow each other as one. */
  readonly mark: string | undefined;
}

/** A draft with its changes. */
export interface History<Value> {
  readonly value: Value;
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export const newHistory = <Value>(value: Value): History<Value> => ({ value, past: [], future: [] });

/** Applies a change. `mark`: typing into one input is one change. */
export function changed<Value extends object>(
  { value, past }: History<Value>,
  recipe: (draft: Value) => void,
  mark?: string,
): History<Value> {
  const [next, patches, inverse] = produceWithPatches(value, (draft) => recipe(draft as Value));
  if (patches.length === 0) return { value, past, future: [] };
  const last = past.at(-1);
  const joined =
    mark !== undefined && last?.mark === mark
      ? { mark, patches: [...last.patches, ...patches], inverse: [...inverse, ...last.inverse] }
      : { mark, patches, inverse };
  const retained = joined.patches === patches ? past : past.slice(0, -1);
  return { value: next, past: [...retained, joined].slice(-MAX_STEPS), future: [] };
}

export function undone<Value extends object>(history: History<Value>): History<Value> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    value: applyPatches(history.value, [...last.inverse]),
    past: history.past.slice(0, -1),
    future: [...history.future, { ...last, mark: undefined }],
  };
}

export function redone<Value extends object>(history: History<Value>): History<Value> {
  const next = history.future.at(-1);
  if (next === undefined) return history;
  return {
    value: applyPatches(history.value, [...next.patches]),
    past: [...history.past, next],
    future: history.future.slice(0, -1),
  };
}

/** The past states of a draft, from the oldest to the present one. */
const statesOf = <Value extends object>({ value, past }: History<Value>): readonly Value[] =>
  past
    .reduceRight<Value[]>(
      (later, { inverse }) => [...later, applyPatches(later.at(-1) ?? value, [...inverse])],
      [value],
    )
    .toReversed();

/** The draft with its changes on another base: `onto` returns what a state of it becomes there. Changes of nothing there are left out. */
export function carried<Value extends object>(
  history: History<Value>,
  onto: (state: Value) => Value,
): History<Value> {
  const [first, ...later] = statesOf({ ...history, past: history.past.slice(-CARRIED) }).map(onto);
  return later.reduce(
    (before, next) => {
      if (isSameValue(before.value, next)) return before;
      const patchTo = (value: Value): readonly Patch[] => [{ op: 'replace', path: [], value }];
      const change = { patches: patchTo(next), inverse: patchTo(before.value), mark: undefined };
      return { value: next, past: [...before.past, change], future: [] };
    },
    newHistory(first ?? onto(history.value)),
  );
}
