import { isOpen, selectedBy } from '../dashboard/document-requests.ts';
import type { DocumentFilter } from '../dashboard/document-filter.ts';
import { ElementFilter } from '../data/element-filter.ts';
import type { ElementQuery } from '../data/element-routes.ts';
import type { z } from 'zod';
import type { ReportDocument } from './document.ts';

const filterText = (filter: z.input<typeof ElementFilter> | undefined): string =>
  filter === undefined ? '' : JSON.stringify(ElementFilter.parse(filter));

/** Everything that a variable offers, whatever is selected. */
const offerOf = ({ element, relation, predicates, onlyActive }: DocumentFilter) => ({
  element,
  ...(relation && { relation }),
  predicates,
  onlyActive,
});

/** Whether a filter is one that a reader can make with a variable: all that it offers, or some of its elements. */
function isOfVariable(choice: DocumentFilter, given: ElementFilter): boolean {
  if (choice.element !== given.element || choice.relation !== given.relation) return false;
  const choices = [undefined, given.ids ?? []];
  return (
    filterText(offerOf(choice)) === filterText(given) ||
    choices.some(
      (chosen) => !isOpen(choice, chosen) && filterText(selectedBy(choice, chosen)) === filterText(given),
    )
  );
}

/** Whether elements are those of a variable of the report, possibly within elements of its other variables. */
export function areElementsOfReport(
  { variables }: Pick<ReportDocument, 'variables'>,
  { element, filters, label, properties }: ElementQuery,
): boolean {
  const [first, ...within] = filters;
  if (first === undefined || properties.length > 0) return false;
  const choices = variables.map(({ choice }) => choice);
  return (
    choices.some(
      (choice) => choice.element === element && choice.label === label && isOfVariable(choice, first),
    ) && within.every((filter) => choices.some((choice) => isOfVariable(choice, filter)))
  );
}
