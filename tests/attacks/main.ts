/**
 * `npm run attacks -- --data DIRECTORY [--url URL] [--admin NAME] [--topic TOPIC]…`: attacks a running product of this machine
 * and prints one line per attack: held, NOT HELD with what got through, or not run with the reason. Exits with 1 when one got
 * through. The administrator's password is in TELLTALE_ADMIN_PASSWORD.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { boundaryAttacks } from './boundaries.ts';
import { importAttacks } from './imports.ts';
import { lockoutAttacks } from './lockout.ts';
import { outboundAttacks } from './outbound.ts';
import { samlAttacks } from './saml.ts';
import { sdwanAttacks } from './sdwan.ts';
import { stallAttacks } from './stalls.ts';
import { storeAttacks } from './stores.ts';

const topics: Readonly<Record<string, readonly Attack[]>> = {
  stores: storeAttacks,
  lockout: lockoutAttacks,
  saml: samlAttacks,
  boundaries: boundaryAttacks,
  outbound: outboundAttacks,
  stalls: stallAttacks,
  sdwan: sdwanAttacks,
  imports: importAttacks,
};

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    data: { type: 'string', default: 'var' },
    admin: { type: 'string', default: 'admin' },
    topic: { type: 'string', multiple: true, default: Object.keys(topics) },
  },
});

const target: Target = {
  url: values.url,
  data: resolve(values.data),
  admin: { username: values.admin, password: process.env['TELLTALE_ADMIN_PASSWORD'] ?? '' },
};

type Outcome = { readonly is: 'held' } | { readonly is: 'NOT HELD' | 'not run'; readonly why: string };

async function outcomeOf({ run }: Attack): Promise<Outcome> {
  try {
    const why = await run(target);
    return why === undefined ? { is: 'held' } : { is: 'NOT HELD', why };
  } catch (error) {
    if (error instanceof AttackImpossible) return { is: 'not run', why: error.message };
    // An attack that breaks proves nothing.
    return { is: 'NOT HELD', why: `the attack itself failed: ${String(error)}` };
  }
}

const lineOf = (topic: string, { name }: Attack, outcome: Outcome): string =>
  `${outcome.is.padEnd(8)}  ${topic}: ${name}${outcome.is === 'held' ? '' : ` (${outcome.why})`}\n`;

const counts = { held: 0, 'NOT HELD': 0, 'not run': 0 };
for (const topic of values.topic)
  for (const attack of topics[topic] ?? []) {
    const outcome = await outcomeOf(attack);
    counts[outcome.is] += 1;
    process.stdout.write(lineOf(topic, attack, outcome));
  }
process.stdout.write(
  `${String(counts.held)} held, ${String(counts['NOT HELD'])} not held, ${String(counts['not run'])} not run\n`,
);
if (counts['NOT HELD'] > 0 || counts.held === 0) process.exitCode = 1;
