import type { User } from '#schemas/user/user.ts';

/** Subject of an audit entry about a user. */
export const userAuditSubject = ({ id, username }: User) => ({
  subject: 'user',
  subjectId: id,
  subjectName: username,
});

/** Fields of a user recorded in the audit trail. */
export function userAuditSnapshot(user: User) {
  const { username, firstName, lastName, email, language, roleLabel, allCustomers } = user;
  const { customers, profiles, restrictions, signsInElsewhere } = user;
  return {
    username,
    firstName,
    lastName,
    email,
    language,
    role: roleLabel,
    allCustomers,
    customers,
    profiles,
    restrictions,
    signsInElsewhere,
    lock: user.lock?.reason ?? null,
  };
}
