/** The parts of the README that are made from declarations. */
import { flags, settings } from '../../src/settings/table.ts';
import { tools } from '../../src/tools/index.ts';

/** The README with its generated parts as they should be. */
export const generatedReadme = (text: string): string =>
  withParts(text, { tools: toolsTable(), settings: settingsTable(), flags: flagsTable() });

/** A document with its generated parts as they should be. Throws where a part has no place in it. */
export function withParts(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((readme, [name, table]) => {
    const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(readme)) throw new Error(`the document has no place for the generated ${name}`);
    return readme.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
  }, text);
}

/** A row of a table. */
export const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function toolsTable(): string {
  return [
    row('tool', 'parameters', 'what it does'),
    row('---', '---', '---'),
    ...tools.map((tool) => {
      const params = Object.entries(tool.params).map(
        ([name, param]) => `\`${name}\`${param.optional === true ? '' : ' (required)'}`,
      );
      return row(`\`${tool.name}\``, params.join(', '), tool.description);
    }),
  ].join('\n');
}

function settingsTable(): string {
  return [
    row('key', 'value', 'argument', 'default', 'meaning'),
    row('---', '---', '---', '---', '---'),
    ...Object.entries(settings).map(([key, setting]) => {
      const value = (setting.list?.must ?? setting.must).replace(/^must (be |name )?/, '');
      const argument = setting.flag === undefined ? 'none' : `\`--${setting.flag.name}\``;
      const standard = setting.default === undefined ? 'not set' : `\`${JSON.stringify(setting.default)}\``;
      return row(`\`${key}\``, value, argument, standard, setting.about);
    }),
  ].join('\n');
}

function flagsTable(): string {
  return [
    row('argument', 'meaning'),
    row('---', '---'),
    ...flags.map(({ name, hint, about }) => row(`\`--${name}${hint === undefined ? '' : ` ${hint}`}\``, about)),
  ].join('\n');
}
