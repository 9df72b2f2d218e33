/** What errors of the file system mean to the person who can repair the settings file. */

/** The code of a system error (`ENOENT`), or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why something that is there cannot be read. Rethrows what is no error of the file system. */
export function systemFault(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'it is a link to a file that does not exist';
    case 'ELOOP':
      return 'it is a link that leads to itself';
    case undefined:
      throw error;
    default:
      return `the system says ${code}`;
  }
}
