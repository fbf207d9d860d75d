import { z } from 'zod';
import { PollingStateName } from '#schemas/collector/polling-state-name.ts';
import { ExporterPeriod } from '#schemas/collector/report-period.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const CollectorTab = z.enum(['exporters', 'unknown', 'polled', 'streams']);

const CollectorSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: CollectorTab.optional().catch(undefined),
  period: ExporterPeriod.optional().catch(undefined),
  /** Only exporters with issues. */
  notable: searchValue.flag(false).optional(),
  /** Only devices in this polling state. */
  state: PollingStateName.optional().catch(undefined),
  /** The exporter with open details. */
  open: searchValue.text(),
  /** The unknown exporter that is added as a device. */
  adopt: searchValue.text(),
});
export const collectorSearch = versionedSearch(CollectorSearch, []);
/** Reads and changes the address of the monitoring page. */
export const useCollectorSearch = searchHook<z.output<typeof CollectorSearch>>(
  '/shell/mt/monitoring-collect',
);
