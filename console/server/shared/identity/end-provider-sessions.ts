import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';

/** Sessions that an identity provider asserted: all of an issuer, of a name there, or one. */
export interface ProviderSessions {
  readonly issuer: string;
  readonly nameId?: string | undefined;
  readonly sessionIndex?: string | undefined;
}

/** Ends sessions that an identity provider asserted, and audits each. Returns their number. */
export async function endProviderSessions(
  request: FastifyRequest,
  db: Db,
  { issuer, nameId, sessionIndex }: ProviderSessions,
): Promise<number> {
  let chosen = db
    .selectFrom('session_origin')
    .innerJoin('session', 'session.token_hash', 'session_hash')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session_hash', 'account.id', 'username'])
    .where('issuer', '=', issuer);
  if (nameId !== undefined) chosen = chosen.where('name_id', '=', nameId);
  if (sessionIndex !== undefined) chosen = chosen.where('session_index', '=', sessionIndex);
  const rows = await chosen.execute();
  const { server } = request;
  for (const { session_hash, id, username } of rows) {
    await server.endSessionByHash(session_hash);
    await server.auditTrail.byProvider(request, issuer)(db, {
      kind: 'sign-out',
      action: 'session.end',
      subject: 'user',
      subjectId: id,
      subjectName: username,
    });
  }
  return rows.length;
}
