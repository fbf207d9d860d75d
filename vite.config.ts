import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite';
import { countryNames, type CountryFeature } from './console/web/base-map/country-names.ts';
import { baseMap } from './console/web/base-map/cut-world.ts';
import { readTextCatalogue } from './console/web/text-catalogue/text-catalogue.ts';

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

/** The base map comes from this package without an import. */
const packagesOfConsole = new Set(['world-atlas']);

/** Writes which packages the console is made of: they are shipped although none of them is installed with the product (`npm run sbom`). */
const listedPackages = (): Plugin => ({
  name: 'telltale:listed-packages',
  apply: 'build',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
      if (name !== undefined) packagesOfConsole.add(name);
    }
    mkdirSync(at('dist'), { recursive: true });
    writeFileSync(at('dist/packages.json'), JSON.stringify([...packagesOfConsole].toSorted()));
  },
});

/** Code between two places, which must be there. */
function withoutPart(code: string, from: string, to: string, instead = ''): string {
  const [start, end] = [code.indexOf(from), code.indexOf(to)];
  if (start === -1 || end < start) throw new Error(`the library has no ${from} before ${to} any more`);
  return code.slice(0, start) + instead + code.slice(end);
}

/** Methods of i18next that the console never calls: what stands from a line to another, and what stays in its place. */
const unusedOfTexts: readonly (readonly [from: string, to: string, instead?: string])[] = [
  // Our texts come with their features and name no other text.
  ['  nest(str, fc, options', '}\n\nconst parseFormatStr'],
  ['class Connector extends', 'const get = () => ({', 'class Connector extends EventEmitter {}\n'],
  ['  reloadResources(lngs, ns', '  setResolvedLanguage(l)', '  reloadResources() {}\n'],
  [
    '  hasLoadedNamespace(ns, options',
    '  static createInstance(',
    '  hasLoadedNamespace() { return true; }\n',
  ],
  ['  cloneInstance(options', '  toJSON() {\n    return {\n      options'],
  // Keys are words, and a missing one does not compile.
  ['function createProxy()', 'const shouldHandleAsObject', 'const keysFromSelector = String;\n'],
  ['        let lngs = [];', '      }\n      res = this.extendTranslation(res, keys'],
];

/** Parts of i18next that load texts, clone it, or report what is missing: 3 kB of every page. */
const withoutLoadingOfTexts = (): Plugin => ({
  name: 'telltale:without-loading-of-texts',
  apply: 'build',
  transform: {
    filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
    handler: (code) =>
      unusedOfTexts.reduce(
        (remaining, [from, to, instead]) => withoutPart(remaining, from, to, instead),
        code,
      ),
  },
});

/**
 * Mantine writes its colours, sizes and classes of breakpoints into the page when it starts. Ours are in `styles/mantine.css`, and no
 * component requests the classes: 1.8 kB of every page.
 */
const withoutWrittenStyles = (): Plugin => ({
  name: 'telltale:without-written-styles',
  apply: 'build',
  load: {
    filter: {
      id: /\/@mantine\/core\/esm\/core\/MantineProvider\/Mantine\w+\/Mantine(CssVariables|Classes)\.mjs$/,
    },
    handler: (id) => `export const ${basename(id, '.mjs')} = () => null;`,
  },
});

/** Writes the texts that an installation can replace, next to the console: the server checks its files by them. */
const textCatalogue = (): Plugin => ({
  name: 'telltale:text-catalogue',
  async buildStart() {
    const texts = await readTextCatalogue(at('console/web'));
    mkdirSync(at('dist'), { recursive: true });
    writeFileSync(at('dist/texts.json'), JSON.stringify(texts));
  },
});

/**
 * Every zod schema can describe itself as JSON Schema. The server does that, for the reference; the console never does, nor carries how:
 * 4.5 kB of every page, which tree shaking cannot find, since each schema holds on to it.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'telltale:without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler(code, id) {
      // Above the first processor stands what reads the limits of a schema.
      const first = id.endsWith('to-json-schema.js') ? 0 : code.indexOf('export const stringProcessor');
      if (first === -1)
        throw new Error('zod describes its schemas in another way: the console would carry it');
      const remaining = code.slice(first);
      const names = [
        ...[...remaining.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name),
        ...[...remaining.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name = '']) => name),
      ];
      return `${code.slice(0, first)}
const none = () => () => { throw new Error('no JSON Schema in the console'); };
export { ${[...new Set(names)].map((name) => `none as ${name}`).join(', ')} };`;
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

/** Icons are pictures next to words: without a label a screen reader is not to announce a graphic. Tabler hides none. */
const quietIcons = (): Plugin => ({
  name: 'telltale:quiet-icons',
  apply: 'build',
  transform: {
    filter: { id: /@tabler\/icons-react\/dist\/esm\/createReactComponent\.mjs$/ },
    handler(code) {
      if (!code.includes('...defaultAttributes[type],')) throw new Error('Tabler draws icons in another way');
      return code.replace(
        '...defaultAttributes[type],',
        `...defaultAttributes[type],
        "aria-hidden": title || rest["aria-label"] ? undefined : true,`,
      );
    },
  },
});

/** The file of the build with a name. */
function fileCalled(name: string, bundle: NonNullable<IndexHtmlTransformContext['bundle']>): string {
  const found = Object.values(bundle).find((file) =>
    file.type === 'chunk' ? file.name === name : file.names.includes(name),
  );
  if (found === undefined) throw new Error(`the build has no file ${name}`);
  return found.fileName;
}

const compress = promisify(brotliCompress);
/** The best takes three times as long for 1.6 %: worth it for what every page loads, not for the map. */
const qualityFor = ({ length }: Buffer): number => (length < 500_000 ? 11 : 10);

