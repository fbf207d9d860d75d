import { dataLimits } from '#schemas/limit/data.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { finestFlowsRead } from '../sql/flow-series-sql.ts';
import { finestRead, hasQuantiles, type WayRequest } from '../sql/value-way.ts';
import { reachesBack, type RetainedValues } from './retained-values.ts';
import { rowsOfElement } from './rows-read.ts';
import { workingOf, type SeriesWorking, type WorkingRequest } from './series-granularity.ts';

/** How a series is read. Throws SERIES_NOT_RETAINED. */
function retainedWorking(request: WorkingRequest, { days }: RetainedValues): SeriesWorking {
  const found = workingOf(request);
  if (found !== undefined) return found;
  const { stated, display, finest } = request;
  const table = finest({ working: stated ?? display, fromQuantiles: false });
  throw new ProblemError('SERIES_NOT_RETAINED', { params: { days: days[table] } });
}

/** The working granularity that a request states. */
type StatedWorking = Pick<WorkingRequest, 'stated' | 'isStored'>;
type FromStart<Request> = Omit<Request, 'working' | 'fromQuantiles'> & { readonly from: number };

/** How a series of elements is read. Throws SERIES_NOT_RETAINED. */
export function elementsWorking(
  request: FromStart<WayRequest> & { readonly elementCount: number },
  working: StatedWorking,
  retention: RetainedValues,
): SeriesWorking {
  const { from, display, elementCount } = request;
  const reading: WorkingRequest = {
    ...working,
    display,
    hasQuantiles: (own) => hasQuantiles({ ...request, working: own }),
    finest: (read) => finestRead({ ...request, ...read }),
    isRetained: (table) => reachesBack(from, table, retention),
    rows: (read) => elementCount * rowsOfElement({ ...request, ...read }, retention.cut.parts),
    maxRows: dataLimits.automaticRows,
  };
  return retainedWorking(reading, retention);
}

/** How a series of flows is read. Throws SERIES_NOT_RETAINED. */
export function flowsWorking(
  request: FromStart<Parameters<typeof finestFlowsRead>[0]>,
  working: StatedWorking,
  retention: RetainedValues,
): SeriesWorking {
  const { from, display } = request;
  const reading: WorkingRequest = {
    ...working,
    display,
    hasQuantiles: () => false,
    finest: (read) => finestFlowsRead({ ...request, working: read.working }),
    isRetained: (table) => reachesBack(from, table, retention),
  };
  return retainedWorking(reading, retention);
}
