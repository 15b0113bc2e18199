// Where the packed package is tried: a folder with the tools of matrix/package.json and the package beside them, as npm installs them.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { launchBrowser, serveFolder } from '../tools/browser.mjs';
import { type Expected, FAILED } from './program.ts';

/** ms that one command may take, on a machine that does other things too. */
const PATIENCE = 600_000;
/** ms that a page may take. */
const PAGE_PATIENCE = 120_000;

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

/** What one thing is tried under. */
export interface Cell {
  /** The tool: a row of the table. */
  tool: string;
  version: string;
  /** How the package is used there. */
  use: string;
  /** Why it is not tried; then it is in the table with that. */
  except?: string;
  /** Throws when the package does not work there. */
  run?(project: Project): Promise<void>;
}

export class Workshop {
  #browser: Promise<Browser> | null = null;

  constructor(
    readonly folder: string,
    /** What programs have to print. */
    readonly expected: Expected,
  ) {}

  /** A file of an installed tool. */
  file(name: string, ...parts: string[]): string {
    return path.join(this.folder, 'node_modules', name, ...parts);
  }

  /** The version of an installed tool; null where there is none for this machine. */
  version(name: string): string | null {
    const manifest = this.file(name, 'package.json');
    return fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')).version.replace(/^v/, '') : null;
  }

  browser(): Promise<Browser> {
    this.#browser ??= launchBrowser();
    return this.#browser;
  }

  /** An empty project beside the tools. */
  open(name: string): Project {
    const folder = path.join(this.folder, 'projects', name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'));
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    return new Project(folder, this);
  }

  async close(): Promise<void> {
    const browser = await this.#browser;
    await browser?.close();
  }
}

/** Nothing of the runner's own, such as that this is a test or what npm it was started by. */
function environment(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|CI$)/.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...own };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (const start = Date.now(); Date.now() - start < PAGE_PATIENCE; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error('the server does not answer');
}

export class Project {
  constructor(
    readonly folder: string,
    readonly workshop: Workshop,
  ) {
    this.write('package.json', { name: 'project', private: true, type: 'module' });
  }

  /** Writes a file; what is no text as JSON. Returns its path. */
  write(file: string, contents: string | object): string {
    const place = path.join(this.folder, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, typeof contents === 'string' ? contents : JSON.stringify(contents, null, 2));
    return place;
  }

  /** What a command writes to stdout. Throws with all that it wrote when it fails. */
  run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: this.folder, env: environment(env), timeout: PATIENCE, maxBuffer: 2 ** 26 };
    return new Promise((resolve, reject) => {
      execFile(command, args, options, (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else
          reject(
            new Error(`${path.basename(command)} ${args.join(' ')}: ${error.killed ? 'took too long' : 'failed'}\n${stdout}${stderr}`),
          );
      });
    });
  }

  /** Runs a program of this Node or another. */
  node(args: string[], env: Record<string, string> = {}): Promise<string> {
    return this.run(process.execPath, args, env);
  }

  /** Copies a file or a folder of an installed tool into the project. */
  copy(from: string, to: string): void {
    fs.cpSync(from, path.join(this.folder, to), { recursive: true });
  }

  /**
   * Starts a server, waits until it answers, and ends it when `visit` is over. `{port}` in arguments and in `files` is its port; a command that is no
   * program of Node's is the first of the arguments.
   */
  async serve(command: string[], visit: (url: string) => Promise<void>, files: Record<string, string> = {}): Promise<void> {
    const port = await freePort();
    const withPort = (text: string) => text.replaceAll('{port}', String(port));
    for (const [file, text] of Object.entries(files)) this.write(file, withPort(text));
    const [program, ...args] = (/\.js$/.test(command[0]) ? [process.execPath, ...command] : command).map(withPort);
    const child = spawn(program, args, { cwd: this.folder, env: environment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    try {
      const url = `http://127.0.0.1:${port}/`;
      await answering(url, child);
      await visit(url);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${output}`);
    } finally {
      child.kill();
      await ended;
    }
  }

  /** Throws unless the last line of an output is what programs have to print. */
  check(output: string, expected: string = this.workshop.expected.full): void {
    const line = output.trim().split('\n').at(-1);
    if (line !== expected) throw new Error(`printed ${line}\n instead of ${expected}\n${output}`);
  }

  /** Opens a page of a folder of the project, and checks its outcome. */
  async page(folder: string, { policy = null, expected }: { policy?: string | null; expected?: string } = {}): Promise<void> {
    const server = await serveFolder(path.join(this.folder, folder), { policy });
    try {
      await this.visit(server.url, expected);
    } finally {
      await server.close();
    }
  }

  /** Opens an address, and checks the outcome of the page there. */
  async visit(url: string, expected?: string): Promise<void> {
    const browser = await this.workshop.browser();
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    try {
      await page.goto(url, { timeout: PAGE_PATIENCE });
      await page.waitForFunction(() => 'outcome' in globalThis, null, { timeout: PAGE_PATIENCE });
      const outcome = await page.evaluate(() => (globalThis as unknown as { outcome: string }).outcome);
      if (outcome.startsWith(FAILED)) throw new Error(outcome);
      this.check(outcome, expected);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${messages.join('\n')}`);
    } finally {
      await page.close();
    }
  }
}
