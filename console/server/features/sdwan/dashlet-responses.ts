import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { ManagerError } from '#platform/sdwan/sdwan-error.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import type { PlaceholderContext } from './placeholders.ts';
import type { SdwanResponse } from '#schemas/dashboard/sdwan-response-routes.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { PathFilter } from '../../shared/json-path/path-filter.ts';
import { sdwanCall, rejectSetting, type SdwanCall } from './sdwan-call.ts';
import type { ManagerSessions } from './shared-sessions.ts';

export interface DashletResponseNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  readonly sessions: ManagerSessions;
  readonly filter: PathFilter;
  /** Headers of dashlets in addition to the usual ones that the installation allows. */
  readonly headers: readonly string[];
}

/** What is requested, on behalf of whom. */
export interface RequestedResponse {
  readonly settings: SdwanSettings;
  /** What the filters of the document select. */
  readonly filters: readonly ElementFilter[];
  readonly period: PlaceholderContext['period'];
  readonly caller: Pick<Caller, 'sites'>;
  readonly customer: number;
}

/** Faults that the endpoint itself has. */
const ofEndpoint: readonly string[] = [
  ...(['SDWAN_ENDPOINT_NOT_ALLOWED', 'SDWAN_ENDPOINT_OF_OTHER'] as const),
  ...(['SDWAN_REQUEST_INVALID', 'SDWAN_ROUTE_MISSING'] as const),
];

/** Responses of SD-WAN managers for dashlets: what a document says, with what the reader chose filled in. */
export class DashletResponses {
  readonly #needs: DashletResponseNeeds;

  constructor(needs: DashletResponseNeeds) {
    this.#needs = needs;
  }

  /** Managers that the customer has, its own before those of several. */
  listManagers(customer: number): Promise<SdwanServerRow[]> {
    return this.#needs.db
      .selectFrom('sdwan_server')
      .selectAll()
      .where((is) => is.or([is('customer_id', '=', customer), is('is_multi_tenant', '=', true)]))
      .orderBy('is_multi_tenant')
      .orderBy('name', asNames)
      .execute();
  }

  /** Throws the problems of its routes. */
  async read(requested: RequestedResponse, signal: AbortSignal): Promise<SdwanResponse> {
    const row = await this.#managerOf(requested);
    const call = sdwanCall(
      requested.settings,
      { kind: row.kind, headers: this.#needs.headers },
      this.#contextOf(requested),
    );
    const value = await this.#send(row, { ...requested, call }, signal);
    const at = this.#needs.clock.now().toISOString();
    const left = await this.#filtered(value, { ...requested, call }, signal);
    return { manager: row.name, kind: row.kind, at, value: left };
  }

  async #send(
    row: SdwanServerRow,
    { call, customer }: Pick<RequestedResponse, 'customer'> & { readonly call: SdwanCall },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { inventory, sessions } = this.#needs;
    const clientId = inventory.current.customers.get(customer)?.clientId.toLowerCase() ?? '';
    const { path, headers, place } = call;
    try {
      return await sessions.read(row, { path, headers, clientId }, signal);
    } catch (error) {
      if (!(error instanceof ManagerError)) throw error;
      const { code, params } = error;
      if (ofEndpoint.includes(code)) return rejectSetting(`${place}endpoint`, { code, params });
      throw new ProblemError(code, { params, cause: error });
    }
  }

  async #filtered(
    value: unknown,
    {
      call: { paths, place },
      settings,
      customer,
    }: Pick<RequestedResponse, 'settings' | 'customer'> & { readonly call: SdwanCall },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { replacements } = settings;
    const job = { value: value ?? null, paths, replacements };
    const left = await this.#needs.filter.run(customer, job, signal);
    if (left.ok) return left.value;
    const { fault } = left;
    if (!('index' in fault)) throw new ProblemError(fault.code);
    const params = 'position' in fault ? { position: fault.position } : undefined;
    return rejectSetting(`${place}paths.${String(fault.index)}`, {
      code: fault.code,
      ...(params && { params }),
    });
  }

  /** Throws SDWAN_SERVER_LIST_EMPTY, SDWAN_SERVER_NOT_FOUND. */
  async #managerOf({ settings: { manager }, customer }: RequestedResponse): Promise<SdwanServerRow> {
    const found = await this.listManagers(customer);
    const row = manager === undefined ? found[0] : found.find(({ id }) => id === manager);
    if (row !== undefined) return row;
    const any = await this.#needs.db.selectFrom('sdwan_server').select('id').limit(1).executeTakeFirst();
    if (any === undefined) throw new ProblemError('SDWAN_SERVER_LIST_EMPTY');
    return rejectSetting('manager', { code: 'SDWAN_SERVER_NOT_FOUND' });
  }

  #contextOf({ filters, period, caller, customer }: RequestedResponse): PlaceholderContext {
    const sites = withinSites(caller, customer, undefined);
    return { inventory: this.#needs.inventory.current, customer, period, sites, filters };
  }
}
