import type { ChangeSecret } from '../../secret/change-secret.ts';

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Returns the headers with every value transformed. */
export const withHeaderSecrets = (headers: readonly Header[], change: ChangeSecret): Header[] =>
  headers.map(({ name, value }) => ({ name, value: change(value, 'webhook header') }));
