/** The closed shape of what `diagnostics` answers. */
const some = '1 <= string <= 20000';
const count = 'number.integer >= 0';
const position = 'number.integer >= 1';
const severity = "'error'|'warning'|'information'|'hint'";
const change = "'new'|'gone'";
const ids = [{ id: some, severity, 'change?': change, count: 'number.integer > 0' }, '[]'];

export const diagnosticsData = {
  scope: "'file'|'project'|'solution'|'changed'",
  'path?': some,
  'project?': some,
  severity,
  'analyzers?': 'true',
  'projects?': { known: count, all: count },
  'changed?': { files: count, projects: [some, '[]'] },
  'complete?': 'false',
  'causes?': [{ message: some, errors: 'number.integer > 0' }, '[]'],
  total: count,
  'generated?': 'number.integer > 0',
  counts: { error: count, warning: count, information: count, hint: count },
  'since?': { snapshotId: some, new: count, gone: count, remaining: count },
  'ids?': ids,
  'files?': [
    {
      path: some,
      'generated?': 'true',
      // One of the two.
      'problems?': [{ line: position, column: position, severity, id: some, message: some, 'change?': change }, '[]'],
      'ids?': ids,
    },
    '[]',
  ],
  'cursor?': some,
};