/** Each text file once more as Brotli: the server sends it as it is, a sixth smaller than what it could compress on request. */
const compressed = (): Plugin => ({
  name: 'telltale:compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|json|svg|txt)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const params = { [constants.BROTLI_PARAM_QUALITY]: qualityFor(content) };
          const source = await compress(content, { params });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
        }),
      );
    },
  },
});

/** A part of the page's head that must be external, as the content policy allows no inline script, and is not to be requested each time. */
const hashedStart = (): Plugin => ({
  name: 'telltale:hashed-start',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: 'start.js', source: readFileSync(at('console/web/start.js')) });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle = {} }) => page.replace('./start.js', `./${fileCalled('start.js', bundle)}`),
  },
});

/**
 * Runs the module that requests the page of the address as soon as it is there: as a part of the console it would wait for all of it.
 */
const earlyModule = (): Plugin => ({
  name: 'telltale:early-module',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle = {} }) =>
      page.replace(
        '<script type="module"',
        `<script type="module" async crossorigin src="./${fileCalled('early', bundle)}"></script>\n    $&`,
      ),
  },
});

/**
 * Preloads modules as scripts: only then does Chromium use its code cache for them in a new process, which each page opened in a new tab
 * gets (`BackgroundResourceFetch`, docs/adr/0063). The response is the same, and every browser takes it for the module.
 */
const preloadedAsScripts = (): Plugin => ({
  name: 'telltale:preloaded-as-scripts',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler(code) {
      if (!code.includes('modulepreload')) throw new Error('Vite preloads modules in another way');
      return code.replaceAll('modulepreload', 'preload');
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (page) =>
      page
        .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
        .replace(
          /<script type="module" crossorigin src="([^"]+)">/,
          '<link rel="preload" as="script" crossorigin href="$1">\n    $&',
        ),
  },
});

/** The development server serves the console at the root of its host. */
const basePlugin = (): Plugin => ({
  name: 'telltale:base',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
});

const modules = (...names: readonly string[]): RegExp =>
  new RegExp(`/console/web/(${names.join('|')})\\.tsx$`);

/** The shell with what it shows at once, and what nearly every list has. */
const inEveryPage = modules(
  'routes/Console',
  'ui/(feedback/Banner|field/SearchField|layout/PageHeader|layout/Toolbar|panel/Panel|severity/SeverityBadge)',
  'ui/table/(DataTable|columns)',
);
/** The map: half of the code that pages share, which each of them would compile before it is drawn. */
const isMap = (id: string): boolean => /\/(node_modules\/maplibre-gl|console\/web\/ui\/site-map)\//.test(id);
/**
 * What pages share, but for the map and what flows on it, parts of dashboards, inventory and other pages, and for the libraries of graphs and grids:
 * few pages need them. The list of alarms requests the saved filters while it is already shown.
 */
const isCommon = (id: string): boolean =>
  !isMap(id) &&
  !/\/(node_modules\/(@pixi|pixi\.js|uplot|uqr|react-grid-layout|react-draggable|react-resizable|fast-equals)|features\/(alerting\/saved-filters|application|cockpit|dashboard|inventory|qos))\/|\/saved-filter-(list|routes)\.ts$/.test(
    id,
  );
/** What requests the page of an address, and the helper that loads modules. */
const early =
  /\/console\/web\/(early|routes\/early-page|kernel\/api\/(display-token|early-response)|kernel\/session\/signed-in-mark|lib\/(stored|base-path))\.ts$|vite\/preload-helper/;
/** What the shell shows above every page: without a group they would load what pages share, before the page is drawn. */
const licenseBanner = modules('kernel/license/LicenseWarnings');
const sessionBanners = modules('kernel/session/SessionBanners');
const alertPages = modules('features/alerting/(AlertPage|customers/CustomerAlertPage)');

export default defineConfig({
  root: at('console/web'),
  // Relative: the server names the base path in the page.
  base: './',
  publicDir: at('console/web/public'),
  plugins: [
    react(),
    baseMapPlugin(),
    textCatalogue(),
    basePlugin(),
    withoutJsonSchema(),
    withoutZodTexts(),
    quietIcons(),
    withoutLoadingOfTexts(),
    withoutWrittenStyles(),
    hashedStart(),
    preloadedAsScripts(),
    earlyModule(),
    compressed(),
    listedPackages(),
  ],
  worker: { format: 'es', plugins: () => [listedPackages()] },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2024',
    // Nothing may be inlined as data: the content policy names our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_200,
    reportCompressedSize: true,
    // Few files: split by which pages share what, there were ninety per page, and requesting them took longer than reading them; and each
    // with little that its pages do not need (docs/adr/0035). A group takes what its modules import, unless a group above it has it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: early, priority: 6 },
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'mantine', test: modules('ui/layout/MantineTheme'), priority: 4.5 },
            { name: 'console', test: inEveryPage, priority: 4 },
            { name: 'kpi', test: modules('kernel/kpi/kpi-directory'), priority: 3 },
            { name: 'license-banner', test: licenseBanner, priority: 2.5 },
            { name: 'banners', test: sessionBanners, priority: 2.4 },
            { name: 'alerting', test: alertPages, priority: 2 },
            // A page of alarms loads it at once where none runs, and nothing else of other pages.
            { name: 'monitoring', test: /\/console\/web\/kernel\/monitoring\//, priority: 1.5 },
            { name: 'pages', minShareCount: 2, test: isCommon, priority: 1 },
            { name: 'map', minShareCount: 2, test: isMap },
            { name: 'dashboards', minShareCount: 2, test: /\/features\/dashboard\// },
            { name: 'inventory', minShareCount: 2, test: /\/features\/inventory\// },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [at('.')] } },
});
