import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Property = z.object({ name: z.string(), value: z.string() });

/** A component of a bill of materials in CycloneDX, as npm writes it. */
const Component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  properties: z.array(Property),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
  licenses: z
    .array(
      z.union([
        z.object({ license: z.looseObject({ id: z.string() }) }).transform(({ license }) => license.id),
        z.object({ license: z.looseObject({ name: z.string() }) }).transform(({ license }) => license.name),
        z.object({ expression: z.string() }).transform(({ expression }) => expression),
      ]),
    )
    .default([]),
});
export type ShippedComponent = z.infer<typeof Component>;

const Dependency = z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) });
const Bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), properties: z.array(Property).default([]) }),
  ),
  dependencies: z.array(Dependency),
});

const isForDevelopment = ({
  properties,
}: {
  readonly properties: readonly z.infer<typeof Property>[];
}): boolean => properties.some(({ name }) => name === 'cdx:npm:package:development');

/** The components of a bill as they are compared. */
export const componentsOf = (bill: unknown): readonly ShippedComponent[] =>
  z.object({ components: z.array(Component) }).parse(bill).components;

/**
 * The bill of npm without what is not shipped: packages for development, unless the console is made of them. Number and time are left out:
 * equal packages make an equal file.
 */
export function shippedBill(written: unknown, console: readonly string[]): object {
  const { serialNumber: _number, metadata, components, dependencies, ...remaining } = Bill.parse(written);
  const { timestamp: _timestamp, ...about } = metadata;
  const shipped = components.filter((one) => !isForDevelopment(one) || console.includes(one.name));
  const refs = new Set([metadata.component['bom-ref'], ...shipped.map((one) => one['bom-ref'])]);
  return {
    ...remaining,
    metadata: { ...about, component: { ...metadata.component, name: 'telltale', type: 'application' } },
    components: shipped,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().default(false),
      integrity: z.string().optional(),
    }),
  ),
});

export interface LockedPackage {
  /** Folder, such as `node_modules/zod`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly isForDevelopment: boolean;
  /** SHA-512 in hexadecimal digits. */
  readonly sha512: string | undefined;
}

/** The packages of the lockfile. */
export const lockedPackages = (text: string): readonly LockedPackage[] =>
  Object.entries(Lock.parse(JSON.parse(text)).packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', dev, integrity }]) => ({
      path,
      name: path.replace(/^.*node_modules\//, ''),
      version,
      isForDevelopment: dev,
      sha512:
        integrity?.startsWith('sha512-') === true
          ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
          : undefined,
    }));

const isLicense = (file: string): boolean => /^(licen[cs]e|notice|copying|ofl)/i.test(file);

/** What a description says below a heading about the license. */
const licensePart = (description: string): string =>
  /^#+ *licen[cs]e\b[\s\S]*/im.exec(description)?.[0] ?? '';

/** The license texts of an installed package; none: it has no file of them, or is made for another system. */
function licenseTexts(path: string): readonly string[] {
  const read = (name: string): string =>
    readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim();
  let files: readonly string[];
  try {
    files = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
  const texts = files.filter(isLicense).map(read);
  if (texts.length > 0) return texts;
  return files.filter((name) => /^readme/i.test(name)).flatMap((name) => licensePart(read(name)) || []);
}

const RULE = '-'.repeat(80);

/** The notices of the shipped components: packages of one text have it once. */
export function noticesOf(components: readonly ShippedComponent[], locked: readonly LockedPackage[]): string {
  const texts = components.map((one) => {
    const path = locked.find(({ name, version }) => name === one.name && version === one.version)?.path;
    const found = path === undefined ? [] : licenseTexts(path);
    const license = one.licenses.join(', ');
    return {
      title: `${one.name} ${one.version} (${license})`,
      text:
        found.length > 0
          ? found.join('\n\n')
          : `The package has no file of its license, ${license}: https://spdx.org/licenses/`,
    };
  });
  const parts = [...Map.groupBy(texts, ({ text }) => text)].map(
    ([text, of]) => `${RULE}\n${of.map(({ title }) => title).join('\n')}\n\n${text}\n`,
  );
  return `Telltale contains these components of others, each under its own license.\n\n${parts.join('\n')}`;
}
