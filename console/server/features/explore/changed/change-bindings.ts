import { keyBindings, type CodedClass } from '#schemas/explore/key-bindings.ts';
import type { FilterBindings, FilterNames } from '../statement/filter-sql.ts';
import type { Bind } from '#schemas/kpi/bindings.ts';

/** What statements depend on: classes of the customer, sites that the caller sees, names in filters. */
export const changeBindings =
  ({
    classes,
    seen,
    names,
    countries,
  }: {
    readonly classes: readonly CodedClass[];
    readonly seen: readonly number[] | undefined;
    readonly names: FilterNames;
    /** The stored file with the countries of addresses; undefined: none is needed, or there is none. */
    readonly countries: string | undefined;
  }): ((bind: Bind) => FilterBindings) =>
  (bind) => ({ ...keyBindings({ bind, classes, seen, countries }), bind, names });
