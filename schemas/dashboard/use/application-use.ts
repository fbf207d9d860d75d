import type { Predicate } from '../../data/element-filter.ts';
import { foldForSearch } from '../../search/fold.ts';
import type { DashboardDocument } from '../document.ts';

/** An application as documents name it. */
export interface SoughtApplication {
  /** Its number in flows (RFC 6759). */
  readonly number: number;
  readonly name: string;
}

/** What settings of dashlets have of what they show. */
interface Shown {
  readonly element?: string;
  readonly filters?: readonly {
    readonly element: string;
    readonly ids?: readonly number[] | undefined;
    readonly predicates: readonly Predicate[];
  }[];
  readonly breakdown?: { readonly kind: string; readonly ids?: readonly number[] };
}

/** Whether a condition names the application: other conditions find it among others. */
const isOf =
  ({ name }: SoughtApplication) =>
  ({ property, operator, values }: Predicate): boolean =>
    property.toLowerCase() === 'name' &&
    operator === 'equals' &&
    values.some((value) => foldForSearch(value) === foldForSearch(name));

function isShown({ filters = [], breakdown }: Shown, application: SoughtApplication): boolean {
  const isListed = breakdown?.kind === 'list' && breakdown.ids?.includes(application.number) === true;
  const isFiltered = filters.some(
    ({ element, ids, predicates }) =>
      element === 'application' &&
      (ids?.includes(application.number) === true || predicates.some(isOf(application))),
  );
  return isListed || isFiltered;
}

/** Whether a document filters by an application, or lists it among what it shows. */
export function namesApplication(
  { filters, dashlets }: Pick<DashboardDocument, 'filters' | 'dashlets'>,
  application: SoughtApplication,
): boolean {
  const isChosen = filters.some(({ element, default: chosen, predicates }) => {
    if (element !== 'application') return false;
    const conditions = chosen.strategy === 'predicates' ? [...predicates, ...chosen.predicates] : predicates;
    const ids = chosen.strategy === 'selection' ? chosen.ids : [];
    return ids.includes(application.number) || conditions.some(isOf(application));
  });
  return isChosen || dashlets.some(({ settings }) => isShown(settings as Shown, application));
}
