// The file that a sweep writes to, and what is kept beside it for going on.
import fs from 'node:fs';
import path from 'node:path';
import { HolonomicError } from '../../index.ts';
import { type JobOutcome, readNdjson, toCsv, toNdjson } from '../index.ts';

export interface ResultsFile {
  /** Keys of jobs that have a result from before. */
  readonly known: ReadonlySet<string>;
  write(outcome: JobOutcome): void;
  close(): void;
}

/** Opens a file for outcomes; with `resume` what it holds is kept, but for jobs that failed. Without a path they go to stdout. */
export function openResults(file: string | undefined, resume: boolean): ResultsFile {
  if (file === undefined) {
    if (resume) throw usage('--resume goes on with a file: --out results.ndjson.');
    return { known: new Set(), write: (outcome) => void process.stdout.write(toNdjson(outcome)), close() {} };
  }
  if (/\.csv$/i.test(file)) {
    if (resume) throw usage('A table cannot be gone on with: write NDJSON, --out results.ndjson.');
    return tableFile(file);
  }
  if (!resume && fs.existsSync(file) && fs.statSync(file).size > 0)
    throw usage(`${file} is there already: --resume goes on with it; or remove it first.`);
  return linesFile(file);
}

function linesFile(file: string): ResultsFile {
  const before = fs.existsSync(file) ? readNdjson(fs.readFileSync(file, 'utf8')).filter(({ status }) => status === 'done') : [];
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  // Without jobs that failed, which are run again, and a line that was cut short.
  const draft = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(draft, before.map((outcome) => toNdjson(outcome as JobOutcome)).join(''));
  fs.renameSync(draft, file);
  const handle = fs.openSync(file, 'a');
  return {
    known: new Set(before.map(({ key }) => key)),
    write: (outcome) => void fs.writeSync(handle, toNdjson(outcome)),
    close: () => fs.closeSync(handle),
  };
}

function tableFile(file: string): ResultsFile {
  const outcomes: JobOutcome[] = [];
  return {
    known: new Set(),
    write: ({ ...outcome }) => {
      delete outcome.snapshot;
      outcomes.push(outcome);
    },
    close: () => fs.writeFileSync(file, toCsv(outcomes)),
  };
}

/** Snapshots of running jobs, in a folder beside the results. */
export class SnapshotFolder {
  constructor(private readonly folder: string | null) {}

  load(key: string): Uint8Array | undefined {
    const file = this.fileOf(key);
    return file && fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  }

  save(key: string, snapshot: Uint8Array): void {
    const file = this.fileOf(key);
    if (!file) return;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(`${file}.tmp`, snapshot);
    fs.renameSync(`${file}.tmp`, file);
  }

  remove(key: string): void {
    const file = this.fileOf(key);
    if (file) fs.rmSync(file, { force: true });
  }

  /** Takes the folder away once nothing is in it. */
  close(): void {
    if (this.folder && fs.existsSync(this.folder) && fs.readdirSync(this.folder).length === 0) fs.rmdirSync(this.folder);
  }

  private fileOf(key: string): string | null {
    return this.folder && path.join(this.folder, `${key}.snapshot`);
  }
}

function usage(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
