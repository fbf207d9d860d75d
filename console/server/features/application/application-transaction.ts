import type { Actor } from '../../shared/repository/transact.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';

/** The acting user, and the customer whose applications change. Null: those of the provider. */
export interface ApplicationActor extends Actor {
  readonly customer: number | null;
}

export interface ApplicationTransaction extends ResourceTransaction<ApplicationActor> {
  /** Most applications of a customer, and of the provider. */
  readonly max: number;
}
