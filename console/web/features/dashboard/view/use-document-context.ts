import { useMemo, useState } from 'react';
import type { DashboardDocument, DocumentPeriod } from '#schemas/dashboard/document.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { now } from '#web/lib/clock.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { ownZone } from '#web/lib/local-time.ts';
import { useDocumentPlace } from '../document-page.ts';
import { periodBounds, periodFaultOf, periodFrom, periodParameter } from './period-text.ts';
import { useShownCustomer } from './use-shown-customer.ts';
import { selectionFrom, selectionText } from './selection-text.ts';
import type { Selection } from './selection-text.ts';

const seconds = (): number => Math.floor(now() / 1_000);

/** What the reader chose in the address, over what the document says. */
export interface ChosenContext {
  readonly period: DocumentPeriod;
  readonly isOwnPeriod: boolean;
  /** Why the period of the address is not the one that is shown. */
  readonly periodFault: ReturnType<typeof periodFaultOf>;
  readonly selection: Selection;
  readonly timeZone: string;
  /** The context at a time in seconds since 1970. */
  readonly at: (time: number) => DocumentContext;
  /** The context when the page was opened or last changed. */
  readonly context: DocumentContext;
  readonly choosePeriod: (period: DocumentPeriod | undefined) => void;
  readonly select: (filter: string, ids: readonly number[] | undefined) => void;
}

/** Zone of the customer whose data is shown; undefined: it has none. */
function useZoneOfCustomer(): string | undefined {
  const customer = useShownCustomer();
  return useSession().customers.find(({ id }) => id === customer)?.timeZone;
}

export function useDocumentContext(document: DashboardDocument): ChosenContext {
  const { search, change } = useDocumentPlace();
  const [opened] = useState(seconds);
  const ofCustomer = useZoneOfCustomer();
  const { period: chosenPeriod, selection: chosenSelection } = search;
  return useMemo(() => {
    const own = periodFrom(chosenPeriod);
    const period = own ?? document.period;
    const selection = selectionFrom(chosenSelection);
    const timeZone = document.timeZone ?? ofCustomer ?? ownZone();
    const at = (time: number): DocumentContext => ({
      period: periodBounds(period, time),
      timeZone,
      selection,
    });
    return {
      period,
      isOwnPeriod: own !== undefined,
      periodFault: periodFaultOf(chosenPeriod),
      selection,
      timeZone,
      at,
      context: at(opened),
      choosePeriod: (chosen) => change({ period: chosen && periodParameter(chosen) }),
      select(filter, ids) {
        const { [filter]: _last, ...others } = selection;
        change({ selection: selectionText(ids === undefined ? others : { ...others, [filter]: ids }) }, true);
      },
    };
  }, [chosenPeriod, chosenSelection, document.period, document.timeZone, ofCustomer, opened, change]);
}
