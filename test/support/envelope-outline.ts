/** The closed `data` of `outline` and `describe`, as data that arktype reads. */
const some = 'string > 0';
const line = 'number.integer >= 1';
const position = { line, column: line };
const words = { 'accessibility?': some, 'modifiers?': some };
const declared = { ...words, kind: some, name: some, 'signature?': some };
const header = { ...words, 'kind?': some, signature: some };

export const outlineData = {
  of: some,
  'kind?': some,
  'notes?': [some, '[]'],
  total: 'number.integer >= 0',
  'others?': 'number.integer > 0',
  'filter?': some,
  'generated?': 'number.integer > 0',
  // One of the three.
  'files?': [
    {
      path: some,
      'excluded?': 'true',
      groups: [{ in: 'string', declarations: [{ ...declared, ...position, 'condition?': some, 'lastLine?': line }, '[]'] }, '[]'],
    },
    '[]',
  ],
  'types?': [{ path: some, types: [{ kind: some, symbol: some, line, members: 'number.integer >= 0' }, '[]'] }, '[]'],
  'counts?': [{ kind: some, count: 'number.integer > 0' }, '[]'],
  'cursor?': some,
};

export const describeData = {
  symbol: some,
  ...header,
  'notes?': [some, '[]'],
  'constraints?': [some, '[]'],
  'containing?': some,
  'namespace?': some,
  'attributes?': [some, '[]'],
  'bases?': [some, '[]'],
  'documentation?': some,
  'assembly?': some,
  'declarationCount?': 'number.integer > 0',
  declarations: [{ path: some, ...position, 'firstLine?': line, 'lastLine?': line }, '[]'],
  'overloadCount?': 'number.integer > 0',
  'overloads?': [{ ...header, 'path?': some, 'line?': line, 'column?': line }, '[]'],
};
