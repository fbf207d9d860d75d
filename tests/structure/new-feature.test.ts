import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => {
  copy.remove();
});

// `npm run nightly -- new-feature` runs this, the full check and the generated tests.
describe('npm run new-feature', () => {
  it('says what is wrong with a name', () => {
    for (const [args, message] of [
      [['Example'], /kebab-case/],
      [['role'], /exists already/],
      [['example'], /give its permission area/],
      [['example', '--permission', 'EXAMPLE'], /no area/],
    ] as const) {
      const { status, stderr } = copy.generate(...args);
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    }
  });

  it('leaves a set of migrations that has been released as it is, and adds its own', () => {
    const read = (file: string) => copy.run('cat', [`schemas/migrations/${file}`]).stdout;
    const foundation = () =>
      read('0001-clickhouse-foundation.generated.ts') + read('0002-postgres-foundation.generated.ts');
    expect(copy.run('npm', ['run', '--silent', 'release-migrations']).status).toBe(0);
    const before = { foundation: foundation(), released: read('released.generated.ts') };
    const topics = () =>
      [...read('migrations.ts').matchAll(/name: '\d{4}-([^']+)'/g)].map(([, topic]) => topic);
    const topicsBefore = topics();
    expect(topicsBefore.length).toBeGreaterThan(2);
    expect(before.released.match(/^ {2}'\d{4}-/gm)).toHaveLength(topicsBefore.length);

    expect(copy.generate('frozen', '--permission', 'NETWORK.QOS').status).toBe(0);
    const refused = copy.run('npm', ['run', '--silent', 'foundation']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('npm run migration -- TOPIC'),
    ]);
    expect({ foundation: foundation(), released: read('released.generated.ts') }).toEqual(before);
    expect(topics()).toEqual([...topicsBefore, 'frozen']);
    expect(read('frozen-tables.ts')).toMatch(/CREATE TABLE (?:IF NOT EXISTS )?"?frozen"? /);
    expect(copy.run('npm', ['run', '--silent', 'migration', '--', 'more']).stderr).toContain(
      'no table is missing',
    );

    copy.run('sed', [
      '-i',
      's/CREATE TABLE/CREATE  TABLE/',
      'schemas/migrations/0002-postgres-foundation.generated.ts',
    ]);
    const again = copy.run('npm', ['run', '--silent', 'release-migrations']);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('0002-postgres-foundation\n')]);
    expect(read('released.generated.ts')).toBe(before.released);
    copy.run('sed', [
      '-i',
      's/CREATE  TABLE/CREATE TABLE/',
      'schemas/migrations/0002-postgres-foundation.generated.ts',
    ]);
    expect(copy.run('npm', ['run', '--silent', 'release-migrations']).status).toBe(0);
    expect(read('released.generated.ts').startsWith(before.released.replace(/};\n$/, ''))).toBe(true);
  });

  it('generates a feature that compiles, is formatted and breaks no rule', () => {
    const { status, stdout, stderr } = copy.generate('example', '--permission', 'NETWORK.QOS');
    expect([status, stderr]).toEqual([0, '']);
    const paths = stdout.split('\n').filter((line) => /^[a-z].*\.tsx?$/.test(line));
    expect(paths.length).toBeGreaterThan(15);
    const lint = copy.run('oxlint', ['--deny-warnings', '--type-check', ...paths]);
    expect([lint.status, lint.status === 0 ? '' : lint.stdout]).toEqual([0, '']);
    expect(copy.run('oxfmt', ['--check', ...paths]).status).toBe(0);
  });

  it('does not overwrite a feature', () => {
    expect(copy.generate('example', '--permission', 'NETWORK.QOS').stderr).toMatch(/exists already/);
  });
});
