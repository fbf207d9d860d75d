import { menuEntries } from '#schemas/menu/table.ts';
import { builtModules } from '#schemas/menu/modules.ts';
import { permissionAreas } from '#schemas/permission/catalogue.ts';

/** The names of a feature in every tier. */
export interface Feature {
  /** The word of the specification, kebab-case: `qos`. */
  readonly name: string;
  /** `qosClass`. */
  readonly camel: string;
  /** `QosClass`. */
  readonly pascal: string;
  /** `QosClasses`. */
  readonly plural: string;
  /** `qosClasses`. */
  readonly list: string;
  /** `qos_class`: its table. */
  readonly table: string;
  /** Area of the permission catalogue, `NETWORK.QOS`. */
  readonly area: string;
  /** Address of its page, `/mt/qos`. */
  readonly route: string;
  /** Whether the menu table has an entry for it already. */
  readonly hasEntry: boolean;
}

const pluralOf = (word: string): string =>
  /(?:s|x|ch)$/.test(word) ? `${word}es` : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;

const fail = (message: string): never => {
  throw new Error(message);
};

/** Permission area and address: those of the menu entry of the module, else those given. */
function placeOf(name: string, given: string | undefined): Pick<Feature, 'area' | 'route' | 'hasEntry'> {
  const entry = menuEntries.find(({ module, scope }) => module === name && scope === 'admin');
  const needs = typeof entry?.needs === 'string' ? entry.needs.replace(/\.read$/, '') : undefined;
  const area =
    given ?? needs ?? fail(`${name} has no menu entry: give its permission area, --permission NETWORK.QOS`);
  if (!(area in permissionAreas)) fail(`${area} is no area of schemas/permission/catalogue.ts`);
  return { area, route: entry?.route ?? `/mt/${name}`, hasEntry: entry !== undefined };
}

/** Throws with what is wrong for a name that cannot be generated. */
export function featureOf(name: string, permission?: string): Feature {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    fail('give the feature its word of the specification, kebab-case: npm run new-feature -- qos');
  if ((builtModules as readonly string[]).includes(name)) fail(`the module ${name} exists already`);
  const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const pascal = `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
  return {
    name,
    camel,
    pascal,
    plural: pluralOf(pascal),
    list: pluralOf(camel),
    table: name.replaceAll('-', '_'),
    ...placeOf(name, permission),
  };
}
