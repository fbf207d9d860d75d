import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextLanguage, TextParameters } from '#schemas/problem/definition.ts';
import type { ImportLevel, ImportMapping } from '#schemas/provisioning/import-columns.ts';
import type {
  ImportCounts,
  ImportDifferenceRow,
  ImportFault,
  ImportChoices,
  ImportSource,
} from '#schemas/provisioning/import-run.ts';
import type { ImportScope } from '../plan/check-elements.ts';
import type { CustomerRemoval } from '../plan/removal-counts.ts';
import type { StoredRows } from '../../../shared/inventory/stored-inventory.ts';
import type { PlannedRows } from '../plan/planned-rows.ts';

/** What the file says before it is compared. */
export interface ReadFile {
  readonly source: ImportSource;
  readonly mapping: ImportMapping;
  readonly contents: readonly ImportLevel[];
  readonly lines: number;
  /** Client ids and exporter addresses, to read what is stored. */
  readonly clients: readonly string[];
  readonly addresses: readonly string[];
  /** Faults of the columns: nothing can be compared. */
  readonly faults: readonly ImportFault[];
}

export interface ComparedFile {
  readonly counts: ImportCounts;
  readonly changes: readonly ImportDifferenceRow[];
  readonly faults: readonly ImportFault[];
  readonly linesInError: number;
  /** Ids that have to be allocated. */
  readonly newCustomers: number;
  readonly newElements: number;
  readonly removed: readonly number[];
  /** Why an automatic import waits for a person. */
  readonly held: CustomerRemoval | undefined;
}

/** An element by its ids, as its action log finds it. */
export interface LoggedElement {
  readonly id: number;
  readonly site: number;
  readonly customer: number;
}

/** An element for the audit trail. */
export interface AuditedRow {
  /** Absent of a customer, which has no action log. */
  readonly element?: LoggedElement | undefined;
  readonly kind: string;
  readonly name: string;
  readonly before: Record<string, string | null> | undefined;
  readonly after: Record<string, string | null> | undefined;
}

/** A request to the thread and its reply, by name. */
export interface ThreadCalls {
  readonly read: {
    readonly request: { readonly content: Uint8Array; readonly mapping: ImportMapping | null };
    readonly reply: ReadFile;
  };
  readonly rows: { readonly request: Partial<StoredRows>; readonly reply: null };
  readonly compare: {
    readonly request: {
      readonly options: ImportChoices;
      readonly reach: ImportScope;
      /** The share above which a removal waits for a person; null: a person applies it. */
      readonly removalPercent: number | null;
    };
    readonly reply: ComparedFile;
  };
  readonly write: {
    readonly request: { readonly customers: readonly number[]; readonly elements: readonly number[] };
    readonly reply: null;
  };
  readonly rewind: { readonly request: null; readonly reply: null };
  /** The rows of the next statement; null at the end. */
  readonly next: {
    readonly request: null;
    readonly reply: (Omit<PlannedRows, 'rows' | 'before'> & { readonly json: string }) | null;
  };
  readonly audit: {
    readonly request: { readonly count: number };
    readonly reply: readonly AuditedRow[];
  };
  /** The elements that follow those of `audit`, for their action logs; null behind the last. */
  readonly log: {
    readonly request: { readonly count: number };
    readonly reply: readonly LoggedElement[] | null;
  };
  readonly result: {
    readonly request: { readonly language: TextLanguage; readonly isApplied: boolean };
    readonly reply: Uint8Array;
  };
  /** The rows written and those before them, to take the import back. */
  readonly undo: { readonly request: null; readonly reply: Uint8Array };
}

export type ThreadCall = keyof ThreadCalls;

export interface ThreadRequest<Call extends ThreadCall = ThreadCall> {
  readonly call: Call;
  readonly request: ThreadCalls[Call]['request'];
}

export type ThreadReply =
  | { readonly ok: true; readonly reply: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly params: TextParameters }
  | { readonly ok: false; readonly error: string };
