import { parseArgs } from 'node:util';
import { fleetArguments, type FleetArguments } from '#demo/arguments.ts';

export interface StartArguments {
  /** A network file to import at each start. */
  readonly network: string | undefined;
  /** A folder of dashboards and home pages to provision at each start. */
  readonly documents: string | undefined;
  /** The demonstration network, undefined with `--no-demo`. */
  readonly demo: FleetArguments | undefined;
  /** Hot reload of the console. */
  readonly dev: boolean;
}

const KNOWN =
  '--network FILE, --documents FOLDER, --no-demo, --dev, --customers N, --sites N, --flows-per-second N, --seed N';

/** The line that is printed for wrong arguments. */
export const argumentError = (error: Error): string =>
  `${error.message.split('. ')[0] ?? ''} (known: ${KNOWN})`;

/** Throws a TypeError with one line that names the wrong argument. */
export function startArguments(given: readonly string[]): StartArguments {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...given],
    strict: true,
    options: {
      network: { type: 'string' },
      documents: { type: 'string' },
      'no-demo': { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      customers: number,
      sites: number,
      seed: number,
      'flows-per-second': number,
    },
  });
  const { network, documents, dev, 'no-demo': without, ...size } = values;
  const sizes = Object.entries(size).flatMap(([name, value]) => [`--${name}`, value]);
  return { network, documents, dev, demo: without ? undefined : fleetArguments(sizes) };
}
