import { serverMemory } from '#platform/lifecycle/server-memory.ts';
import type { Tier } from '#schemas/tier/tier.ts';

interface TierProgram {
  /** Path of its script from the root of the repository. */
  readonly script: string;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Variables that Node or the C library read, not the product. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What is run for a tier, by `npm start` and by every deployment that is generated. */
export const tierPrograms: Readonly<Record<Tier, TierProgram>> = {
  writer: { script: 'ingest/writer/main.ts' },
  engine: { script: 'engine/main.ts' },
  notification: { script: 'engine/notification/main.ts' },
  server: { script: 'console/server/main.ts', ...serverMemory },
  collector: { script: 'ingest/flow/main.ts' },
  poller: { script: 'ingest/snmp/main.ts' },
  discovery: { script: 'ingest/discovery/main.ts' },
  sdwan: { script: 'ingest/sdwan/main.ts' },
  jobs: { script: 'engine/jobs/main.ts' },
};
