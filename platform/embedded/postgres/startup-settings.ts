const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Parses `-c name=value` words of the startup parameter `options`; a backslash escapes a blank (PostgreSQL, "libpq options"). */
function optionsOf(options: string): readonly (readonly [string, string])[] {
  const words = options.match(/(?:\\.|[^\s\\])+/g)?.map((word) => word.replaceAll(/\\(.)/g, '$1')) ?? [];
  const joined = words.join(' ').matchAll(/(?:-c\s*|--)([A-Za-z_][\w.]*)=(\S+)/g);
  return [...joined].map(([, name = '', value = '']) => [name.replaceAll('-', '_'), value]);
}

/** Returns the SQL for the session settings that a client requests when it connects; empty for none. */
export function settingsOf(startup: ReadonlyMap<string, string>): string {
  return optionsOf(startup.get('options') ?? '')
    .map(([name, value]) =>
      // A list: each schema is a separate name, not one name with commas.
      name === 'search_path'
        ? `SET search_path = ${value.split(',').map(quoted).join(', ')};`
        : `SET ${name} = ${quoted(value)};`,
    )
    .join('');
}
