/** Text for whoever reads it, on a terminal, too. */

/** Answers quote names and paths that others chose: what would steer a terminal is shown, not sent. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
