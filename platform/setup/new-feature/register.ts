import type { Feature } from './feature.ts';

/** An edit of a file that lists features: `insert` goes in front of the first `before` found after `after`. */
export interface Registration {
  readonly file: string;
  readonly after?: string;
  readonly before: string;
  readonly insert: string;
}

const lastImport = (file: string, line: string): Registration => ({
  file,
  before: '\nimport ',
  insert: `\n${line}`,
});

const menuRegistrations = ({ name, area, route, plural, hasEntry }: Feature): readonly Registration[] => {
  const modules = 'schemas/menu/modules.ts';
  const built: Registration = {
    file: modules,
    after: 'export const builtModules',
    before: "  'test',\n",
    insert: `  '${name}',\n`,
  };
  if (hasEntry) return [built];
  return [
    { file: modules, after: 'export const moduleNames', before: "  'test',\n", insert: `  '${name}',\n` },
    built,
    {
      file: 'schemas/menu/administration-area-entries.ts',
      before: "  {\n    id: 'test',\n",
      insert: `  {
    id: '${name}',
    route: '${route}',
    scope: 'admin',
    needs: '${area}.read',
    module: '${name}',
    en: '${plural}',
    fr: '${plural}',
  },
`,
    },
  ];
};

const tableRegistrations = ({ name, camel }: Feature): readonly Registration[] => {
  const file = 'schemas/table/postgres.ts';
  return [
    lastImport(file, `import { ${camel}Table } from './${name}.ts';`),
    {
      file,
      after: 'export const postgresTables',
      before: '] as const satisfies',
      insert: `  ${camel}Table,\n`,
    },
  ];
};

/** Where a feature is registered: its table, its plugin, its page, its module and its menu entry. */
export function registrationsOf(feature: Feature): readonly Registration[] {
  const { name, camel, pascal, list } = feature;
  const server = 'console/server/composition/add-features.ts';
  const pages = 'console/web/routes/router.ts';
  return [
    ...tableRegistrations(feature),
    ...menuRegistrations(feature),
    lastImport(server, `import { ${camel}Plugin } from '../features/${name}/${name}-plugin.ts';`),
    lastImport(server, `import { ${pascal}Repository } from '../features/${name}/${name}-repository.ts';`),
    {
      file: server,
      after: 'function addNetworkFeatures',
      before: '}\n\n/** Targets',
      insert: `  ${camel}Plugin(app, { ${list}: new ${pascal}Repository({ db, clock }) });\n`,
    },
    lastImport(pages, `import { ${camel}Routes } from './pages/${name}.ts';`),
    {
      file: pages,
      after: 'shell.addChildren([',
      before: '    ...galleryRoutes',
      insert: `    ...${camel}Routes,\n`,
    },
  ];
}

/** The text of a file with a registration. Throws when the file no longer has the place to insert it. */
export function registered(text: string, { file, after, before, insert }: Registration): string {
  const from = after === undefined ? 0 : text.indexOf(after);
  const at = from === -1 ? -1 : text.indexOf(before, from);
  if (at === -1) throw new Error(`${file} has no place for ${insert.trim()}: it looks for ${before.trim()}`);
  return text.slice(0, at) + insert + text.slice(at);
}
