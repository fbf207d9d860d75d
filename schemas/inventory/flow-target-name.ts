import { applicationName } from '../application/application-name.ts';
import type { FlowTargetKind } from './flow-target.ts';

/** Names of code points (RFC 2474, 2597, 3246, 8622); class selectors are multiples of 8. */
const codePoints: Readonly<Record<number, string>> = {
  0: 'CS0 (best effort)',
  1: 'LE',
  10: 'AF11',
  12: 'AF12',
  14: 'AF13',
  18: 'AF21',
  20: 'AF22',
  22: 'AF23',
  26: 'AF31',
  28: 'AF32',
  30: 'AF33',
  34: 'AF41',
  36: 'AF42',
  38: 'AF43',
  44: 'VOICE-ADMIT',
  46: 'EF',
};
const SELECTOR_STEP = 8;

const className = (dscp: number): string =>
  codePoints[dscp] ??
  (dscp % SELECTOR_STEP === 0 ? `CS${String(dscp / SELECTOR_STEP)}` : `DSCP ${String(dscp)}`);

/** Names available for flow targets. */
export interface FlowTargetNames {
  readonly custom?: string | null | undefined;
  readonly remote?: string | null | undefined;
}

/** Returns the name of a flow target, else its number. */
export function flowTargetName(
  { kind, detail }: { readonly kind: FlowTargetKind; readonly detail: number },
  { custom, remote }: FlowTargetNames,
): string {
  if (kind === 'class') return className(detail);
  if (kind === 'application') return custom ?? applicationName(detail);
  if (detail === 0) return '↔ Internet';
  return `↔ ${remote ?? String(detail)}`;
}
