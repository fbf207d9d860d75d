import { expect, it } from 'vitest';
import type { z } from 'zod';
import { everyRoute } from '#tests/fixtures/every-route.ts';

type Def = z.core.$ZodTypeDef & {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
};

/** Fields of a body that may be left out, below its objects. A value of a list or of alternatives is written in full. */
function leftOut({ _zod }: z.core.$ZodType, path: string): readonly string[] {
  const { type, shape, innerType, in: input } = _zod.def as Def;
  if (type === 'object')
    return Object.entries(shape ?? {}).flatMap(([name, field]) =>
      leftOut(field, path === '' ? name : `${path}.${name}`),
    );
  if (['default', 'prefault', 'optional', 'catch'].includes(type)) return [path];
  const inner = innerType ?? input;
  return inner === undefined ? [] : leftOut(inner, path);
}

/** Fields that an update may leave out, with the reason. */
const reasons: readonly (readonly [path: RegExp, field: RegExp, reason: string])[] = [
  [/./, /^document\./, 'a document is one value: its defaults belong to its version'],
  [/preferences$/, /./, 'keeps what is left out'],
  [/provisioning-schedule/, /^removalPercent$/, 'stays as it is where it is left out'],
  [/status$/, /^comment$/, 'a comment on this change'],
  [/mt\/kpi\/:key$/, /^draft\.(kind|over)$/, 'follows from the formulas, or stays'],
  [/sdwanmanagers/, /^(?:confirmed|sharesAddress)$/, 'a confirmation'],
  [/qos\/basis$/, /^copy$/, 'how the change is made'],
  [
    /alarms\/:alarm$/,
    /^(target|customerBounds|levels(\..*)?)$/,
    'a value of its own: the reply leaves it out too',
  ],
  [/announcement$/, /^messageFr$/, 'a value of its own: the reply leaves it out too'],
];

it('every update states each field: the default of one that is left out would reset what another client has set', () => {
  const updates = everyRoute.filter(({ method, body }) => method === 'PUT' && body !== undefined);
  expect(updates.length).toBeGreaterThan(40);
  const faults = updates.flatMap(({ path, body }) =>
    leftOut(body!, '')
      .filter((field) => !reasons.some(([of, named]) => of.test(path) && named.test(field)))
      .map((field) => `${path} ${field}`),
  );
  expect(faults).toEqual([]);
});
