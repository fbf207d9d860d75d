import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { importNetwork, type ImportOptions } from './import/import-network.ts';
import { addressWarnings } from './import/refused-addresses.ts';
import type { NetworkFiles } from './import/network-files.ts';
import { recordBy } from './import/record-by.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { faultMessage, type NetworkFileFault } from '#schemas/inventory/network-file-fault.ts';
import { importInventory } from '#schemas/inventory/routes.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve } from '../../kernel/route/serve.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';

export interface InventoryNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: SecretBox;
  readonly files: Pick<NetworkFiles, 'read'>;
  /** Loopback and link-local networks in which devices are polled. */
  readonly allowedNetworks: readonly string[];
}

const MAX_WARNINGS = 1_000;

/** Media types of network files. `text/yaml` and `application/x-yaml` are older names (RFC 9512 §2.1). */
const MEDIA_TYPES = ['application/json', 'application/yaml', 'application/x-yaml', 'text/yaml', 'text/plain'];

/** The first fault is part of the title, so in the language of the request. */
function invalidFile(faults: readonly NetworkFileFault[], language: TextLanguage): ProblemError {
  const [first] = faults;
  const fault = first === undefined ? '' : faultMessage(first, language);
  return new ProblemError('NETWORK_FILE_INVALID', {
    params: { line: first?.line ?? 1, path: first?.path ?? '', fault },
    errors: faults.map(({ path, line, column, code, params }) => ({
      path,
      code,
      params: { ...params, line, column },
    })),
  });
}

/** Whose file is read, and in which language its faults are. */
interface TextOptions extends Required<Omit<ImportOptions, 'sameAddress'>> {
  readonly user: number;
  readonly language: TextLanguage;
  readonly signal: AbortSignal;
}

/** Applies the text of a network file, or returns what it would change. Throws NETWORK_FILE_INVALID with its faults. */
async function importText(
  needs: InventoryNeeds,
  text: string,
  { language, user, signal, ...options }: TextOptions,
) {
  const { files } = needs;
  const source = await files.read(user, { text }, signal);
  if (!source.ok) throw invalidFile(source.faults, language);
  const outcome = await importNetwork(needs, source.value, options);
  if (!outcome.ok) {
    const located = await files.read(user, { text, faults: outcome.faults }, signal);
    throw invalidFile(located.ok ? [] : located.faults, language);
  }
  // Users who see every customer, or those of its profile, now see a new customer too.
  if (!options.dryRun) publishAccessChange(needs.bus);
  const warnings = addressWarnings(source.refused, needs.allowedNetworks).slice(0, MAX_WARNINGS);
  return { applied: !options.dryRun, difference: outcome.difference, warnings };
}

/** The import of network files. */
export function inventoryPlugin(app: FastifyInstance, needs: InventoryNeeds): void {
  void app.register((scope, _options, done) => {
    // JSON stays text in this scope: once parsed, it would have no lines to report faults at.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(MEDIA_TYPES, { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    serve(scope, importInventory, async ({ body, query: { dryRun }, caller, audit, request, reply }) => {
      const language = requestLanguage(request);
      const response = await importText(needs, body, {
        dryRun,
        record: recordBy(audit),
        reach: caller,
        language,
        user: caller.id,
        signal: untilClosed(reply),
      });
      if (dryRun) await audit(needs.db, { action: 'inventory.preview', subject: 'inventory' });
      return response;
    });
    done();
  });
}
