import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** The acceptance of a discovery, in a transaction. */
export interface Acceptance {
  readonly tx: Tx;
  readonly customer: number;
  /** Sites of the customer that the user sees; undefined: all. */
  readonly seen: ReadonlySet<number> | undefined;
  readonly discovery: number;
  /** Its credentials are sealed, and are copied to the devices as they are. */
  readonly request: DiscoveryRequest;
  readonly by: string;
  readonly at: Date;
}

/** A found device without its tables. */
export type DeviceFacts = Omit<FoundDevice, 'interfaces' | 'parts'>;
