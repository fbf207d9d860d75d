import { z } from 'zod';
import { addMs } from '#platform/clock/time.ts';
import { SamlRejection, type MessageHead } from './message-inspection.ts';
import { provesSecondFactor } from './second-factor-context.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const time = z.string().pipe(z.coerce.date());

const Confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z
    .tuple([
      z.object({
        $: z.object({
          Recipient: z.string().optional(),
          NotOnOrAfter: time.optional(),
          InResponseTo: z.string().optional(),
        }),
      }),
    ])
    .optional(),
});
type Confirmation = z.output<typeof Confirmation>;

/** The authentication method: at most one context with one class (SAML core, 2.7.2.2). */
const AuthnContext = z.tuple([
  z.object({
    AuthnContextClassRef: z.tuple([z.union([z.string(), z.object({ _: z.string() })])]).optional(),
  }),
]);
type AuthnContext = z.output<typeof AuthnContext>;

/** The parts of a validated assertion that the library does not check, in its format (xml2js). */
const SignedAssertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1) }),
    Subject: z.tuple([z.object({ SubjectConfirmation: z.array(Confirmation).min(1) })]),
    Conditions: z.tuple([z.object({ $: z.object({ NotOnOrAfter: time }) })]),
    AuthnStatement: z
      .array(
        z.object({
          $: z.object({ SessionNotOnOrAfter: time.optional(), SessionIndex: z.string().optional() }),
          AuthnContext: AuthnContext.optional(),
        }),
      )
      .min(1),
  }),
});

export interface Expectation {
  readonly acsUrl: string;
  readonly idpEntityId: string;
  /** `SP`: response to a request of this console. `IDP`: unsolicited response. */
  readonly workflow: 'SP' | 'IDP';
  readonly now: Date;
  readonly skewMs: number;
}

export interface Signed {
  readonly assertion: unknown;
  readonly issuer: string;
  readonly inResponseTo: unknown;
}

export interface SignedFacts {
  readonly id: string;
  /** End of the replay protection: until then the id must be retained. */
  readonly notOnOrAfter: Date;
  readonly sessionNotOnOrAfter: Date | undefined;
  /** Authentication context classes that the provider asserts. */
  readonly contextClasses: readonly string[];
  /** The provider asserts two factors. */
  readonly secondFactor: boolean;
}

const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();

/** Throws SamlRejection for a message to another address. */
export function rejectWrongDestination(head: MessageHead, acsUrl: string): void {
  if (head.kind !== 'Response') throw new SamlRejection(`a ${head.kind} where a Response is expected`);
  // SAML bindings, 3.5.5.2: the destination must be the receiving address.
  if (head.destination !== null && head.destination !== acsUrl)
    throw new SamlRejection(`the response is meant for ${head.destination}`);
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Throws SamlRejection when the provider reports anything but a success (SAML core, 3.2.2.2). */
export function rejectFailure({ status }: MessageHead): void {
  const [code] = status?.split(/[,:] /u, 1) ?? [];
  if (code === SUCCESS) return;
  throw new SamlRejection(
    status === null ? 'the response has no status' : `the identity provider reports ${status}`,
  );
}

/** Throws SamlRejection for a message or an assertion of another identity provider. */
export function rejectWrongIssuer(head: MessageHead, issuer: string, idpEntityId: string): void {
  for (const found of [issuer, head.issuer])
    if (found !== null && found !== idpEntityId) throw new SamlRejection(`the issuer is ${found}`);
}

/** SAML profiles, 4.1.4.3: a bearer confirmation for this address, in time, in response to the pending request or to none. */
function isConfirmed(
  { $, SubjectConfirmationData }: Confirmation,
  inResponseTo: unknown,
  expected: Expectation,
): boolean {
  const [data] = SubjectConfirmationData ?? [];
  if ($.Method !== BEARER || data === undefined) return false;
  const { Recipient, NotOnOrAfter, InResponseTo } = data.$;
  const isInTime = NotOnOrAfter !== undefined && addMs(expected.now, -expected.skewMs) < NotOnOrAfter;
  // The signed assertion names the request itself: its unsigned envelope could be swapped.
  const matchesRequest =
    expected.workflow === 'SP'
      ? InResponseTo !== undefined && InResponseTo === inResponseTo
      : InResponseTo === undefined;
  return Recipient === expected.acsUrl && isInTime && matchesRequest;
}

function classOf(context: AuthnContext | undefined): string | undefined {
  const [reference] = context?.[0].AuthnContextClassRef ?? [];
  return (typeof reference === 'object' ? reference._ : reference)?.trim();
}

/** Throws SamlRejection when the assertion has none of the required authentication context classes. */
export function rejectWeakContext(asserted: readonly string[], required: readonly string[]): void {
  if (required.length === 0 || asserted.some((each) => required.includes(each))) return;
  const found =
    asserted.length === 0 ? 'no authentication context' : `the authentication context ${asserted.join(', ')}`;
  throw new SamlRejection(`the assertion has ${found}, but one of these is required: ${required.join(', ')}`);
}

/** Validates the bearer confirmation of the signed assertion and returns its facts. Throws SamlRejection. */
export function confirmedFacts(signed: Signed, expected: Expectation): SignedFacts {
  const read = SignedAssertion.safeParse(signed.assertion);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SamlRejection(`the assertion has no usable ${issue?.path.join('.') ?? 'content'}`);
  }
  const { $, Subject, Conditions, AuthnStatement } = read.data.Assertion;
  const confirmations = Subject[0].SubjectConfirmation;
  const confirmed = confirmations.find((each) => isConfirmed(each, signed.inResponseTo, expected));
  if (confirmed === undefined)
    throw new SamlRejection('no subject confirmation is for this address, in time, and for this request');
  const ends = [
    Conditions[0].$.NotOnOrAfter,
    confirmed.SubjectConfirmationData?.[0].$.NotOnOrAfter ?? expected.now,
  ];
  const [firstSessionEnd] = AuthnStatement.flatMap((statement) => statement.$.SessionNotOnOrAfter ?? []).sort(
    byTime,
  );
  const contextClasses = AuthnStatement.flatMap(({ AuthnContext: context }) => classOf(context) ?? []);
  return {
    id: $.ID,
    notOnOrAfter: addMs(ends.sort(byTime).at(-1) ?? expected.now, expected.skewMs),
    sessionNotOnOrAfter: firstSessionEnd,
    contextClasses,
    secondFactor: contextClasses.some(provesSecondFactor),
  };
}
