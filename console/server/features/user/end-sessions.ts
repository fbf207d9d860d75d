import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Those that are open, and the sign-ins under way, which hang on sessions of nobody yet. Answers how many were open. */
export async function endSessions(tx: Tx, id: number): Promise<number> {
  const ended = await tx.deleteFrom('session').where('account_id', '=', id).returning('token_hash').execute();
  await tx.deleteFrom('pending_sign_in').where('account_id', '=', id).execute();
  return ended.length;
}
