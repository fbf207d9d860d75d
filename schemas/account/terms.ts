import { z } from 'zod';
import { TERMS_RETURN_DAYS } from '../limit/account.ts';
import { API, route } from '../route.ts';

const text = z.string().trim().min(1).max(50_000);
export const TermsText = z.strictObject({ en: text, fr: text });
export type TermsText = z.infer<typeof TermsText>;

/** What the provider starts from; nothing is asked of anybody until he publishes it. */
export const startingTerms: TermsText = {
  en: `Terms and conditions of use

1. This console shows measurements of networks. They are confidential and are meant for you and your organisation alone.
2. Your account is personal. Do not share its password, and tell your administrator at once when you think that somebody else knows it.
3. What you do here is recorded, for security and for support.
4. Equipment that was supplied with the service may be returned within ${String(TERMS_RETURN_DAYS)} days of its delivery.`,
  fr: `Conditions générales d’utilisation

1. Cette console présente des mesures de réseaux. Elles sont confidentielles et destinées à vous et à votre organisation uniquement.
2. Votre compte est personnel. Ne communiquez pas son mot de passe, et prévenez sans attendre votre administrateur si vous pensez qu’un tiers le connaît.
3. Vos actions sont enregistrées, pour des raisons de sécurité et d’assistance.
4. L’équipement fourni avec le service peut être retourné dans les ${String(TERMS_RETURN_DAYS)} jours suivant sa livraison.`,
};

export const readTerms = route({
  method: 'GET',
  path: `${API}/mt/terms`,
  scope: 'admin',
  needs: 'USER.read',
  summary: 'The terms and conditions in force, or a text to start from',
  reply: z.strictObject({
    /** Null: none were published. */
    version: z.int().nullable(),
    publishedAt: z.number().nullable(),
    /** Accounts that accepted this version. */
    accepted: z.int(),
    ...TermsText.shape,
  }),
});

/** Everybody is asked to accept the new version at his next sign-in. */
export const publishTerms = route({
  method: 'POST',
  path: `${API}/mt/terms`,
  scope: 'admin',
  needs: 'USER.write',
  summary: 'Publish a new version of the terms and conditions',
  body: TermsText,
  reply: z.strictObject({ version: z.int() }),
  problems: ['EVERY_CLIENT_NEEDED'],
  bodyLimit: 512 * 1_024,
});

export const listTermsVersions = route({
  method: 'GET',
  path: `${API}/mt/terms/versions`,
  scope: 'admin',
  needs: 'USER.read',
  summary: 'Every version of the terms and conditions, newest first',
  reply: z.strictObject({
    versions: z.array(
      z.strictObject({
        version: z.int(),
        publishedAt: z.number(),
        /** Empty: whoever it was is gone. */
        publishedBy: z.string(),
        /** Accounts that accepted it. */
        accepted: z.int(),
        ...TermsText.shape,
      }),
    ),
  }),
});

export const listTermsAcceptances = route({
  method: 'GET',
  path: `${API}/mt/terms/versions/:version`,
  scope: 'admin',
  needs: 'USER.read',
  summary:
    'Who accepted a version of the terms and conditions, of the users that the caller sees; newest first',
  params: z.strictObject({ version: z.coerce.number().int().positive() }),
  reply: z.strictObject({
    acceptances: z.array(z.strictObject({ username: z.string(), acceptedAt: z.number() })),
  }),
});
