import { z } from 'zod';
import { TERMS_RETURN_DAYS } from '../limit/account.ts';
import { API, route } from '../route.ts';

const text = z.string().trim().min(1).max(50_000);
export const TermsText = z.strictObject({ en: text, fr: text });
export type TermsText = z.infer<typeof TermsText>;

/** Template for the provider. Users accept terms only once they are published. */
export const startingTerms: TermsText = {
  en: `Terms and conditions of use

1. This console shows measurements of networks. They are confidential and are meant for you and your organisation alone.
2. Your account is personal. Do not share its password. If you think that someone else knows it, inform your administrator at once.
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
  summary: 'The terms and conditions in force, or a template',
  reply: z.strictObject({
    /** Null: none published. */
    version: z.int().nullable(),
    publishedAt: z.number().nullable(),
    /** Number of visible users who accepted this version. */
    accepted: z.int(),
    ...TermsText.shape,
  }),
});

/** Every user must accept the new version at the next sign-in. */
export const publishTerms = route({
  method: 'POST',
  path: `${API}/mt/terms`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'USER.write',
  summary: 'Publish a new version of the terms and conditions',
  body: TermsText,
  reply: z.strictObject({ version: z.int() }),
  bodyLimit: 512 * 1_024,
});

export const listTermsVersions = route({
  method: 'GET',
  path: `${API}/mt/terms/versions`,
  scope: 'admin',
  needs: 'USER.read',
  summary: 'Versions of the terms and conditions, newest first',
  reply: z.strictObject({
    versions: z.array(
      z.strictObject({
        version: z.int(),
        publishedAt: z.number(),
        /** Empty: the account was deleted or is not visible to the caller. */
        publishedBy: z.string(),
        /** Number of visible users who accepted it. */
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
  summary: 'Visible users who accepted a version of the terms and conditions, newest first',
  params: z.strictObject({ version: z.coerce.number().int().positive() }),
  reply: z.strictObject({
    acceptances: z.array(z.strictObject({ username: z.string(), acceptedAt: z.number() })),
  }),
});
