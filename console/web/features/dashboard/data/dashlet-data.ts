import type { DataResult } from '#schemas/data/data-result-size.ts';

/** What a dashlet shows of its request. `result`: an earlier one, which stays readable. */
export type DashletData =
  /** Not sent: out of view, or without a request. */
  | { readonly is: 'waiting' }
  /** Sent and in the queue of the server, or running. */
  | { readonly is: 'queued' | 'running'; readonly result?: DataResult | undefined }
  | { readonly is: 'ready'; readonly result: DataResult }
  | { readonly is: 'failed'; readonly problem: unknown; readonly result?: DataResult | undefined }
  /** A filter of the document selects nothing yet. */
  | { readonly is: 'missing'; readonly filter: string };

export const resultOf = (data: DashletData): DataResult | undefined =>
  'result' in data ? data.result : undefined;
