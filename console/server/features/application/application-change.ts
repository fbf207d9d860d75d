import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import type { ResourceChange } from '../../shared/resource/change-resource.ts';

/** Who acts, for which customer; null: in the multi-client space. */
export interface ApplicationActor {
  readonly caller: Caller;
  readonly customer: number | null;
  readonly audit: Audit;
}

export interface Change extends ResourceChange {
  readonly actor: ApplicationActor;
  /** So many a customer may have, and so many the provider. */
  readonly max: number;
}
