import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

const DEFINITIONS = '#/$defs/';
const ROOT = 'root';

/** Changes every reference within a schema. */
function withReferences(value: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => withReferences(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      key,
      key === '$ref' && typeof part === 'string' ? change(part) : withReferences(part, change),
    ]),
  );
}

/**
 * Writes schemas for one document. Zod puts what refers to itself below `$defs` of each schema, where a reference within an OpenAPI document does
 * not lead: these definitions become components, each once.
 */
export class OpenApiSchemas {
  readonly #components: Record<string, Json> = {};
  /** Names of the definitions of a schema, by their text. */
  readonly #names = new Map<string, ReadonlyMap<string, string>>();
  #count = 0;

  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const written = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    const { $schema: _, $defs: definitions = {}, ...plain } = written as Json & { $defs?: Json };
    const isRecursive = JSON.stringify(plain).includes('"$ref":"#"');
    const own: Json = isRecursive ? { ...definitions, [ROOT]: plain } : definitions;
    if (Object.keys(own).length === 0) return plain;
    const names = this.#namesOf(own);
    return isRecursive ? { $ref: this.#address(names, '#') } : this.#moved(names, plain);
  }

  /** Everything that was written below `#/components/schemas`. */
  components(): Readonly<Record<string, Json>> {
    return this.#components;
  }

  #namesOf(definitions: Json): ReadonlyMap<string, string> {
    const text = JSON.stringify(definitions);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const names = new Map(
      Object.keys(definitions).map((name) => {
        this.#count += 1;
        return [name, `Recursive${String(this.#count)}`];
      }),
    );
    this.#names.set(text, names);
    for (const [name, definition] of Object.entries(definitions))
      this.#components[names.get(name) ?? name] = this.#moved(names, definition);
    return names;
  }

  #moved(names: ReadonlyMap<string, string>, schema: unknown): Json {
    return withReferences(schema, (reference) => this.#address(names, reference)) as Json;
  }

  #address(names: ReadonlyMap<string, string>, reference: string): string {
    const name = reference === '#' ? ROOT : reference.slice(DEFINITIONS.length);
    return `#/components/schemas/${names.get(name) ?? name}`;
  }
}
