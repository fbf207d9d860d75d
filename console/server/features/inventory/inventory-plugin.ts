import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { ImportedElement } from '#platform/inventory/import-difference.ts';
import { importNetwork } from '#platform/inventory/import-network.ts';
import type { ImportHow, RecordImport } from '#platform/inventory/import-network.ts';
import { readNetworkSource } from '#platform/inventory/import-source.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { NetworkFileFault } from '#schemas/inventory/network-file-fault.ts';
import { importInventory } from '#schemas/inventory/routes.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import type { Audit, AuditTrail } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

export interface InventoryNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: SecretBox;
  readonly audit: Pick<AuditTrail, 'by'>;
}

/** Types under which a network file comes; `text/yaml` and `application/x-yaml` are older names (RFC 9512 §2.1). */
const TYPES = ['application/json', 'application/yaml', 'application/x-yaml', 'text/yaml', 'text/plain'];

function faultyFile(faults: readonly NetworkFileFault[]): ProblemError {
  const [first] = faults;
  return new ProblemError('NETWORK_FILE_INVALID', {
    params: { line: first?.line ?? 1, path: first?.path ?? '', fault: first?.message ?? '' },
    errors: faults.map(({ path, line, column, message }) => ({
      path,
      message: `line ${String(line)}, column ${String(column)}: ${message}`,
    })),
  });
}

/** Elements of one audit event: each stays readable, however large the import. */
const ELEMENTS_OF_EVENT = 200;

/** The elements by what they are called; two of one name stay two. */
function fieldsOf(elements: readonly ImportedElement[]) {
  const before: Record<string, ImportedElement['after']> = {};
  const after: Record<string, ImportedElement['after']> = {};
  for (const element of elements) {
    let field = `${element.kind} ${element.name}`;
    while (field in after) field += '*';
    if (element.before !== undefined) before[field] = element.before;
    after[field] = element.after;
  }
  return { before, after };
}

/** Tells the audit of every element, in as many events as it takes. */
const recordBy =
  (audit: Audit): RecordImport =>
  async (tx, { counts, elements }) => {
    const parts = Math.max(1, Math.ceil(elements.length / ELEMENTS_OF_EVENT));
    for (let part = 0; part < parts; part += 1) {
      const some = elements.slice(part * ELEMENTS_OF_EVENT, (part + 1) * ELEMENTS_OF_EVENT);
      const note = { part: part + 1, parts, ...(part === 0 ? { counts } : {}) };
      await audit(tx, { action: 'inventory.import', subject: 'inventory', note, ...fieldsOf(some) });
    }
  };

/** Applies the text of a network file, or tells what it would change. Throws the problem that lists its faults. */
async function importText(needs: InventoryNeeds, text: string, how: Required<ImportHow>) {
  const source = readNetworkSource(text);
  if (!source.ok) throw faultyFile(source.faults);
  const done = await importNetwork(needs, source.value, how);
  if (!done.ok) throw faultyFile(done.faults.map(source.locate));
  // A customer that is new is one more for whoever sees every customer, or those of its profile.
  if (!how.dryRun) publishAccessChange(needs.bus);
  return { applied: !how.dryRun, difference: done.difference };
}

/** The import of network files. */
export function inventoryPlugin(app: FastifyInstance, needs: InventoryNeeds): void {
  void app.register((scope, _options, done) => {
    // Within this scope JSON stays text as well: parsed, it would have lost its lines.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(TYPES, { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    serve(scope, importInventory, ({ body, query, request, caller }) =>
      importText(needs, body, {
        dryRun: query.dryRun,
        record: recordBy(needs.audit.by(request)),
        reach: caller,
      }),
    );
    done();
  });
}
