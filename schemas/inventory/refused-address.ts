import { z } from 'zod';
import { addressRefusals, refusalText } from '../polling/address-refusal.ts';
import { NetworkFileFault } from './network-file-fault.ts';

/** A warning about a network file: a device of it is not polled, since its address must not be called. */
export const RefusedAddress = NetworkFileFault.pick({ path: true, line: true, column: true }).extend({
  address: z.string(),
  refusal: z.enum(addressRefusals),
});
export type RefusedAddress = z.infer<typeof RefusedAddress>;

/** `line 3, column 5: customers[0]….address: 127.0.0.1 is …`: one line for terminals. */
export const refusedAddressLine = ({ path, line, column, address, refusal }: RefusedAddress): string =>
  `line ${String(line)}, column ${String(column)}: ${path}: ${refusalText(address, refusal, 'en')}`;
