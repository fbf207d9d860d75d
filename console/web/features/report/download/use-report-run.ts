import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OutputFormat } from '#schemas/rendering/rendering.ts';
import { reportRuns, type ReportRun, type ReportRunOrder } from '#schemas/report/rendering-routes.ts';
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useReportTexts } from '../texts/en.ts';

/** Between two looks at a report that is rendered. */
const LOOK_MS = 1_000;

const isOver = ({ state }: Pick<ReportRun, 'state'>): boolean => state !== 'waiting' && state !== 'running';

export interface ReportRunControl {
  /** What is rendered now. */
  readonly run: Pick<ReportRun, 'format' | 'progress' | 'state'> | undefined;
  readonly busy: boolean;
  readonly start: (order: z.input<typeof ReportRunOrder> & { readonly format: OutputFormat }) => void;
  readonly cancel: () => void;
}

/** Requests a report as a file, follows it, and downloads it when it is done. */
export function useReportRun(customer: number, report: number): ReportRunControl {
  const text = useReportTexts();
  const params = { customerId: customer, resourceId: report };
  const [id, setId] = useState<number>();
  const creation = useRouteAction(reportRuns.create, { touches: [] });
  const removal = useRouteAction(reportRuns.cancel, { touches: [] });
  const file = useFileDownload();
  const { data } = useQuery({
    ...routeQuery(reportRuns.read, { params: { ...params, runId: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : LOOK_MS),
  });
  const run = id === undefined || data?.id !== id ? undefined : data;
  const finish = useEffectEvent((ended: ReportRun) => {
    if (ended.state === 'done')
      void file.download(reportRuns.file, { params: { ...params, runId: ended.id } });
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
    start: (body) => creation.run({ params, body }, { onDone: (made) => setId(made.id) }),
    cancel() {
      if (id === undefined) return;
      setId(undefined);
      removal.run({ params: { ...params, runId: id } }, { done: text('downloadCancelled') });
    },
  };
}
