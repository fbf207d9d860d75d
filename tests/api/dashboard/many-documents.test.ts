import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyChain } from '#platform/audit/verify.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

let server: ServerUnderTest;
let page: Browser;
beforeAll(async () => {
  server = await openServer({ between: counting });
  await server.account({ username: 'author', permissions: ['DASHBOARD.write'], customers: ['acme'] });
  page = await server.signedIn('author');
});
afterAll(() => server.close());

const insertDocuments = (folder: string, count: number) =>
  sql`
    WITH created AS (
      INSERT INTO resource (kind, name, visibility, customer_id)
      SELECT 'dashboard', ${folder}::text || ' ' || number, 'public', ${server.customers.get('acme')!}::int
      FROM generate_series(1, ${count}::int) AS number RETURNING id
    )
    INSERT INTO dashboard_document (resource_id, folder, document)
    SELECT id, ${folder}, ${JSON.stringify(emptyDocument)}::jsonb FROM created
  `.execute(server.stack.db);

async function statementsOfMove(folder: string, count: number): Promise<number> {
  await insertDocuments(folder, count);
  const before = statements;
  const path = `/api/v1/customers/${String(server.customers.get('acme')!)}/dashboard/folder`;
  const reply = await page.send('PUT', path, { body: { folder, to: `Moved ${folder}` } });
  expect(reply.json()).toEqual({ moved: count, retained: 0 });
  return statements - before;
}

it('a folder of many documents is moved in as many statements as one of two, with an audit entry and a version of each', async () => {
  const ofTwo = await statementsOfMove('Few', 2);
  const many = 1_100;
  // One more for the second thousand of audit entries.
  expect(await statementsOfMove('Many', many)).toBeLessThanOrEqual(ofTwo + 1);
  const { db } = server.stack;
  const { rows } = await sql<{ entries: number; subjects: number; versions: number }>`
    SELECT count(*)::int AS entries, count(DISTINCT subject_id)::int AS subjects, (
      SELECT count(*)::int FROM resource_version
      WHERE content->>'folder' = 'Moved Many' AND content->>'name' LIKE 'Many %'
    ) AS versions
    FROM audit_event
    WHERE action = 'dashboard.update'
      AND detail = '{"changes":[{"field":"folder","before":"Many","after":"Moved Many"}]}'
  `.execute(db);
  expect(rows).toEqual([{ entries: many, subjects: many, versions: many }]);
  expect(await verifyChain(db)).toMatchObject({ broken: undefined });
});
