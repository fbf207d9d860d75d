import type { AddedUser, User, UserDraft } from '#schemas/user/user.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';

export const emptyUser = (role: number): AddedUser => ({
  username: '',
  firstName: '',
  lastName: '',
  email: '',
  language: null,
  role,
  allCustomers: false,
  customers: [],
  profiles: [],
  restrictions: [],
  signsInElsewhere: false,
});

export function userDraft(user: User): AddedUser {
  const { username, firstName, lastName, email, language, role, allCustomers } = user;
  const { customers, profiles, restrictions, signsInElsewhere } = user;
  return {
    username,
    firstName,
    lastName,
    email,
    language,
    role,
    allCustomers,
    customers,
    profiles,
    restrictions,
    signsInElsewhere,
  };
}

type Restrictions = UserDraft['restrictions'];
export type RestrictedTo = Omit<Restrictions[number], 'customer'>;

/** Without sites and regions the restriction is removed and every site is visible. */
export function withRestriction(
  restrictions: Restrictions,
  customer: number,
  change: Partial<RestrictedTo>,
): Restrictions {
  const others = restrictions.filter((restriction) => restriction.customer !== customer);
  const before = restrictions.find((restriction) => restriction.customer === customer);
  const { sites, regions } = { sites: [], regions: [], ...before, ...change };
  return sites.length === 0 && regions.length === 0
    ? others
    : [...others, { customer, sites, regions }].sort((one, other) => one.customer - other.customer);
}

/** Whether a customer that was restricted to sites is now restricted to regions, or the reverse. */
export function isOfAnotherType(before: RestrictedTo | undefined, now: RestrictedTo | undefined): boolean {
  if (before === undefined || now === undefined) return false;
  const typesOf = ({ sites, regions }: RestrictedTo): string =>
    [sites.length > 0 && 'sites', regions.length > 0 && 'regions'].filter(Boolean).join();
  const [former, current] = [typesOf(before), typesOf(now)];
  return former !== '' && current !== '' && !current.includes(former) && !former.includes(current);
}

/** Sets the customers; the restriction of a removed customer is removed too. */
export const withCustomers = (draft: UserDraft, customers: number[]): Partial<UserDraft> => ({
  customers,
  restrictions: draft.restrictions.filter(
    ({ customer }) => customers.includes(customer) || !draft.customers.includes(customer),
  ),
});

/** Whether a user with this draft sees no customer at all. */
export const seesNothing = ({ allCustomers, customers, profiles }: UserDraft): boolean =>
  !allCustomers && customers.length === 0 && profiles.length === 0;

export type UserForm = FormOf<AddedUser>;
