import type { TextParameters } from '#schemas/problem/definition.ts';
import { ManagerError, ViewLostError, type ManagerFault } from './sdwan-error.ts';

/** A tenant, enterprise or ADOM that the last reading has left out, and why. */
export interface SkippedTenant {
  readonly tenant: string;
  readonly code: ManagerFault;
  readonly params: TextParameters;
}

/**
 * Faults that one tenant may have while its manager works. All others concern the manager or the account: more requests
 * would end the same way, and more sign-ins may lock the user.
 */
const ofOneTenant: ReadonlySet<ManagerFault> = new Set<ManagerFault>([
  'SDWAN_ADOM_NOT_FOUND',
  'SDWAN_RESPONSE_NOT_JSON',
  'SDWAN_RESPONSE_TOO_LARGE',
  'SDWAN_INSUFFICIENT_RIGHTS',
  'SDWAN_MANAGER_FAILED',
  'SDWAN_REQUEST_INVALID',
  'SDWAN_ROUTE_MISSING',
  'SDWAN_STATUS_FAILED',
  'SDWAN_TENANT_NOT_FOUND',
  'SDWAN_TYPES_DIFFER',
]);

const isOfOneTenant = (error: unknown): error is ManagerError =>
  error instanceof ViewLostError || (error instanceof ManagerError && ofOneTenant.has(error.code));

/** Reads the tenants of a manager one after the other: one of which any part cannot be read is skipped and named. */
export class TenantReadings {
  /** Of the last reading. */
  skipped: readonly SkippedTenant[] = [];

  /** The results of the tenants that could be read. Rejects when the manager fails, or every tenant. */
  async read<Tenant extends { readonly tenant: string }, Result>(
    tenants: readonly Tenant[],
    signal: AbortSignal,
    of: (tenant: Tenant) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    const skipped: SkippedTenant[] = [];
    this.skipped = [];
    for (const one of tenants)
      try {
        results.push(await of(one));
      } catch (error) {
        if (signal.aborted || !isOfOneTenant(error)) throw error;
        skipped.push({ tenant: one.tenant, code: error.code, params: error.params });
        if (skipped.length === tenants.length) throw error;
      }
    this.skipped = skipped;
    return results;
  }
}
