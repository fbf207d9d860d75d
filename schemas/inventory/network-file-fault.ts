import { z } from 'zod';

export type FaultPath = readonly (string | number)[];

/** A fault at a place of the file's value. */
export interface PlacedFault {
  readonly path: FaultPath;
  readonly message: string;
  /** The fault is the key itself (an unknown one), not its value. */
  readonly atKey?: boolean;
}

/** A fault as it is reported: where in the value and where in the text. */
export const NetworkFileFault = z.strictObject({
  /** `customers[0].sites[2].latitude`, empty for the file as a whole. */
  path: z.string(),
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
});
export type NetworkFileFault = z.infer<typeof NetworkFileFault>;

/** `customers[0].name` from its steps. */
export const pathText = (path: FaultPath): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${String(step)}]` : index === 0 ? step : `.${step}`))
    .join('');

/** `line 3, column 5: customers[0].name: …`: one line for a terminal. */
export const faultText = ({ path, line, column, message }: NetworkFileFault): string =>
  `line ${String(line)}, column ${String(column)}: ${path === '' ? '' : `${path}: `}${message}`;
