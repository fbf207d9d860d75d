type Fields = Readonly<Record<string, unknown>>;

/** An object of a file without the objects that its lists contain, which are pieces of their own. */
export interface FilePiece {
  /** Number of the piece whose list it is in; -1: it is the file. */
  readonly into: number;
  readonly key: string;
  readonly value: Fields;
}

/** Pieces that are handed over in one turn of the event loop: some milliseconds on a busy machine. */
const PIECES_PER_TURN = 1_000;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfFields = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

/** Takes a file apart, parents before children. A file of 4 MiB as one message would stop the thread that receives it. */
export function filePieces(file: Fields): readonly (readonly FilePiece[])[] {
  const turns: FilePiece[][] = [];
  let count = 0;
  const take = (value: Fields, into: number, key: string): void => {
    const own = count;
    count += 1;
    const lists = Object.entries(value).filter(([, field]) => isListOfFields(field));
    const piece = {
      into,
      key,
      value: { ...value, ...Object.fromEntries(lists.map(([name]) => [name, []])) },
    };
    if (own % PIECES_PER_TURN === 0) turns.push([]);
    turns.at(-1)?.push(piece);
    for (const [name, list] of lists) for (const item of list as readonly Fields[]) take(item, own, name);
  };
  take(file, -1, '');
  return turns;
}

/** Puts a file together again from its pieces, in their order. */
export class AssembledFile {
  readonly #objects: Record<string, unknown>[] = [];

  add(pieces: readonly FilePiece[]): void {
    for (const { into, key, value } of pieces) {
      const one = { ...value };
      this.#objects.push(one);
      const list = this.#objects[into]?.[key];
      if (Array.isArray(list)) list.push(one);
    }
  }

  /** The file, once all of its pieces are added. */
  get value(): unknown {
    return this.#objects[0];
  }
}
