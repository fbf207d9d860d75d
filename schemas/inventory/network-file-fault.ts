import { z } from 'zod';

export type FaultPath = readonly (string | number)[];

/** A fault at a path of the parsed file. */
export interface PlacedFault {
  readonly path: FaultPath;
  readonly message: string;
  /** The key itself is at fault (unknown), not its value. */
  readonly atKey?: boolean;
}

/** A reported fault with its path and text position. */
export const NetworkFileFault = z.strictObject({
  /** `customers[0].sites[2].latitude`, empty for the file as a whole. */
  path: z.string(),
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
});
export type NetworkFileFault = z.infer<typeof NetworkFileFault>;

/** Formats a path: `customers[0].name`. */
export const pathText = (path: FaultPath): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${String(step)}]` : index === 0 ? step : `.${step}`))
    .join('');

/** `line 3, column 5: customers[0].name: …`: one line for terminals. */
export const faultText = ({ path, line, column, message }: NetworkFileFault): string =>
  `line ${String(line)}, column ${String(column)}: ${path === '' ? '' : `${path}: `}${message}`;
