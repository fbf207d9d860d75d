import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { ListedElement } from '#schemas/data/element-routes.ts';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { isOpen, selectedBy } from '#schemas/dashboard/document-requests.ts';
import {
  offeredBy,
  repeatedDocument,
  repeatFilterOf,
  type RepeatChoice,
} from '#schemas/dashboard/repeat/repeated-dashlets.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useKernelTexts } from '#web/kernel/text/en.ts';
import { requestElements, useSourceDocument, type SourceDocument } from '../../data/request-data.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { dashletTitle } from '../dashlet-title.ts';
import { filterName } from '../filter-name.ts';
import type { ChosenContext } from '../use-document-context.ts';

interface Shown {
  readonly document: DashboardDocument;
  readonly chosen: Pick<ChosenContext, 'selection'>;
  readonly customerId: number;
}

const { maxRepeated } = dashboardLimits;

/** The first elements that a filter selects, by the choice of the reader or by default. */
function choiceQuery(
  filter: DocumentFilter,
  ids: readonly number[] | undefined,
  { customerId, document }: { readonly customerId: number; readonly document: SourceDocument },
) {
  const selected = selectedBy(filter, ids);
  const named = selected?.ids;
  const { element, label } = filter;
  const filters = [offeredBy(filter, ids === undefined ? selected : undefined)];
  return {
    ...namedQuery('elements', ['repeat', customerId, document, filter, ids], async (signal) => {
      const body = {
        element,
        label,
        filters,
        count: named === undefined ? maxRepeated : 0,
        ids: named?.slice(0, maxRepeated) ?? [],
      };
      const { count, elements } = await requestElements({ customerId, document }, body, signal);
      return { elements, count: named?.length ?? count };
    }),
    enabled: !isOpen(filter, ids),
  };
}

interface Listed {
  readonly elements: readonly ListedElement[];
  readonly count: number;
}

/** The same as long as it means the same: lists are compared deeply. */
const listedOf = (
  results: readonly { readonly data: Listed | undefined }[],
): readonly (Listed | undefined)[] => results.map(({ data }) => data);

/** The document with its dashlets repeated for the elements that its filters select, and what is said about those that are left out. */
export function useRepeated({ document, chosen: { selection }, customerId }: Shown) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const kernelText = useKernelTexts();
  const ofReader = useSourceDocument();
  const filters = [
    ...new Set(document.dashlets.flatMap((dashlet) => repeatFilterOf(document, dashlet) ?? [])),
  ];
  const found = useQueries({
    queries: filters.map((filter) =>
      choiceQuery(filter, selection[filter.id], { customerId, document: ofReader }),
    ),
    combine: listedOf,
  });
  const ids = filters.map(({ id }) => id).join(' ');
  return useMemo(() => {
    const choices = new Map<string, RepeatChoice>();
    for (const [index, filter] of ids.split(' ').entries()) {
      const listed = found[index];
      if (listed === undefined) continue;
      const elements = listed.elements.map(({ id, label, deleted }) => ({
        id,
        label: deleted === true ? kernelText('deletedName', { name: label }) : label,
      }));
      choices.set(filter, { count: listed.count, elements });
    }
    const titled = {
      ...document,
      dashlets: document.dashlets.map((dashlet) =>
        dashlet.repeat === undefined ? dashlet : { ...dashlet, title: dashletTitle(dashlet, kpis, language) },
      ),
    };
    const { document: shown, cuts } = repeatedDocument(choices.size === 0 ? document : titled, choices);
    const notes = cuts.map(({ dashlet, shown: count, all }) => {
      const filter = document.filters.find(({ id }) => id === dashlet.repeat);
      const name = filter === undefined ? '' : filterName(filter, language);
      return text('repeatCut', { title: dashlet.title, count, all: String(all), filter: name });
    });
    return { document: shown, notes };
  }, [document, found, ids, kpis, language, kernelText, text]);
}
