import { z } from 'zod';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { isSignInAddress } from './sign-in-address.ts';

export const signInSearch = versionedSearch(
  z.object({
    /** Address to open after sign-in. */
    next: searchValue.text(),
    reason: z.enum(['expired', 'not-signed-out', 'password-changed']).optional().catch(undefined),
    /** Problem of a sign-in at an identity provider. */
    problem: searchValue.text(),
  }),
  [],
);
export type SignInSearch = ReturnType<typeof signInSearch>;

export const isWithoutSession = (problem: unknown): problem is ApiProblem =>
  problem instanceof ApiProblem && problem.status === 401;

/** Search of the sign-in page for a user who opens an address without a session. */
export const signInAt = (address: string, { code }: ApiProblem): Pick<SignInSearch, 'next' | 'reason'> => ({
  next: address === '/' || isSignInAddress(address) ? undefined : address,
  reason: code === 'SESSION_EXPIRED' ? 'expired' : undefined,
});
