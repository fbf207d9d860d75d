import type { Clock } from './clock.ts';

/**
 * Work cut into steps (a coroutine), and its result. Between two steps the thread can do something else, such as renew a lease: a
 * large window or a configuration of many elements takes seconds. Unless stated otherwise, the result and the state that the steps
 * change are valid only when the last step has run.
 */
export type Steps<Value = void> = Generator<undefined, Value>;

/** Runs all steps without a pause. */
export function runSync<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

interface CooperativeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Awaited between two slices. By default the event loop runs everything that is due. */
  readonly pause?: () => Promise<void>;
  /** Steps run for this long before a pause. */
  readonly sliceMs?: number;
}

const SLICE_MS = 25;

/** Runs the steps in slices and yields to the event loop between them. Returns undefined when the signal aborts before the end. */
export async function runCooperatively<Value>(
  steps: Steps<Value>,
  { clock, signal, pause = () => clock.wait(0), sliceMs = SLICE_MS }: CooperativeOptions,
): Promise<Value | undefined> {
  let startMs = clock.elapsed();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clock.elapsed() - startMs < sliceMs) continue;
    await pause();
    if (signal.aborted) return undefined;
    startMs = clock.elapsed();
  }
}

/** Returns true when all steps have run, so that `runCooperatively` distinguishes a finished run from an aborted one. */
export function* toCompletion(steps: Steps): Steps<true> {
  yield* steps;
  return true;
}

/** Items handled in one step: some milliseconds. */
export const STEP_SIZE = 8_192;

/** Maps the values and leaves out those that map to undefined. */
export function* collect<From, To>(
  values: Iterable<From>,
  map: (value: From) => To | undefined,
): Steps<To[]> {
  const collected: To[] = [];
  let seen = 0;
  for (const value of values) {
    const mapped = map(value);
    if (mapped !== undefined) collected.push(mapped);
    seen += 1;
    if (seen % STEP_SIZE === 0) yield undefined;
  }
  return collected;
}

/** Visits the indexes from 0 to `count - 1`. */
export function* forEachIndex(count: number, visit: (index: number) => void): Steps {
  for (let from = 0; from < count; from += STEP_SIZE) {
    const to = Math.min(count, from + STEP_SIZE);
    for (let index = from; index < to; index += 1) visit(index);
    yield undefined;
  }
}

/** Bytes copied in one step: about a millisecond. */
const COPY_STEP_BYTES = 4 * 2 ** 20;

export function* copyBytes(bytes: Uint8Array): Steps<Uint8Array> {
  const copy = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += COPY_STEP_BYTES) {
    copy.set(bytes.subarray(from, from + COPY_STEP_BYTES), from);
    yield undefined;
  }
  return copy;
}

/** Numbers that differ only in these low bits are sorted in one step. */
const PAGE_BITS = 8;

/** Sorts by ascending number; values with equal numbers keep their order. Returns the same array when it is sorted already. */
export function* sortByNumber<Value>(
  values: readonly Value[],
  numberOf: (value: Value) => number,
): Steps<readonly Value[]> {
  let isSorted = true;
  yield* forEachIndex(values.length - 1, (index) => {
    isSorted &&= numberOf(values[index] as Value) <= numberOf(values[index + 1] as Value);
  });
  if (isSorted) return values;
  const pages = new Map<number, Value[]>();
  yield* forEachIndex(values.length, (index) => {
    const value = values[index] as Value;
    const page = Math.floor(numberOf(value) / 2 ** PAGE_BITS);
    const own = pages.get(page);
    if (own === undefined) pages.set(page, [value]);
    else own.push(value);
  });
  const sorted: Value[] = [];
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    for (const value of (pages.get(page) ?? []).sort((a, b) => numberOf(a) - numberOf(b))) sorted.push(value);
    if (sorted.length % STEP_SIZE < 2 ** PAGE_BITS) yield undefined;
  }
  return sorted;
}
