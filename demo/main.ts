/** The demonstration network; with `history` or `story` as first argument, its past or its people instead. */
import { fleetArguments, type FleetArguments } from './arguments.ts';

const [first = '', ...others] = process.argv.slice(2);
const processes: Readonly<Record<string, () => Promise<(options: FleetArguments) => Promise<void>>>> = {
  history: async () => (await import('./history/history-process.ts')).historyProcess,
  story: async () => (await import('./story/story-process.ts')).storyProcess,
};
const named = processes[first];

function options(): FleetArguments {
  try {
    return fleetArguments(named === undefined ? process.argv.slice(2) : others);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

const given = options();
const run = named ?? (async () => (await import('./fleet-process.ts')).fleetProcess);
await (
  await run()
)(given);
