import { problems, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { afterThis, nextTask } from '#web/lib/later.ts';
import { DataPage } from '../data/data-page.ts';
import {
  longNames,
  plain,
  sampleResult,
  thousandRows,
  truncatedRows,
  withGaps,
  type MadeUpRows,
} from './sample-result.ts';

/** What the server responds: nothing, that it runs, values, or a problem; `expired`: values that cannot be requested again. */
type GalleryReply =
  | { readonly is: 'nothing' | 'running' }
  | { readonly is: 'values' | 'expired'; readonly sample: MadeUpRows }
  | { readonly is: 'problem'; readonly code: ProblemCode };

/** The states of a dashlet that shows values. */
export const galleryStates = {
  waiting: { is: 'nothing' },
  running: { is: 'running' },
  ready: { is: 'values', sample: plain },
  expired: { is: 'expired', sample: plain },
  empty: { is: 'problem', code: 'DASHLET_NO_DATA' },
  tooMuch: { is: 'problem', code: 'TOO_MUCH_DATA' },
  tooLarge: { is: 'problem', code: 'CONTEXT_TOO_LARGE' },
  error: { is: 'problem', code: 'SERVER_PROBLEM' },
  kpiDeleted: { is: 'problem', code: 'NOT_FOUND' },
  noContext: { is: 'nothing' },
  truncated: { is: 'values', sample: truncatedRows },
  longNames: { is: 'values', sample: longNames },
  gaps: { is: 'values', sample: withGaps },
  narrow: { is: 'values', sample: plain },
  thousand: { is: 'values', sample: thousandRows },
} as const satisfies Record<string, GalleryReply>;
export type GalleryState = keyof typeof galleryStates;

/** What the sentences of the problems name. */
const params = { max: 10 };

/** A problem as the server reports one, with the id of its request. */
export const galleryProblem = (code: ProblemCode): ApiProblem =>
  new ApiProblem({ code, status: problems[code].status, params, requestId: 'req-7f3a91' });

/** The data of a page whose server always responds the same. */
export function galleryPage(state: GalleryState): DataPage {
  const response: GalleryReply = galleryStates[state];
  let requested = 0;
  const page = new DataPage({
    async request(requests, onLine, signal) {
      requested += 1;
      for (const request of requests) {
        const { id } = request;
        if (response.is === 'running') onLine({ state: 'running', id });
        if (response.is === 'problem') throw galleryProblem(response.code);
        if (response.is === 'expired' && requested > 1) throw galleryProblem('SERVER_PROBLEM');
        if ('sample' in response)
          onLine({ state: 'ready', id, result: sampleResult(request, response.sample) });
      }
      if (response.is === 'expired') for (const { id } of requests) page.retry(id);
      if (!('sample' in response))
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    defer: afterThis,
    nextTask,
    afterWhile: (run) => run(),
    problemOf: ({ code, status, params }) => new ApiProblem({ code, status, params }),
  });
  return page;
}
