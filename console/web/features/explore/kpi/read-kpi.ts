import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { readData } from '#schemas/data/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { callLines } from '#web/kernel/api/call-lines.ts';
import { earlierRequests, requestIds, type KpiResults } from './kpi-requests.ts';

/** What was read of a KPI, and of the same rows in the earlier period. */
export interface KpiReply {
  readonly results: KpiResults;
  readonly earlier: KpiResults;
}

/** Nothing was measured, which is no failure. */
const nothing: readonly string[] = ['DASHLET_NO_DATA', 'DASHLET_NO_MATCH'];

/** The values of a customer by the ids of their requests. Throws the problem of one that failed. */
async function resultsOf(
  customerId: number,
  requests: readonly DataRequestInput[],
  signal: AbortSignal,
): Promise<KpiResults> {
  if (requests.length === 0) return {};
  const lines: DataLine[] = [];
  const body = { requests: [...requests] };
  await callLines(readData, { params: { customerId }, body, signal }, (line) => lines.push(line));
  const results: { -readonly [Id in keyof KpiResults]: KpiResults[Id] } = {};
  for (const line of lines) {
    if (line.state === 'error' && !nothing.includes(line.problem.code)) throw new ApiProblem(line.problem);
    const id = line.state === 'ready' ? requestIds.find((each) => each === line.id) : undefined;
    if (line.state === 'ready' && id !== undefined) results[id] = line.result;
  }
  return results;
}

/** Reads a KPI of a customer as dashboards do, and its earlier period where one is compared with. */
export async function readKpi(
  customerId: number,
  requests: readonly DataRequestInput[],
  signal: AbortSignal,
): Promise<KpiReply> {
  const results = await resultsOf(customerId, requests, signal);
  const isCompared = requests.some(({ comparison }) => comparison !== undefined);
  const before = isCompared ? earlierRequests(requests, results) : [];
  return { results, earlier: await resultsOf(customerId, before, signal) };
}
