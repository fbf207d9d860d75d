import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import type { ReportPeriod } from '#schemas/collector/report-period.ts';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { call } from '#web/kernel/api/call.ts';
import { listStreams } from '#schemas/health/stream-fill.ts';

/** Collectors report every ten seconds. */
const REPORTED_MS = 10_000;

export const useExporters = (period: ReportPeriod) =>
  useQuery({
    queryKey: ['exporters', period],
    queryFn: ({ signal }) => call(listExporters, { query: { period }, signal }),
    refetchInterval: REPORTED_MS,
    placeholderData: keepPreviousData,
  });

export const useUnknownExporters = () =>
  useQuery({
    queryKey: ['unknown-exporters'],
    queryFn: ({ signal }) => call(listUnknownExporters, { signal }),
    refetchInterval: REPORTED_MS,
  });

const LOOK_MS = 5_000;

/** How full the streams are. Of who does not see every client it is not asked. */
export const useStreams = (enabled: boolean) =>
  useQuery({
    queryKey: ['streams'],
    queryFn: ({ signal }) => call(listStreams, { signal }),
    refetchInterval: LOOK_MS,
    enabled,
  });
