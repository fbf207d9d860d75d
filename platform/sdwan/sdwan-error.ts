import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';

/** Why a manager could not be queried, as a code of the catalogue. */
export type ManagerFault = Extract<
  ProblemCode,
  | 'SDWAN_ADDRESS_NOT_ALLOWED'
  | 'SDWAN_ADOM_NOT_FOUND'
  | 'SDWAN_RESPONSE_NOT_JSON'
  | 'SDWAN_RESPONSE_TOO_LARGE'
  | 'SDWAN_AUTHENTICATION_FAILED'
  | 'SDWAN_BAD_CREDENTIALS'
  | 'SDWAN_BUSY'
  | 'SDWAN_CERTIFICATE_CHANGED'
  | 'SDWAN_CERTIFICATE_INVALID'
  | 'SDWAN_ENDPOINT_NOT_ALLOWED'
  | 'SDWAN_ENDPOINT_OF_OTHER'
  | 'SDWAN_INSUFFICIENT_RIGHTS'
  | 'SDWAN_MANAGER_FAILED'
  | 'SDWAN_PASSWORD_EXPIRED'
  | 'SDWAN_REDIRECTED'
  | 'SDWAN_REQUEST_INVALID'
  | 'SDWAN_ROUTE_MISSING'
  | 'SDWAN_SLOW'
  | 'SDWAN_STATUS_FAILED'
  | 'SDWAN_TENANT_NOT_FOUND'
  | 'SDWAN_TYPES_DIFFER'
  | 'SDWAN_UNREACHABLE'
>;

export class ManagerError extends Error {
  override readonly name: string = 'ManagerError';
  readonly code: ManagerFault;
  readonly params: TextParameters;

  constructor(code: ManagerFault, params: TextParameters = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.params = params;
  }
}

/** The session of a tenant's view has ended: requests in it need a new view. */
export class ViewLostError extends ManagerError {
  constructor() {
    super('SDWAN_AUTHENTICATION_FAILED');
  }
}

/** The response, or something else where the manager's release does not have the route. */
export const unlessMissing = <ResponseOf>(
  requesting: Promise<ResponseOf>,
  instead: ResponseOf,
): Promise<ResponseOf> =>
  requesting.catch((error: unknown) => {
    if (error instanceof ManagerError && error.code === 'SDWAN_ROUTE_MISSING') return instead;
    throw error;
  });
