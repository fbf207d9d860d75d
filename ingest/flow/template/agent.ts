import { isNumber, findField, layoutFields } from './field-layout.ts';
import { informationElement } from './registry.ts';
import type { FlowTemplate } from './template.ts';

const V4_MAPPED = '00000000000000000000ffff';

const hexOf = (view: DataView, at: number, length: number): string =>
  Buffer.from(view.buffer, view.byteOffset + at, length).toString('hex');

/** Agent key of an address in a view: 32 hex digits, IPv4 mapped. */
export const agentAt = (view: DataView, at: number, length: 4 | 16): string =>
  `${length === 4 ? V4_MAPPED : ''}${hexOf(view, at, length)}`;

/** Returns the agent of the record at `p`: an `agentAt` key or the number of its exporting process. */
export type AgentReader = (view: DataView, p: number) => string;

const addresses = [
  [informationElement('exporterIPv4Address').id, 4],
  [informationElement('exporterIPv6Address').id, 16],
] as const;
const PROCESS = informationElement('exportingProcessId').id;

/** Returns a reader of the agent, undefined if the template carries none (RFC 7012 §5.2). */
export function agentReader(template: FlowTemplate): AgentReader | undefined {
  const { placed } = layoutFields(template);
  for (const [id, length] of addresses) {
    const found = findField(placed, id);
    if (found?.field.length === length) return (view, p) => agentAt(view, p + found.offset, length);
  }
  const process = findField(placed, PROCESS);
  if (process === undefined || !isNumber(process.field)) return undefined;
  const { offset, field } = process;
  return (view, p) => String(BigInt(`0x${hexOf(view, p + offset, field.length)}`));
}
