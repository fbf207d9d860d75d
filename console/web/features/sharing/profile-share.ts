import type { Share, SharedWith } from '#schemas/resource/resource.ts';

const ids = (named: readonly { readonly id: number }[]): number[] => named.map(({ id }) => id);

export const hasProfile = ({ profiles }: SharedWith, profile: number): boolean =>
  profiles.some(({ id }) => id === profile);

/** The share with a profile added. */
export const withProfile = ({ everyone, profiles, clients }: SharedWith, profile: number): Share => ({
  everyone,
  profiles: [...new Set([...ids(profiles), profile])],
  clients: ids(clients),
});

/** The share without a profile; undefined when nothing that the user can see is left. */
export function withoutProfile(
  { everyone, profiles, clients }: SharedWith,
  profile: number,
): Share | undefined {
  const left = ids(profiles).filter((id) => id !== profile);
  if (!everyone && left.length === 0 && clients.length === 0) return undefined;
  return { everyone, profiles: left, clients: ids(clients) };
}
