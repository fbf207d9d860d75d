import type { ChangeSecret } from '../../secret/change-secret.ts';
import { SERVICE_SECRET } from './service/service.ts';

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Returns the headers with every value transformed. */
export const withHeaderSecrets = (headers: readonly Header[], change: ChangeSecret): Header[] =>
  headers.map(({ name, value }) => ({ name, value: change(value, 'webhook header') }));

/** Returns the secret of a service transformed; one that calls a custom address has none. */
export const withServiceSecret = (secret: string, change: ChangeSecret): string =>
  secret === '' ? '' : change(secret, SERVICE_SECRET);
