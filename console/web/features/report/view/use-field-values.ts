import { useMemo } from 'react';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { dateFormat, withFirstDay } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { useReportTexts } from '../texts/en.ts';
import type { FieldValues } from './fields.ts';
import { calendarPeriod } from './period-words.ts';

interface Of {
  readonly name: string;
  readonly document: ReportDocument;
  readonly resolved: ResolvedPage;
  readonly pageCount: number;
  readonly customerId: number;
  readonly context: DocumentContext;
}

const formats = { dateStyle: 'long' } as const;

/** What fields of texts are filled with on a page. */
export function useFieldValues({
  name,
  document,
  resolved,
  pageCount,
  customerId,
  context,
}: Of): FieldValues {
  const text = useReportTexts();
  const language = useLanguage();
  const periodText = usePeriodText(context.timeZone);
  const customer = useSession().customers.find(({ id }) => id === customerId)?.name ?? '';
  const { from, to } = context.period;
  const { timeZone } = context;
  const period = calendarPeriod({ from, to }, timeZone, language) ?? periodText({ kind: 'fixed', from, to });
  const { elements, number } = resolved;
  const { variables } = document;
  return useMemo(() => {
    const today = dateFormat(language, `long ${timeZone}`, { ...formats, timeZone }).format(now());
    const date = withFirstDay(today, language);
    const selected = new Map(elements.map(({ variable, label }) => [variable, label]));
    return {
      builtIn: {
        report: name,
        customer,
        period,
        date,
        page: String(number),
        pages: String(pageCount),
        element: elements.map(({ label }) => label).join(' · '),
      },
      variables: new Map(
        variables.map(({ name: variable, choice }) => {
          const count = context.selection?.[choice.id]?.length ?? 0;
          const others = count === 0 ? text('everything') : text('selectedCount', { count });
          return [variable.toLowerCase(), selected.get(choice.id) ?? others];
        }),
      ),
    };
  }, [language, timeZone, elements, name, customer, period, number, pageCount, variables, context, text]);
}
