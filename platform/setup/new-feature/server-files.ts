import type { Feature } from './feature.ts';

/** Contract, table, plugin, repository and the test of its routes, by path. */
export const serverFiles = ({
  name,
  camel,
  pascal,
  plural,
  list,
  table,
  area,
  route,
}: Feature): Readonly<Record<string, string>> => ({
  [`schemas/${name}/${name}.ts`]: `import { z } from 'zod';

/** What the form saves. */
export const ${pascal}Draft = z.strictObject({
  name: z.string().trim().min(1, 'REQUIRED').max(100, 'TOO_LONG'),
});
export type ${pascal}Draft = z.infer<typeof ${pascal}Draft>;

export const ${pascal} = z.strictObject({ ...${pascal}Draft.shape, id: z.int(), version: z.int() });
export type ${pascal} = z.infer<typeof ${pascal}>;
`,
  [`schemas/${name}/routes.ts`]: `import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { ${pascal}, ${pascal}Draft } from './${name}.ts';

const params = z.strictObject({ id: z.coerce.number().int().positive() });
const path = \`\${API}${route}\`;

export const list${plural} = route({
  scope: 'admin',
  method: 'GET',
  path,
  needs: '${area}.read',
  summary: 'List ${list}',
  reply: z.strictObject({ ${list}: z.array(${pascal}) }),
});

export const create${pascal} = route({
  scope: 'admin',
  method: 'POST',
  path,
  needs: '${area}.write',
  summary: 'Create a ${camel}',
  body: ${pascal}Draft,
  reply: ${pascal},
  problems: ['NAME_TAKEN'],
});

export const update${pascal} = route({
  scope: 'admin',
  method: 'PUT',
  path: \`\${path}/:id\`,
  needs: '${area}.write',
  summary: 'Update a ${camel}',
  params,
  body: stated(${pascal}Draft).extend({ version: z.int() }),
  reply: ${pascal},
  problems: ['NAME_TAKEN', 'CONFLICT', 'NOT_FOUND'],
});

export const delete${pascal} = route({
  scope: 'admin',
  method: 'DELETE',
  path: \`\${path}/:id\`,
  needs: '${area}.write',
  summary: 'Delete a ${camel}',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
`,
  [`schemas/table/${name}.ts`]: `import { integer, key, relation, text, uniqueIgnoringCase, withDefault } from './relation.ts';

export const ${camel}Table = relation({
  name: '${table}',
  columns: { id: key, name: text, version: withDefault(integer, '1') },
  indexes: [uniqueIgnoringCase('${table}', 'name')],
});
`,
  [`console/server/features/${name}/${name}-plugin.ts`]: `import type { FastifyInstance } from 'fastify';
import { create${pascal}, delete${pascal}, list${plural}, update${pascal} } from '#schemas/${name}/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { ${pascal}Repository } from './${name}-repository.ts';

export interface ${pascal}Needs {
  readonly ${list}: ${pascal}Repository;
}

/** The routes of ${list}. */
export function ${camel}Plugin(app: FastifyInstance, { ${list} }: ${pascal}Needs): void {
  serve(app, list${plural}, async () => ({ ${list}: await ${list}.list() }));
  serve(app, create${pascal}, ({ body, ...actor }) => ${list}.create(body, actor));
  serve(app, update${pascal}, ({ params, body, ...actor }) => ${list}.update({ ...body, id: params.id }, actor));
  serve(app, delete${pascal}, async ({ params, ...actor }) => {
    await ${list}.delete(params.id, actor);
    return {};
  });
}
`,
  [`console/server/features/${name}/${name}-repository.ts`]: `import type { Clock } from '#platform/clock/clock.ts';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ${pascal}, ${pascal}Draft } from '#schemas/${name}/${name}.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

const auditSubject = ({ id, name }: ${pascal}) => ({ subject: '${name}', subjectId: id, subjectName: name });

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ name }: ${pascal}) => ({ name });

/** Locked until the end of the transaction. Throws NOT_FOUND. */
async function lock${pascal}(tx: Tx, id: number): Promise<${pascal}> {
  const row = await tx.selectFrom('${table}').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

export interface ${pascal}RepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The ${list} in PostgreSQL. */
export class ${pascal}Repository {
  readonly #needs: ${pascal}RepositoryNeeds;

  constructor(needs: ${pascal}RepositoryNeeds) {
    this.#needs = needs;
  }

  /** By name. */
  list(): Promise<${pascal}[]> {
    return this.#needs.db.selectFrom('${table}').selectAll().orderBy('name', asNames).execute();
  }

  create(draft: ${pascal}Draft, actor: Actor): Promise<${pascal}> {
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const created = await tx.insertInto('${table}').values(draft).returningAll().executeTakeFirstOrThrow();
      await record({ action: '${name}.create', ...auditSubject(created), after: auditSnapshot(created) });
      return created;
    });
  }

  update({ id, version, ...draft }: ${pascal}, actor: Actor): Promise<${pascal}> {
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const before = await lock${pascal}(tx, id);
      rejectStale(before.version, version);
      const after = await tx
        .updateTable('${table}')
        .set({ ...draft, version: version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await record({
        action: '${name}.update',
        ...auditSubject(after),
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = await lock${pascal}(tx, id);
      await tx.deleteFrom('${table}').where('id', '=', id).execute();
      await record({ action: '${name}.delete', ...auditSubject(before), before: auditSnapshot(before) });
    });
  }
}
`,
  [`tests/api/${name}/${name}.test.ts`]: `import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import { lastEvent, post, someone, uniqueName } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const PATH = '/api/v1${route}';
const list = async (): Promise<${pascal}[]> =>
  ((await admin.get(PATH)).json() as { ${list}: ${pascal}[] }).${list};
const a${pascal} = (): Promise<${pascal}> => post(admin, '${route}', { name: uniqueName('${pascal}') });

describe('a ${camel}', () => {
  it('is listed once it is created, and recorded in the audit', async () => {
    const created = await a${pascal}();
    expect(await list()).toContainEqual(created);
    expect(await lastEvent(server, '${name}.create')).toMatchObject({ subject_name: created.name });
  });

  it('has a name that is unique regardless of case', async () => {
    const { name } = await a${pascal}();
    const body = { name: name.toUpperCase() };
    expect(statusAndCode(await admin.send('POST', PATH, { body }))).toEqual([409, 'NAME_TAKEN']);
  });

  it('that another user changed is not overwritten', async () => {
    const { id, version } = await a${pascal}();
    const save = (name: string) =>
      admin.send('PUT', \`\${PATH}/\${String(id)}\`, { body: { name, version } });
    expect((await save(uniqueName('First'))).statusCode).toBe(200);
    expect(statusAndCode(await save(uniqueName('Second')))).toEqual([409, 'CONFLICT']);
  });

  it('no longer exists once it is deleted', async () => {
    const { id } = await a${pascal}();
    const remove = () => admin.send('DELETE', \`\${PATH}/\${String(id)}\`);
    expect((await remove()).statusCode).toBe(200);
    expect((await list()).map((each) => each.id)).not.toContain(id);
    expect(statusAndCode(await remove())).toEqual([404, 'NOT_FOUND']);
  });
});
`,
});
