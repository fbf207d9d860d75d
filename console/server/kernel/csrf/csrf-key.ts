import { CSRF_KEY, CSRF_KEY_SETTING } from '#platform/secret/sealed-places.ts';
import { signingKey, type SigningKeyNeeds } from '../setting/signing-key.ts';

/** The CSRF key of this installation. */
export const csrfKey = (needs: SigningKeyNeeds): Promise<Buffer> =>
  signingKey(needs, { setting: CSRF_KEY_SETTING, purpose: CSRF_KEY });
