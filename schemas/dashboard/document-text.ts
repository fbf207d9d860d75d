import { dashboardLimits } from '../limit/dashboard.ts';
import { Line } from '../text/line.ts';

/** A name, title or description of a document, and empty by default. */
export const documentText = (max: number = dashboardLimits.titleMax) => Line.max(max).default('');
