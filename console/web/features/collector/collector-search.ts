import { z } from 'zod';
import { ReportPeriod } from '#schemas/collector/report-period.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const CollectorTab = z.enum(['exporters', 'unknown', 'streams']);

/** What the screen shows is in its address. */
const CollectorSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: CollectorTab.optional().catch(undefined),
  period: ReportPeriod.optional().catch(undefined),
  /** Only exporters with something to say. */
  notable: searchValue.flag(false).optional(),
  /** The exporter whose details are open. */
  open: searchValue.text(),
});
export type CollectorSearch = z.output<typeof CollectorSearch>;

export const collectorSearch = versionedSearch(CollectorSearch, []);
