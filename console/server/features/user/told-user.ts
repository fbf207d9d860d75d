import type { User } from '#schemas/user/user.ts';

/** Whom an event of the audit is about. */
export const subject = ({ id, username }: User) => ({
  subject: 'user',
  subjectId: id,
  subjectName: username,
});

/** What the audit tells of a user. */
export function told(user: User) {
  const { username, firstName, lastName, email, language, roleLabel, allCustomers } = user;
  const { customers, profiles, restrictions, signsInElsewhere } = user;
  return {
    ...{ username, firstName, lastName, email, language, role: roleLabel, allCustomers },
    ...{ customers, profiles, restrictions, signsInElsewhere, lock: user.lock?.reason ?? null },
  };
}
