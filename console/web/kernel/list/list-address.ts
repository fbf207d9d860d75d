/** What every list has in its address. */
export interface ListSearch {
  /** The text searched for. */
  readonly q?: string | undefined;
  /** The sorted column: `-since`. */
  readonly sort?: string | undefined;
}

/** A list whose rows are edited and removed. */
export interface EditedListSearch extends ListSearch {
  /** The open form: `new`, or the id of a row. */
  readonly edit?: string | undefined;
  /** The row whose removal waits for confirmation. */
  readonly remove?: number | undefined;
}

/** The address of a page, as its search hook returns it. */
export interface ListAddress<Search extends ListSearch> {
  readonly search: Search;
  readonly change: (part: Partial<Search>) => void;
}
