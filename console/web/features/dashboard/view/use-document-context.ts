import { useMemo, useState } from 'react';
import type { DashboardDocument, DocumentPeriod } from '#schemas/dashboard/document.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { now } from '#web/lib/clock.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useDocumentPlace } from '../document-page.ts';
import { choiceIn, contextAt } from '../data/chosen-context.ts';
import { periodFaultOf, periodFrom, periodParameter } from './period-text.ts';
import { useShownCustomer } from './use-shown-customer.ts';
import { selectionText, type Selection } from './selection-text.ts';

const seconds = (): number => Math.floor(now() / 1_000);

/** What the reader chose in the address, over what the document says. */
export interface ChosenContext {
  readonly period: DocumentPeriod;
  readonly isOwnPeriod: boolean;
  /** Why the period of the address is not the one that is shown. */
  readonly periodFault: ReturnType<typeof periodFaultOf>;
  readonly selection: Selection;
  readonly timeZone: string;
  /** Zone of the document that this browser does not know. */
  readonly unknownZone: string | undefined;
  /** The context at a time in seconds since 1970. */
  readonly at: (time: number) => DocumentContext;
  /** The context when the page was opened or last changed. */
  readonly context: DocumentContext;
  readonly choosePeriod: (period: DocumentPeriod | undefined) => void;
  readonly select: (filter: string, ids: readonly number[] | undefined) => void;
}

/** Zone of the customer whose data is shown; undefined: it has none. */
export function useZoneOfCustomer(): string | undefined {
  const customer = useShownCustomer();
  return useSession().customers.find(({ id }) => id === customer)?.timeZone;
}

export function useDocumentContext(document: DashboardDocument): ChosenContext {
  const { search, change } = useDocumentPlace();
  const [opened] = useState(seconds);
  const ofCustomer = useZoneOfCustomer();
  const { period: chosenPeriod, selection: chosenSelection } = search;
  const { period: ownPeriod, timeZone: ownTimeZone } = document;
  return useMemo(() => {
    const own = periodFrom(chosenPeriod);
    const shown = choiceIn(
      { period: ownPeriod, timeZone: ownTimeZone },
      { period: chosenPeriod, selection: chosenSelection },
      ofCustomer,
    );
    const { period, selection, timeZone, unknownZone } = shown;
    const at = (time: number): DocumentContext => contextAt(shown, time);
    return {
      period,
      isOwnPeriod: own !== undefined,
      periodFault: periodFaultOf(chosenPeriod),
      selection,
      timeZone,
      unknownZone,
      at,
      context: at(opened),
      choosePeriod: (chosen) => change({ period: chosen && periodParameter(chosen) }),
      select(filter, ids) {
        const { [filter]: _last, ...others } = selection;
        change({ selection: selectionText(ids === undefined ? others : { ...others, [filter]: ids }) }, true);
      },
    };
  }, [chosenPeriod, chosenSelection, ownPeriod, ownTimeZone, ofCustomer, opened, change]);
}
