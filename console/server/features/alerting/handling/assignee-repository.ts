import type { Db } from '#platform/postgres/postgres.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import {
  MAX_ASSIGNEES_FOUND,
  type AssignmentTarget,
  type PossibleAssignees,
} from '#schemas/alerting/assignment-routes.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import type { AccessStore } from '#server/kernel/access/access-store.ts';
import { accountsSeenBy } from '#server/kernel/access/accounts-seen-by.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import {
  nameContains,
  personOf,
  seesCustomer,
  selectAccountsWith,
  searchWords,
} from '#server/shared/account/account-search.ts';

/** Members of a role whose sight is looked at to find out whether the role sees an alarm. */
const MAX_MEMBERS = 1_000;

interface AssigneeNeeds {
  readonly db: Db;
  readonly access: Pick<AccessStore, 'callersOf'>;
}

interface AssigneeOf {
  readonly caller: Caller;
  readonly customer: number;
}

/** An assignee, and who would take care of the alarm. */
interface FoundAssignee {
  readonly to: Assignee;
  readonly members: readonly Caller[];
}

/** Whom alarms can be assigned to: accounts that see alarms of the customer, as far as the caller sees them, and their roles. */
export class AssigneeRepository {
  readonly #needs: AssigneeNeeds;

  constructor(needs: AssigneeNeeds) {
    this.#needs = needs;
  }

  async list({ caller, customer }: AssigneeOf, search: string): Promise<PossibleAssignees> {
    let query = this.#accounts({ caller, customer });
    for (const word of searchWords(search)) query = query.where(nameContains(word));
    const accounts = await query.limit(MAX_ASSIGNEES_FOUND + 1).execute();
    const words = searchWords(search).map((word) => word.toLowerCase());
    const roles = await this.#accounts({ caller, customer })
      .clearSelect()
      .clearOrderBy()
      .select(['role.id', 'role.label as name'])
      .distinct()
      .execute();
    return {
      users: accounts.slice(0, MAX_ASSIGNEES_FOUND).map(personOf),
      roles: inNameOrder(roles, ({ name }) => name).filter(({ name }) =>
        words.every((word) => name.toLowerCase().includes(word)),
      ),
      more: accounts.length > MAX_ASSIGNEES_FOUND,
    };
  }

  /** Undefined for one that the caller does not see, or that sees no alarms of the customer. */
  async find(of: AssigneeOf, { kind, id }: AssignmentTarget): Promise<FoundAssignee | undefined> {
    const accounts = await this.#accounts(of)
      .select('role.label')
      .where(kind === 'user' ? 'account.id' : 'role.id', '=', id)
      .limit(MAX_MEMBERS)
      .execute();
    const [first] = accounts;
    if (first === undefined) return undefined;
    const members = await this.#needs.access.callersOf(accounts.map((account) => account.id));
    const name = kind === 'user' ? personOf(first).name : first.label;
    return { to: { kind, id, name }, members: [...members.values()] };
  }

  #accounts({ caller, customer }: AssigneeOf) {
    return selectAccountsWith(this.#needs.db, [['ALERT.read']])
      .where(seesCustomer(customer))
      .where(accountsSeenBy(caller));
  }
}
