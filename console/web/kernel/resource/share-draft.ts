import { z } from 'zod';
import { isShared } from '#schemas/resource/access.ts';
import type { Share, SharedWith } from '#schemas/resource/resource.ts';

/** The share as form values: ids as texts. */
export interface ShareDraft extends Record<string, unknown> {
  readonly everyone: boolean;
  readonly profiles: readonly string[];
  readonly clients: readonly string[];
}

const textsOf = (named: readonly { readonly id: number }[]): string[] => named.map(({ id }) => String(id));

export const shareDraft = ({ everyone, profiles, clients }: SharedWith): ShareDraft => ({
  everyone,
  profiles: textsOf(profiles),
  clients: textsOf(clients),
});

export const shareOf = ({ everyone, profiles, clients }: ShareDraft): Share => ({
  everyone,
  profiles: profiles.map(Number),
  clients: clients.map(Number),
});

/** An empty share is rejected with "Provide a list of profiles": to stop sharing is a separate action. */
export const ShareForm = z
  .custom<ShareDraft>()
  .refine((draft) => isShared(shareOf(draft)), { path: ['profiles'], error: 'SHARE_PROFILES_REQUIRED' });
