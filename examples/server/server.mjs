// A server with many worlds. POST /worlds makes one, GET /worlds/3 returns the position of its ball, POST /worlds/3/kick kicks it, DELETE ends it.
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { HalfSpace, Sphere, World } from '../../dist/index.js';

const STEP = 1 / 60;

/** Worlds by number, and what steps them. */
export class Worlds {
  #worlds = new Map();
  #next = 1;

  /** Makes the first world of a process quickly: the kernels are compiled once, and all others are made at once. */
  static async create() {
    await World.load();
    return new Worlds();
  }

  add() {
    const world = World.createSync({ maxMemory: 4 * 1024 * 1024 });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const ball = world.addBody({ shape: new Sphere(0.5), position: [0, 3, 0], restitution: 0.5 });
    const id = this.#next++;
    this.#worlds.set(id, { world, ball });
    return id;
  }
  get(id) {
    const entry = this.#worlds.get(id);
    return entry && { id, time: entry.world.time, position: [...entry.ball.position] };
  }
  kick(id) {
    this.#worlds.get(id).ball.applyImpulse([200, 200, 0]);
  }
  remove(id) {
    this.#worlds.get(id).world.dispose();
    this.#worlds.delete(id);
  }
  step() {
    for (const { world } of this.#worlds.values()) world.step(STEP);
  }
  get count() {
    return this.#worlds.size;
  }
}

/** The server for some worlds; it does not listen yet. */
export function serve(worlds) {
  return http.createServer((request, response) => {
    const [, , number, verb] = request.url.split('/');
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const id = Number(number);
    if (request.method === 'POST' && !number) return answer(201, worlds.get(worlds.add()));
    if (!worlds.get(id)) return answer(404, { error: 'there is no such world' });
    if (request.method === 'POST' && verb === 'kick') worlds.kick(id);
    if (request.method === 'DELETE') {
      worlds.remove(id);
      return answer(200, { count: worlds.count });
    }
    return answer(200, worlds.get(id));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const worlds = await Worlds.create();
  setInterval(() => worlds.step(), 1000 * STEP);
  serve(worlds).listen(8081, () => console.log('POST http://localhost:8081/worlds'));
}
