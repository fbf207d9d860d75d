import { z } from 'zod';

export const Severity = z.enum(['critical', 'major', 'minor']);
export type Severity = z.infer<typeof Severity>;

/** From worst to least. In alerting, `major` is shown as "Warning". */
export const severities = Severity.options;
