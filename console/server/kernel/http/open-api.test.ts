import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#schemas/route.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { openApiOf } from './open-api.ts';

const Folder = z.strictObject({
  name: z.string(),
  get folders() {
    return z.array(Folder);
  },
});
const Tree = z.strictObject({ top: Folder, other: Folder.nullable() });
const folders = route({
  method: 'PUT',
  path: '/api/v1/folders/:id',
  scope: 'none',
  needs: 'signed-in',
  summary: 'Folders',
  params: z.strictObject({ id: z.coerce.number().int() }),
  query: z.strictObject({ deep: z.coerce.boolean().optional() }),
  body: Folder,
  reply: z.strictObject({ id: z.int() }),
});
const trees = route({ ...folders, path: '/api/v1/trees/:id', body: Tree });

/** A document as it is sent. */
const sent = (document: object) => JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

describe('the description of the interface', () => {
  it('is one of OpenAPI 3.1 by a public validator, also with schemas that contain themselves', async () => {
    const validator = new Validator();
    const result = await validator.validate(sent(openApiOf([folders, trees])));
    expect([validator.version, result.errors]).toEqual(['3.1', undefined]);
    expect(result.valid).toBe(true);
    const broken = sent({ ...openApiOf([folders, trees]), info: { title: 'Telltale' } });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  atNight(
    'is valid with every route of the product',
    async () => {
      const { everyRoute } = await import('#tests/fixtures/every-route.ts');
      const result = await new Validator().validate(sent(openApiOf(everyRoute)));
      expect([result.valid, result.errors]).toEqual([true, undefined]);
    },
    120_000,
  );
});
