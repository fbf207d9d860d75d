import { systemIds } from '#platform/id/id.ts';
import { secretBox } from '#platform/secret/secret-box.ts';

/** Environment of a process that opens the secrets of a measured network. */
export const benchKey = { SECRETS_KEY: 'a key of the benches' } as const;

export const benchSecrets = secretBox({ current: benchKey.SECRETS_KEY, previous: [] }, systemIds);
