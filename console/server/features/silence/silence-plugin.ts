import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import {
  createProviderSilence,
  createSilence,
  updateProviderSilence,
  updateSilence,
  expireProviderSilence,
  expireSilence,
  listProviderSilences,
  listSilences,
} from '#schemas/silence/routes.ts';
import type { SilenceEntry, SilenceList } from '#schemas/silence/routes.ts';
import type { SilenceDraft, SilenceMatch } from '#schemas/silence/silence.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Audience } from '../../kernel/access/audience.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { displayName } from '../../kernel/access/display-name.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { faultsOf } from './draft-faults.ts';
import { isWithin } from './is-within.ts';
import { SilenceRepository } from './silence-repository.ts';

export interface SilenceNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  /** Which alarms an audience sees; an alarm that is neither shown nor hidden does not exist. */
  readonly visibility: {
    of(audience: Audience): { shows(alarm: number): boolean; hides(alarm: number): boolean };
  };
}

/** Whose silences: of a customer, or null for the provider's. */
type Owner = number | null;

/** What silences do for one owner; every refusal is thrown as its problem. */
class SilencesOf {
  readonly #needs: SilenceNeeds;
  readonly #stored: SilenceRepository;
  readonly #owner: Owner;
  readonly #caller: Caller;

  constructor(needs: SilenceNeeds, owner: Owner, caller: Caller) {
    this.#needs = needs;
    this.#stored = new SilenceRepository(needs);
    this.#owner = owner;
    this.#caller = caller;
  }

  async list(over: boolean): Promise<SilenceList> {
    const [found, alarms] = await Promise.all([
      this.#stored.list(this.#owner, over),
      this.#stored.alarmNames(this.#owner),
    ]);
    const silences = found.filter(({ match }) => this.#reads(match));
    const inventory = this.#needs.inventory.current;
    const named = new Set(silences.flatMap(({ match }) => match.elements));
    return {
      silences,
      alarms: alarms.filter(({ id }) => this.#sees(id)),
      elements: [...named].flatMap((id) => {
        const name = elementOf(inventory, id)?.name;
        return name === undefined ? [] : [{ id, name }];
      }),
    };
  }

  async add(draft: SilenceDraft, audit: Audit): Promise<SilenceEntry> {
    this.#check(draft, 'body');
    const author = { id: this.#caller.id, name: displayName(this.#caller), audit };
    return this.#told(await this.#stored.add(this.#owner, draft, author));
  }

  async change(
    id: number,
    { silence, version }: { silence: SilenceDraft; version: number },
    audit: Audit,
  ): Promise<SilenceEntry> {
    const before = await this.#alive(id);
    this.#check(silence, 'body.silence');
    const isStale = before.version !== version;
    return this.#told(isStale ? undefined : await this.#stored.change(before, { silence, audit }));
  }

  async end(id: number, audit: Audit): Promise<SilenceEntry> {
    return this.#told(await this.#stored.end(await this.#alive(id), audit));
  }

  /** A silence that the caller may not read is not there. */
  async #alive(id: number): Promise<SilenceEntry> {
    const found = await this.#stored.find(this.#owner, id);
    if (found === undefined || !this.#reads(found.match)) throw new ProblemError('NOT_FOUND');
    if (found.state === 'over') throw new ProblemError('SILENCE_OVER');
    return found;
  }

  #told(changed: SilenceEntry | undefined): SilenceEntry {
    if (changed === undefined) throw new ProblemError('CONFLICT');
    this.#needs.bus.publish(subjects.config('silence'), '{}');
    return changed;
  }

  #check(draft: SilenceDraft, where: string): void {
    const { inventory, clock } = this.#needs;
    const errors = faultsOf(draft, {
      where,
      owner: this.#owner,
      inventory: inventory.current,
      now: clock.now().getTime(),
      seesAlarm: (alarm) => this.#sees(alarm),
      sites: this.#sites,
    });
    if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
  }

  /** Sites of the customer that the caller sees; undefined: all. */
  get #sites(): ReadonlySet<number> | undefined {
    return this.#owner === null ? undefined : sitesSeenBy(this.#caller, this.#owner);
  }

  /** It names no alarm that he may not see, and is about sites of his alone. */
  #reads(match: SilenceMatch): boolean {
    const { inventory } = this.#needs;
    return match.alarms.every((id) => this.#sees(id)) && isWithin(match, this.#sites, inventory.current);
  }

  #sees(alarm: number): boolean {
    const audience = audienceOf(this.#caller);
    const visible = this.#needs.visibility.of(audience);
    return visible.shows(alarm) || (audience === 'privileged' && visible.hides(alarm));
  }
}

/** Silences of a customer, and those of the provider for all of them. */
export function silencePlugin(app: FastifyInstance, needs: SilenceNeeds): void {
  const of = (caller: Caller, owner: Owner) => new SilencesOf(needs, owner, caller);

  serve(app, listSilences, ({ caller, params, query }) => of(caller, params.customerId).list(query.over));
  serve(app, createSilence, ({ caller, params, body, audit }) => of(caller, params.customerId).add(body, audit));
  serve(app, updateSilence, ({ caller, params, body, audit }) =>
    of(caller, params.customerId).change(params.silence, body, audit),
  );
  serve(app, expireSilence, ({ caller, params, audit }) =>
    of(caller, params.customerId).end(params.silence, audit),
  );

  serve(app, listProviderSilences, ({ caller, query }) => of(caller, null).list(query.over));
  serve(app, createProviderSilence, ({ caller, body, audit }) => of(caller, null).add(body, audit));
  serve(app, updateProviderSilence, ({ caller, params, body, audit }) =>
    of(caller, null).change(params.silence, body, audit),
  );
  serve(app, expireProviderSilence, ({ caller, params, audit }) => of(caller, null).end(params.silence, audit));
}
