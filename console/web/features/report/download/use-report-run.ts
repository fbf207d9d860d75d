import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OutputFormat } from '#schemas/rendering/rendering.ts';
import { reportRuns, type ReportRun, type ReportRunOrder } from '#schemas/rendering/routes.ts';
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useReportTexts } from '../texts/en.ts';

/** Between two looks at a report that is rendered. */
const LOOK_MS = 1_000;

const isOver = ({ state }: Pick<ReportRun, 'state'>): boolean => state !== 'waiting' && state !== 'running';

type FileOrder = z.input<typeof ReportRunOrder> & { readonly format: OutputFormat };

export interface ReportRunControl {
  /** What is rendered now. */
  readonly run: Pick<ReportRun, 'format' | 'progress' | 'state'> | undefined;
  readonly busy: boolean;
  readonly start: (report: number, order: FileOrder) => void;
  readonly cancel: () => void;
}

interface OrderedRun {
  readonly report: number;
  readonly id: number;
}

/** Requests a report as a file, follows it, and downloads it when it is done. */
export function useReportRun(customer: number): ReportRunControl {
  const text = useReportTexts();
  const [ordered, setOrdered] = useState<OrderedRun>();
  const paramsOf = ({ report, id: runId }: OrderedRun) => ({
    customerId: customer,
    resourceId: report,
    runId,
  });
  const creation = useRouteAction(reportRuns.create, { touches: [] });
  const removal = useRouteAction(reportRuns.cancel, { touches: [] });
  const file = useFileDownload();
  const { data } = useQuery({
    ...routeQuery(reportRuns.read, { params: paramsOf(ordered ?? { report: 0, id: 0 }) }),
    enabled: ordered !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : LOOK_MS),
  });
  const run = data?.id === ordered?.id ? data : undefined;
  const finish = useEffectEvent((ended: ReportRun) => {
    if (ended.state === 'done' && ordered !== undefined)
      void file.download(reportRuns.file, { params: paramsOf(ordered) });
    else if (ended.state === 'failed')
      showToast({
        text: `${text('downloadFailed')} ${text(`failure_${ended.failure ?? 'failed'}`, { detail: ended.detail })}`,
        tone: 'bad',
      });
  });
  useEffect(() => {
    if (run !== undefined && isOver(run)) finish(run);
  }, [run]);
  return {
    run: run === undefined || isOver(run) ? undefined : run,
    busy: creation.isPending || file.busy,
    start: (report, body) =>
      creation.run(
        { params: { customerId: customer, resourceId: report }, body },
        { onDone: ({ id }) => setOrdered({ report, id }) },
      ),
    cancel() {
      if (ordered === undefined) return;
      setOrdered(undefined);
      removal.run({ params: paramsOf(ordered) }, { done: text('downloadCancelled') });
    },
  };
}
