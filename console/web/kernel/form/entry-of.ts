import type { Draft } from './form.machine.ts';

type TextName<Value extends Draft> = {
  [Name in keyof Value & string]: Value[Name] extends string ? Name : never;
}[keyof Value & string];

/** What an entry needs of a form, be it in a dialog or a page of its own. */
export interface Editable<Value extends Draft> {
  readonly draft: Value;
  readonly change: (part: Partial<Value>) => void;
  readonly errorOf: (name: keyof Value & string) => string | undefined;
}

/** Binds an entry of text to its part of the draft; the link of the summed-up faults leads to it by that name. */
export const entryOf = <Value extends Draft>(form: Editable<Value>, name: TextName<Value>) => ({
  id: name,
  value: form.draft[name] as string,
  error: form.errorOf(name),
  onChange: (value: string) => form.change({ [name]: value } as unknown as Partial<Value>),
});
