import type { Dashlet } from '#schemas/dashboard/dashlets.ts';

/** Keeps what is known of each dashlet: a change of one leaves the other ones the same objects. */
export function ofEachDashlet<Result>(of: (dashlet: Dashlet) => Result): (dashlet: Dashlet) => Result {
  const known = new WeakMap<Dashlet, { readonly result: Result }>();
  return (dashlet) => {
    const entry = known.get(dashlet) ?? { result: of(dashlet) };
    known.set(dashlet, entry);
    return entry.result;
  };
}
