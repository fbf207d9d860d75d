import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { markedBy } from '#schemas/dashboard/element/page-kind.ts';
import { useNow } from '#web/lib/clock.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import type { Subject } from './subject.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const [STEP, DAY] = [300, 86_400];

interface Period {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** When alarms ran on an element and on its parts, and when these were silenced. */
export function useElementMarks(subject: Subject, period: Period) {
  const { customer } = subject;
  const elements = useMemo(() => markedBy(subject), [subject]);
  const body = {
    ...period,
    marks: ['alarms', 'silences'] as const,
    elements: elements.map(({ element, filters }) => ({ element, filters: [...filters] })),
  };
  return useQuery({
    ...namedQuery('element-marks', [customer, body], (signal) =>
      call(listElementMarks, {
        params: { customerId: customer },
        body: { ...body, marks: [...body.marks] },
        signal,
      }),
    ),
    enabled: elements.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Those of the last 24 hours, up to the step that runs. */
export function useDayMarks(subject: Subject) {
  const to = Math.ceil(useNow() / SECOND_MS / STEP) * STEP;
  const period = useMemo(() => ({ from: to - DAY, to }), [to]);
  return { period, query: useElementMarks(subject, period) };
}
