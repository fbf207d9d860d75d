import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OidcDraft } from './oidc.ts';

const { issuer, slug, scopes } = OidcDraft.shape;

describe('the settings of an OpenID Connect provider', () => {
  it.for([
    ['https://id.example.net', true],
    ['https://id.example.net/realms/noc', true],
    ['http://127.0.0.1:8080', true],
    ['', false],
    ['id.example.net', false],
    ['https://', false],
    ['ftp://id.example.net', false],
    ['javascript:alert(1)', false],
    ['https://user:secret@id.example.net', false],
    ['https://id.example.net/?tenant=1', false],
    ['https://id.example.net/#a', false],
    ['https://id.example.net/.well-known/openid-configuration', false],
  ] as const)('take the issuer "%s": %s', ([text, isAccepted]) => {
    expect(issuer.safeParse(text).success).toBe(isAccepted);
  });

  it('reject or take any text as an issuer, and never fail', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        const read = issuer.safeParse(text);
        if (read.success) expect(new URL(read.data).protocol).toMatch(/^https?:$/);
      }),
    );
  });

  it.for([
    ['keycloak', true],
    ['a', true],
    ['partner-2', true],
    ['-a', false],
    ['a-', false],
    ['A', false],
    ['a/b', false],
    ['..', false],
    ['é', false],
    ['a'.repeat(41), false],
  ] as const)('take the address "%s": %s', ([text, isAccepted]) => {
    expect(slug.safeParse(text).success).toBe(isAccepted);
  });

  it('take scopes without white space and quotes', () => {
    expect(scopes.safeParse(['openid', 'urn:example:groups']).success).toBe(true);
    for (const wrong of ['a b', 'a"b', 'a\\b', '', 'é'])
      expect(scopes.safeParse([wrong]).success).toBe(false);
  });
});
