import { applicationName } from '../application/application-name.ts';
import { dscpName } from '../qos/dscp.ts';
import type { FlowTargetKind } from './flow-target.ts';

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
  if (kind === 'class') return dscpName(detail);
  if (kind === 'application') return custom ?? applicationName(detail);
  if (detail === 0) return '↔ Internet';
  return `↔ ${remote ?? String(detail)}`;
}
