/** An error in a kernel file: where it is and what to do about it. */
export class KernelError extends Error {
  /**
   * @param {string} file path relative to the assembly folder
   * @param {number} line 1-based
   * @param {number} column 1-based
   * @param {string} message
   */
  constructor(file, line, column, message) {
    super(message);
    this.name = 'KernelError';
    this.file = file;
    this.line = line;
    this.column = column;
  }

  toString() {
    return `assembly/${this.file}:${this.line}:${this.column}: ${this.message}`;
  }
}
