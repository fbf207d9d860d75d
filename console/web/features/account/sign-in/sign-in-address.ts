import { localPath } from '#schemas/account/local-path.ts';

/** Path of the sign-in page below the base path. */
export const SIGN_IN_PATH = '/sign-in';

/** Paths that people expect a sign-in at, those of other products among them. */
const paths: ReadonlySet<string> = new Set([
  SIGN_IN_PATH,
  '/sign_in',
  '/signin',
  '/login',
  '/log-in',
  '/logon',
  '/auth',
  '/auth/login',
  '/auth/sign-in',
  '/auth/sign_in',
  '/auth/signin',
  '/account/login',
  '/accounts/login',
  '/user/login',
  '/users/login',
  '/users/sign_in',
]);

/** Whether an address below the base path is that of a sign-in, here or in another product. */
export function isSignInAddress(address: string): boolean {
  const [path = ''] = address.split(/[?#]/, 1);
  return paths.has(path.replace(/\/+$/, '').toLowerCase());
}

/** The address below the base path to open after sign-in: the start page instead of another sign-in or another site. */
export function addressAfterSignIn(next: string | null | undefined): string {
  const address = localPath(next);
  return isSignInAddress(address) ? '/' : address;
}
