import { genericGrantRequest, type ServerMetadata } from 'openid-client';
import { oidcPaths, type OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import { OidcCheck, type OidcVerdict } from '#schemas/settings/oidc/routes.ts';
import { guardedFetch, type OidcReach } from './guarded-fetch.ts';
import {
  discoverProvider,
  oidcConfiguration,
  OidcProviderError,
  rejectInsecurePage,
  usableAlgorithms,
} from './oidc-client.ts';
import { OidcRejection } from './oidc-rejection.ts';

interface Tested {
  readonly draft: OidcDraft;
  readonly reach: OidcReach;
  readonly publicUrl: string;
}

type Finding = Omit<OidcVerdict, 'check'>;

const passed = (why: string | null = null): Finding => ({ verdict: 'passed', why });
const skipped = (why: string | null = null): Finding => ({ verdict: 'skipped', why });
const failed = (error: unknown): Finding => ({
  verdict: 'failed',
  why: error instanceof OidcRejection ? error.message : new OidcRejection('provider', error).message,
});

async function found(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failed(error);
  }
}

function checkEndpoints(metadata: ServerMetadata): Finding {
  const {
    authorization_endpoint: page,
    token_endpoint: tokens,
    code_challenge_methods_supported: methods,
  } = metadata;
  rejectInsecurePage(metadata, page);
  if (tokens === undefined) throw new OidcProviderError('the metadata names no token endpoint');
  return passed(
    methods?.includes('S256') === true ? null : 'the provider does not state that it supports PKCE',
  );
}

function checkSignatures(metadata: ServerMetadata): Finding {
  const usable = usableAlgorithms(metadata);
  if (usable.length > 0) return passed(usable.join(', '));
  throw new OidcProviderError('the provider signs its tokens with no accepted algorithm');
}

async function checkKeys({ reach }: Tested, { jwks_uri: address }: ServerMetadata): Promise<Finding> {
  if (address === undefined) throw new OidcProviderError('the metadata names no address of its keys');
  const response = await guardedFetch(reach)(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    redirect: 'manual',
  });
  if (!response.ok) throw new OidcProviderError(`the keys have status ${String(response.status)}`);
  const text = await response.text();
  // The parser's own message quotes the response.
  const keys = await Promise.resolve(text)
    .then((json) => (JSON.parse(json) as { readonly keys?: unknown }).keys)
    .catch(() => undefined);
  if (!Array.isArray(keys) || keys.length === 0)
    throw new OidcProviderError('there are no keys at their address');
  return passed(String(keys.length));
}

/** Codes of errors with which a provider rejects the client itself (RFC 6749, 5.2). */
const rejectsClient = ['invalid_client', 'unauthorized_client'];

const UNAUTHORIZED = 401;

/** Redeems a code that does not exist: a provider that knows the client rejects the code, another one the client. */
async function checkClient({ draft, reach, publicUrl }: Tested, metadata: ServerMetadata): Promise<Finding> {
  const configuration = oidcConfiguration(draft, metadata, reach);
  const parameters = {
    code: 'connection-test',
    code_verifier: 'connection-test-of-telltale-'.padEnd(64, '0'),
    redirect_uri: `${publicUrl}${oidcPaths.callback(draft.slug)}`,
  };
  try {
    await genericGrantRequest(configuration, 'authorization_code', parameters);
  } catch (error) {
    const { error: code, status } = error as { readonly error?: unknown; readonly status?: unknown };
    if (code === 'invalid_grant') return passed();
    if (status === UNAUTHORIZED) throw new OidcProviderError('the provider rejects client ID or secret');
    if (typeof code === 'string' && !rejectsClient.includes(code)) return skipped(failed(error).why);
    throw error;
  }
  throw new OidcProviderError('the provider accepts a code that it did not issue');
}

function checkSignOut({ draft }: Tested, metadata: ServerMetadata): Finding {
  if (!draft.signsOut) return skipped();
  const { end_session_endpoint: page } = metadata;
  if (page === undefined) throw new OidcProviderError('the provider has no page for signing out');
  rejectInsecurePage(metadata, page);
  return passed();
}

/** Checks the connection to a provider without signing in. Each check names what was found. */
export async function testConnection(tested: Tested): Promise<OidcVerdict[]> {
  const findings = new Map<OidcCheck, Finding>();
  let metadata: ServerMetadata | undefined;
  findings.set(
    'discovery',
    await found(async () => {
      metadata = await discoverProvider(tested.draft, tested.reach);
      return passed();
    }),
  );
  if (metadata !== undefined) {
    const read = metadata;
    findings.set('endpoints', await found(() => checkEndpoints(read)));
    findings.set('signatures', await found(() => checkSignatures(read)));
    findings.set('keys', await found(() => checkKeys(tested, read)));
    if (read.token_endpoint !== undefined)
      findings.set('client', await found(() => checkClient(tested, read)));
    findings.set('signOut', await found(() => checkSignOut(tested, read)));
  }
  return OidcCheck.options.map((check) => ({ check, ...(findings.get(check) ?? skipped()) }));
}
