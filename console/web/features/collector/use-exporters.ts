import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readExporters } from '#schemas/collector/exporter-report.ts';
import type { ReportPeriod } from '#schemas/collector/report-period.ts';
import { readUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { call } from '#web/kernel/api/call.ts';

/** Collectors report every ten seconds. */
const REPORTED_MS = 10_000;

export const useExporters = (period: ReportPeriod) =>
  useQuery({
    queryKey: ['exporters', period],
    queryFn: ({ signal }) => call(readExporters, { query: { period }, signal }),
    refetchInterval: REPORTED_MS,
    placeholderData: keepPreviousData,
  });

export const useUnknownExporters = () =>
  useQuery({
    queryKey: ['unknown-exporters'],
    queryFn: ({ signal }) => call(readUnknownExporters, { signal }),
    refetchInterval: REPORTED_MS,
  });
