import { isBuiltIn, type BuiltInField } from '#schemas/report/rich-text.ts';

/** What fields of texts are filled with on a page. */
export interface FieldValues {
  readonly builtIn: Readonly<Record<BuiltInField, string>>;
  /** By the name of a variable: the names of the elements that it selects. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The text of a field; one that is not known is shown as it is written. */
export function textOfField(name: string, { builtIn, variables }: FieldValues): string {
  const key = name.toLowerCase();
  return isBuiltIn(key) ? builtIn[key] : (variables.get(key) ?? `{${name}}`);
}
