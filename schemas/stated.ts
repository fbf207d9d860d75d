import { z } from 'zod';

type Stated<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner extends z.core.$ZodType>
    ? Inner
    : Shape[Name];
};

/**
 * A draft as the body of an update: every field is stated. An update replaces all of them, so that the default of one that a client does
 * not know would reset what another client has set.
 */
export function stated<Shape extends z.ZodRawShape>(
  draft: z.ZodObject<Shape, z.core.$strict>,
): z.ZodObject<Stated<Shape>, z.core.$strict> {
  const required = Object.entries(draft.shape).flatMap(([name, field]) =>
    field instanceof z.ZodDefault ? [[name, field.unwrap()] as const] : [],
  );
  return draft.safeExtend(Object.fromEntries(required) as never) as never;
}
