import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import type { ExporterPeriod } from '#schemas/collector/report-period.ts';
import { listAllPollingStates } from '#schemas/collector/polling-state.ts';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { listTrouble } from '#schemas/health/routes.ts';
import { listStreams } from '#schemas/health/stream-fill.ts';

/** Collectors report every ten seconds. */
const REPORT_MS = 10_000;

export const useExporters = (period: ExporterPeriod) =>
  useQuery({
    ...routeQuery(listExporters, { query: { period } }),
    refetchInterval: REPORT_MS,
    placeholderData: keepPreviousData,
  });

export const useUnknownExporters = () =>
  useQuery({ ...routeQuery(listUnknownExporters), refetchInterval: REPORT_MS });

/** The polling state of the devices of the user's customers. */
export const usePolledDevices = () =>
  useQuery({ ...routeQuery(listAllPollingStates, { query: {} }), refetchInterval: REPORT_MS });

const STREAM_REFRESH_MS = 5_000;

/** What is not in order between devices and values; disabled for users without access to every customer. */
export const useTrouble = (enabled: boolean) =>
  useQuery({ ...routeQuery(listTrouble), refetchInterval: STREAM_REFRESH_MS, enabled });

/** The fill of the streams. */
export const useStreams = () => useQuery({ ...routeQuery(listStreams), refetchInterval: STREAM_REFRESH_MS });
