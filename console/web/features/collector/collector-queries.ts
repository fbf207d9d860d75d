import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import type { ExporterPeriod } from '#schemas/collector/report-period.ts';
import { listAllPollingStates } from '#schemas/collector/polling-state.ts';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { listTiers } from '#schemas/health/tier.ts';
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

/** The processes and stores that are down; disabled for users without access to every customer. */
export const useTiers = (enabled: boolean) =>
  useQuery({ ...routeQuery(listTiers), refetchInterval: STREAM_REFRESH_MS, enabled });

/** The fill of the streams; disabled for users without access to every customer. */
export const useStreams = (enabled: boolean) =>
  useQuery({ ...routeQuery(listStreams), refetchInterval: STREAM_REFRESH_MS, enabled });
