import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { importNetwork } from './import/import-network.ts';
import type { ImportHow, RecordImport } from './import/import-network.ts';
import { readNetworkSource } from './import/import-source.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { NetworkFileFault } from '#schemas/inventory/network-file-fault.ts';
import { importInventory } from '#schemas/inventory/routes.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { auditElements } from '../../shared/element/audit-elements.ts';

export interface InventoryNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: SecretBox;
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

/** Tells the audit of every element. */
const recordBy =
  (audit: Audit): RecordImport =>
  (tx, { counts, elements }) =>
    auditElements(tx, audit, {
      action: 'inventory.import',
      subject: 'inventory',
      note: { counts },
      elements,
    });

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
    serve(scope, importInventory, async ({ body, query: { dryRun }, caller, audit }) => {
      const answer = await importText(needs, body, { dryRun, record: recordBy(audit), reach: caller });
      if (dryRun) await audit(needs.db, { action: 'inventory.look', subject: 'inventory' });
      return answer;
    });
    done();
  });
}
