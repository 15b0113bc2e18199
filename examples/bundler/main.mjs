// What is bundled: prints where a box has come to rest.
import { Box, HalfSpace, World } from 'holonomic';

const world = await World.create();
world.addBody({ type: 'static', shape: new HalfSpace() });
const box = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 2, 0] });
for (let k = 0; k < 180; k++) world.step(1 / 60);
console.log(`the box rests at ${box.position[1].toFixed(2)} m`);
