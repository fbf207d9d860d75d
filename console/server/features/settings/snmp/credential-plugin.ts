import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import {
  createSnmpCredential,
  deleteSnmpCredential,
  listSnmpCredentials,
  SnmpProbeResult,
  testSnmpCredential,
  updateSnmpCredential,
  SNMP_PROBE,
  type SnmpProbe,
} from '#schemas/settings/snmp/credential-routes.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { SnmpCredentialRepository } from './credential-repository.ts';

/** Longer than a probe with its retries. */
const PROBE_TIMEOUT_MS = 15_000;

export interface SnmpCredentialNeeds {
  readonly credentials: SnmpCredentialRepository;
  readonly bus: Bus;
  readonly secrets: SecretBox;
}

/** Probes run in the discovery process: the server itself reaches no device. */
async function probe(
  { bus, secrets }: SnmpCredentialNeeds,
  address: string,
  access: SnmpSettings,
): Promise<SnmpProbeResult> {
  const request: SnmpProbe = { address, access, withInterfaces: false };
  const sealed = secrets.seal(JSON.stringify(request), SNMP_PROBE);
  try {
    const reply = await bus.request(subjects.snmpProbe, sealed, PROBE_TIMEOUT_MS);
    return SnmpProbeResult.parse(JSON.parse(new TextDecoder().decode(reply)));
  } catch (cause) {
    throw new ProblemError('UNAVAILABLE', { params: { tier: 'discovery' }, cause });
  }
}

/** The SNMP credentials, in the SNMP tab of the platform settings. */
export function snmpCredentialPlugin(app: FastifyInstance, needs: SnmpCredentialNeeds): void {
  const { credentials, bus } = needs;
  serve(app, listSnmpCredentials, async () => ({ credentials: await credentials.list() }));
  serve(app, createSnmpCredential, ({ body, ...actor }) => credentials.create(body, actor));
  serve(app, updateSnmpCredential, async ({ params, body, ...actor }) => {
    const updated = await credentials.update(params.id, body, actor);
    if (updated.devices > 0) bus.publish(subjects.config('inventory'), '{}');
    return updated;
  });
  serve(app, deleteSnmpCredential, async ({ params, ...actor }) => {
    await credentials.delete(params.id, actor);
    return {};
  });
  serve(app, testSnmpCredential, async ({ body: { credential, id, address } }) =>
    probe(needs, address, await credentials.complete(credential, id)),
  );
}
