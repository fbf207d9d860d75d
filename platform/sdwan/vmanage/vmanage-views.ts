import { tenantClientId } from '#schemas/sdwan/rules.ts';
import { looseFields, looseRows, looseText, type LooseFields } from '../lenient.ts';
import type { ManagerAccess } from '../sdwan-client.ts';
import { ManagerError, ViewLostError } from '../sdwan-error.ts';
import { TenantReadings, type SkippedTenant } from '../tenant-readings.ts';
import type { VmanageLogin, VmanageSession } from './vmanage-session.ts';

const BASE = '/dataservice';

/** What is read on its own: a tenant that the provider acts as, or the only customer, whose tenant is empty. */
export interface Part {
  readonly tenant: string;
  /** Its row in the list of tenants; undefined: the account is the customer's own. */
  readonly row: LooseFields | undefined;
}

/** A part with the header that says whose it is. It belongs to the session that has opened it. */
export interface View {
  readonly tenant: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined with a token. */
  readonly session: VmanageLogin | undefined;
  /** Not a tenant's: needs no session of its own. */
  readonly isOwn: boolean;
}

const single: View = { tenant: '', id: '', headers: {}, session: undefined, isOwn: true };
const ownPart: Part = { tenant: '', row: undefined };

/** The views in which a vManage is read: of every tenant of a provider, or of the only customer. */
export class VmanageViews {
  readonly #session: VmanageSession;
  readonly #access: ManagerAccess;
  readonly #readings = new TenantReadings();
  /** Whether the user is one of a provider: it never changes. */
  #isProvider: boolean | undefined;

  constructor(session: VmanageSession, access: ManagerAccess) {
    this.#session = session;
    this.#access = access;
  }

  get skipped(): readonly SkippedTenant[] {
    return this.#readings.skipped;
  }

  /** What the manager says of itself. */
  async facts(signal: AbortSignal): Promise<LooseFields> {
    return looseFields(looseFields(await this.#get(`${BASE}/client/server`, signal))['data']);
  }

  async #isOfProvider(signal: AbortSignal): Promise<boolean> {
    const facts = await this.facts(signal);
    return looseText(facts, 'tenancyMode') === 'MultiTenant' && looseText(facts, 'userMode') === 'provider';
  }

  /** Those of the organization, where one is given. */
  async #tenants(signal: AbortSignal): Promise<readonly LooseFields[]> {
    const { organization } = this.#access;
    const rows = looseRows(looseFields(await this.#get(`${BASE}/tenant`, signal))['data']);
    const expected = organization.toLowerCase();
    return rows.filter((row) => expected === '' || looseText(row, 'orgName').toLowerCase() === expected);
  }

  /** Every tenant, or the only customer: where the user is a provider's, it is the tenant that the customer's id names. */
  async parts(signal: AbortSignal): Promise<readonly Part[]> {
    const { isMultiTenant, clientId } = this.#access;
    if (!isMultiTenant) {
      this.#isProvider ??= await this.#isOfProvider(signal);
      return [this.#isProvider ? { ...(await this.#tenantPart(clientId, signal)), tenant: '' } : ownPart];
    }
    return (await this.#tenants(signal)).map((row) => ({ tenant: looseText(row, 'name'), row }));
  }

  /** What is read of each part; parts that cannot be read are skipped. */
  async each<Result>(signal: AbortSignal, read: (view: View) => Promise<Result>): Promise<readonly Result[]> {
    const parts = await this.parts(signal);
    return this.#readings.read(parts, signal, (part) => this.within(part, signal, read));
  }

  /** Reads within a view of a part, once again from its start in a new view when its session has ended. */
  async within<Result>(
    part: Part,
    signal: AbortSignal,
    read: (view: View) => Promise<Result>,
  ): Promise<Result> {
    for (let isAgain = false; ; isAgain = true)
      try {
        return await read(await this.#enter(part, signal));
      } catch (error) {
        if (!(error instanceof ViewLostError) || isAgain) throw error;
      }
  }

  /** Opens a view: it ends with the session that has opened it. */
  async #enter({ tenant, row }: Part, signal: AbortSignal): Promise<View> {
    if (row === undefined) return single;
    const id = looseText(row, 'tenantId');
    const path = `${BASE}/tenant/${encodeURIComponent(id)}/vsessionid` as const;
    const { value, session } = await this.#session.callOnce(
      { method: 'POST', path, headers: {}, body: '{}' },
      signal,
    );
    const view = looseText(looseFields(value), 'VSessionId');
    if (view === '') throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: looseText(row, 'name') });
    return { tenant, id, headers: { vsessionid: view }, session, isOwn: false };
  }

  async #tenantPart(clientId: string, signal: AbortSignal): Promise<Part> {
    const isOwn = (row: LooseFields): boolean => tenantClientId(looseText(row, 'name')) === clientId;
    const tenant = (await this.#tenants(signal)).find(isOwn);
    if (tenant === undefined) throw new ManagerError('SDWAN_TENANT_NOT_FOUND', { tenant: clientId });
    return { tenant: looseText(tenant, 'name'), row: tenant };
  }

  /** The customer's part: a provider sees nothing of a tenant but as that tenant. */
  async partOf(clientId: string, signal: AbortSignal): Promise<Part> {
    if (this.#access.isMultiTenant) return this.#tenantPart(clientId, signal);
    const [part = ownPart] = await this.parts(signal);
    return part;
  }

  #get(path: `/${string}`, signal: AbortSignal): Promise<unknown> {
    return this.#session.call({ method: 'GET', path, headers: {} }, signal);
  }
}
