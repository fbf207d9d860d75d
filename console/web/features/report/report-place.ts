import { createContext, useContext } from 'react';
import type { SearchPart } from '#web/lib/search-hook.ts';
import type { ReportApi } from './report-api.ts';
import type { ReportSearch } from './report-search.ts';

/** What every part of a page of reports needs: its calls and its address. */
export interface ReportPlace {
  readonly api: ReportApi;
  readonly search: ReportSearch;
  readonly change: (part: SearchPart<ReportSearch>, replace?: boolean) => void;
}

const Place = createContext<ReportPlace | undefined>(undefined);
export const ReportPlaceProvider = Place.Provider;

export function useReportPlace(): ReportPlace {
  const place = useContext(Place);
  if (place === undefined) throw new Error('used outside a page of reports');
  return place;
}
