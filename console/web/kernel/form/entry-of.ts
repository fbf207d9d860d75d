import type { FormDraft } from './form.machine.ts';

type TextName<Value extends FormDraft> = {
  [Name in keyof Value & string]: Value[Name] extends string ? Name : never;
}[keyof Value & string];

/** The part of a form that its fields need. */
export interface Editable<Value extends FormDraft> {
  readonly draft: Value;
  readonly change: (part: Partial<Value>) => void;
  readonly errorOf: (name: keyof Value & string) => string | undefined;
}

/** Binds a text field to its part of the draft. The id is the target of the links in the error summary. */
export const entryOf = <Value extends FormDraft>(form: Editable<Value>, name: TextName<Value>) => ({
  id: name,
  value: form.draft[name] as string,
  error: form.errorOf(name),
  onChange: (value: string) => form.change({ [name]: value } as unknown as Partial<Value>),
});
