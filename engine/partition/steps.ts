/**
 * Work that may be left between two steps for something else: a large window takes seconds, as does a changed configuration of
 * very many elements, and leases have to be renewed meanwhile. Whoever does not go on to the end leaves a state behind that is
 * worth nothing, unless it says otherwise.
 */
export type Steps = StepsTo<void>;

/** Steps that come to something. */
export type StepsTo<Value> = Generator<undefined, Value>;

/** All of it in one go. */
export function runThrough<Value>(steps: StepsTo<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Things looked at between two steps: some milliseconds. */
export const AT_A_STEP = 8_192;

/** What `take` makes of the values, without those that it makes nothing of. */
export function* gathered<From, To>(
  values: Iterable<From>,
  take: (value: From) => To | undefined,
): StepsTo<To[]> {
  const found: To[] = [];
  let seen = 0;
  for (const value of values) {
    const taken = take(value);
    if (taken !== undefined) found.push(taken);
    seen += 1;
    if (seen % AT_A_STEP === 0) yield undefined;
  }
  return found;
}

/** Goes through the numbers below `count`. */
export function* through(count: number, visit: (index: number) => void): Steps {
  for (let from = 0; from < count; from += AT_A_STEP) {
    const to = Math.min(count, from + AT_A_STEP);
    for (let index = from; index < to; index += 1) visit(index);
    yield undefined;
  }
}

/** Bytes copied in one step: about a millisecond. */
const COPIED_AT_ONCE = 4 * 2 ** 20;

export function* copied(bytes: Uint8Array): StepsTo<Uint8Array> {
  const copy = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += COPIED_AT_ONCE) {
    copy.set(bytes.subarray(from, from + COPIED_AT_ONCE), from);
    yield undefined;
  }
  return copy;
}

/** Numbers that differ in these bits alone are put in order together. */
const PAGE_BITS = 8;

/** The values by ascending numbers, those of one number as they stood. The same array when they stand so already. */
export function* ordered<Value>(
  values: readonly Value[],
  numberOf: (value: Value) => number,
): StepsTo<readonly Value[]> {
  let isOrdered = true;
  yield* through(values.length - 1, (index) => {
    isOrdered &&= numberOf(values[index] as Value) <= numberOf(values[index + 1] as Value);
  });
  if (isOrdered) return values;
  const pages = new Map<number, Value[]>();
  yield* through(values.length, (index) => {
    const value = values[index] as Value;
    const page = Math.floor(numberOf(value) / 2 ** PAGE_BITS);
    const own = pages.get(page);
    if (own === undefined) pages.set(page, [value]);
    else own.push(value);
  });
  const sorted: Value[] = [];
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    for (const value of (pages.get(page) ?? []).sort((a, b) => numberOf(a) - numberOf(b))) sorted.push(value);
    if (sorted.length % AT_A_STEP < 2 ** PAGE_BITS) yield undefined;
  }
  return sorted;
}
