/** A template literal with the text of a statement. */
const literal = (statement: string): string => `  \`${statement.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`,\n`;

interface StatementFile {
  readonly about: string;
  /** Of the exported list. */
  readonly name: string;
  readonly statements: readonly string[];
}

/** Text of a source file that exports a list of statements. */
export const statementFile = ({ about, name, statements }: StatementFile): string =>
  `/** ${about} */\nexport const ${name}: readonly string[] = [\n${statements.map(literal).join('')}];\n`;
