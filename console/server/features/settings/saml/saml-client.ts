import { SAML, ValidateInResponseTo, type CacheProvider, type SamlConfig } from '@node-saml/node-saml';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { PENDING_REQUEST_MS } from '../../../shared/identity/requesting-browser.ts';
import { certificatesInForce } from './certificate-faults.ts';

/** A path of the console, as the identity provider and the browser address it. */
export const consoleUrlOf = ({ baseUrl }: Pick<SamlSettings, 'baseUrl'>, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}${path}`;

export const acsUrlOf = (settings: Pick<SamlSettings, 'baseUrl' | 'loginUrl'>): string =>
  consoleUrlOf(settings, settings.loginUrl);
export const logoutUrlOf = (settings: Pick<SamlSettings, 'baseUrl' | 'logoutUrl'>): string =>
  consoleUrlOf(settings, settings.logoutUrl);

export interface ClientOptions {
  readonly memory: CacheProvider;
  readonly now: Date;
  /** Checks only this aspect besides the signature. For examinations, never for a sign-in. */
  readonly only?: 'signature' | 'audience' | 'time' | 'request';
}

function signingOf({ privateKey, publicCertificate }: SamlSettings): Partial<SamlConfig> {
  if (privateKey === null) return {};
  return {
    privateKey,
    ...(publicCertificate === null ? {} : { publicCert: publicCertificate }),
    // The defaults of the library are SHA-1.
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  };
}

function bindingOf({ binding }: SamlSettings): Partial<SamlConfig> {
  // A posted request is base 64 without DEFLATE (SAML bindings, 3.5.4). The library compresses it by default.
  return binding === 'POST' ? { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true } : {};
}

/** The SAML library, configured by the settings, with every security-relevant option set explicitly. */
export function samlClient(settings: SamlSettings, { memory, now, only }: ClientOptions): SAML {
  const { workflow, entityId, signed } = settings;
  const checks = (aspect: ClientOptions['only']): boolean => only === undefined || only === aspect;
  const solicited = workflow === 'SP' ? ValidateInResponseTo.always : ValidateInResponseTo.ifPresent;
  return new SAML({
    issuer: entityId,
    audience: checks('audience') ? entityId : false,
    callbackUrl: acsUrlOf(settings),
    logoutCallbackUrl: logoutUrlOf(settings),
    entryPoint: settings.idpSsoUrl,
    ...(settings.idpLogoutUrl === null ? {} : { logoutUrl: settings.idpLogoutUrl }),
    idpIssuer: settings.idpEntityId,
    idpCert: [...certificatesInForce(settings, now)],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: signed === 'RESPONSE',
    maxAssertionAgeMs: checks('time') ? settings.validitySeconds * SECOND_MS : 0,
    acceptedClockSkewMs: checks('time') ? settings.skewSeconds * SECOND_MS : -1,
    validateInResponseTo: checks('request') ? solicited : ValidateInResponseTo.never,
    requestIdExpirationPeriodMs: PENDING_REQUEST_MS,
    cacheProvider: memory,
    ...signingOf(settings),
    ...bindingOf(settings),
  });
}

/** Logout messages always use the redirect binding: otherwise the library would not compress them. */
export const logoutClient = (settings: SamlSettings, options: ClientOptions): SAML =>
  samlClient({ ...settings, binding: 'REDIRECT' }, options);
