/**
 * `npm run sbom`: writes the bill of materials of what is shipped (CycloneDX, by `npm sbom` from the lockfile) and the notices of its licenses to
 * deploy/components. The build of the console says what that is made of (dist/packages.json).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { componentsOf, lockedPackages, noticesOf, shippedBill } from './shipped-components.ts';

const FOLDER = 'deploy/components';

const written = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
});
const packages = z.array(z.string()).parse(JSON.parse(readFileSync('dist/packages.json', 'utf8')));
const bill = shippedBill(JSON.parse(written), packages);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}/sbom.cdx.json`, `${JSON.stringify(bill, undefined, 1)}\n`);
const locked = lockedPackages(readFileSync('package-lock.json', 'utf8'));
writeFileSync(`${FOLDER}/NOTICES.txt`, noticesOf(componentsOf(bill), locked));
