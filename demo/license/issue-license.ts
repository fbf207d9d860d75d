/**
 * `npm run issue-license -- --organization NAME --expires DATE [OPTIONS]`: prints a license with its certificate, as the settings take
 * them. Without `--key` and `--certificate` it is one of the demonstration, which only an installation with its `LICENSE_CA` accepts.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { demonstrationAuthority, demonstrationSigner } from './demonstration-license.ts';
import { signLicense } from './sign-license.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { dayOf } from '#schemas/billing/day.ts';
import { billingServices } from '#schemas/billing/service.ts';

const USAGE = `npm run issue-license -- --organization NAME --expires YYYY-MM-DD
  [--from YYYY-MM-DD] [--email ADDRESS]... [--units SERVICE=COUNT]... [--id ID]
  [--key FILE --certificate FILE]   PEM of the key and certificate that sign it
  services: ${billingServices.join(', ')}`;

const text = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;

/** `device=100` as a pair. */
const unitsOf = (pair: string): readonly [string, number] => {
  const [service = '', count = ''] = pair.split('=', 2);
  return [service, count === '' ? Number.NaN : Number(count)];
};

function given() {
  const options = { organization: text, expires: text, from: text, id: text, key: text, certificate: text };
  const { values } = parseArgs({ options: { ...options, email: several, units: several } });
  const { organization, expires, key, certificate } = values;
  if (organization === undefined || expires === undefined)
    throw new Error('--organization and --expires are needed');
  if ((key === undefined) !== (certificate === undefined))
    throw new Error('--key and --certificate go together');
  return { ...values, organization, expires };
}

function run(): string {
  const { organization, expires, from, id, key, certificate, email = [], units } = given();
  const now = systemClock.now();
  const own = key !== undefined && certificate !== undefined;
  const signer = own
    ? { privateKey: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
    : demonstrationSigner();
  const license = signLicense(
    {
      id: id ?? systemIds.uuid(),
      organization,
      issuedAt: now.toISOString(),
      expires,
      emails: email,
      notBefore: from ?? dayOf(now.getTime()),
      units: units === undefined ? null : Object.fromEntries(units.map(unitsOf)),
    },
    signer,
  );
  if (!own)
    process.stderr.write(
      `signed for the demonstration: accepted with LICENSE_CA=${demonstrationAuthority}\n`,
    );
  return `${license}\n\n${signer.certificate.trim()}\n`;
}

/** One line per field that is not valid. */
const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
    : (error as Error).message;

try {
  process.stdout.write(run());
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n${USAGE}\n`);
  process.exitCode = 2;
}
