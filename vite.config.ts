import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { defineConfig, type Plugin } from 'vite';
import { countryNames, type CountryFeature } from './console/web/base-map/country-names.ts';
import { baseMap } from './console/web/base-map/cut-world.ts';

/** Of the file: the parts that are read here. */
type Atlas = Parameters<typeof mesh>[0] & {
  readonly objects: Record<'countries' | 'land', NonNullable<Parameters<typeof mesh>[1]>>;
};

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const baseMapPath = 'base-map/world.json';

/** Natural Earth's countries as land and borders, cut at the date line; made here, so that the console fetches no map. */
function world(): string {
  const file = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'));
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const { features } = feature(
    topology,
    topology.objects.land as Parameters<typeof feature>[1],
  ) as unknown as FeatureCollection;
  const land = features.flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates);
  const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b);
  const { features: countries } = feature(
    topology,
    topology.objects.countries as Parameters<typeof feature>[1],
  ) as unknown as { features: CountryFeature[] };
  const names = countryNames(countries);
  return JSON.stringify(baseMap({ type: 'MultiPolygon', coordinates: land }, borders.coordinates, names));
}

export const baseMapPlugin = (): Plugin => ({
  name: 'telltale:base-map',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: baseMapPath, source: world() });
  },
  configureServer(server) {
    server.middlewares.use(`/${baseMapPath}`, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(world());
    });
  },
});

/**
 * Every zod schema can describe itself as JSON Schema. The server does that, for the reference; the console never does, nor carries how:
 * 2.4 kB of the shell's 180, which tree shaking cannot find, since each schema holds on to its processor.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'telltale:without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/json-schema-processors\.js$/ },
    handler(code) {
      // Above the first processor stands what reads the limits of a schema.
      const first = code.indexOf('export const stringProcessor');
      if (first === -1)
        throw new Error('zod describes its schemas in another way: the console would carry it');
      const names = [...code.slice(first).matchAll(/^export (?:const|function) (\w+)/gm)];
      return `${code.slice(0, first)}
const none = () => { throw new Error('no JSON Schema in the console'); };
export { ${names.map(([, name = '']) => `none as ${name}`).join(', ')} };`;
    },
  },
});

/**
 * Faults of inputs are codes with texts of our own in each language (`parseInput`); zod's English sentences, 1.6 kB of the shell,
 * are never shown.
 */
const withoutZodTexts = (): Plugin => ({
  name: 'telltale:without-zod-texts',
  apply: 'build',
  load: {
    filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
    handler: () => "export default () => ({ localeError: () => 'INPUT_INVALID' });",
  },
});

/** The development server serves the console at the root of its host. */
const basePlugin = (): Plugin => ({
  name: 'telltale:base',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
});

export default defineConfig({
  root: at('console/web'),
  // Relative: the server names the base path in the page.
  base: './',
  publicDir: at('console/web/public'),
  plugins: [react(), baseMapPlugin(), basePlugin(), withoutJsonSchema(), withoutZodTexts()],
  worker: { format: 'es' },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2024',
    // Nothing may be inlined as data: the content policy names our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_200,
    reportCompressedSize: true,
    // What every page needs comes as one file: cut along what lazy pages share of it, it compresses worse. What two of them need is
    // one more: cut along who shares what it were ninety files of a page, and asking for them took longer than reading them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 1 },
            { name: 'pages', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [at('.')] } },
});
