// Draws what a worker simulates. webpack makes a bundle of its own of the worker, and finds it by this form of address.
const SCALE = 60; // pixels a metre
const FLOATS = 7; // of a pose: position x y z, orientation x y z w

const pen = document.querySelector('canvas').getContext('2d');
const output = document.querySelector('output');
const worker = new Worker(new URL('./worker.js', import.meta.url));

worker.onmessage = ({ data: { sizes, poses, moved } }) => {
  pen.resetTransform();
  pen.clearRect(0, 0, 600, 340);
  sizes.forEach(([halfWidth, halfHeight], k) => {
    const [x, y, , , , turnZ, turnW] = poses.subarray(FLOATS * k, FLOATS * (k + 1));
    const angle = 2 * Math.atan2(turnZ, turnW);
    pen.setTransform(Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle), 120 + SCALE * x, 320 - SCALE * y);
    pen.beginPath();
    if (halfHeight === 0) pen.arc(0, 0, SCALE * halfWidth, 0, 2 * Math.PI);
    else pen.rect(-SCALE * halfWidth, -SCALE * halfHeight, 2 * SCALE * halfWidth, 2 * SCALE * halfHeight);
    pen.fillStyle = halfHeight === 0 ? 'firebrick' : 'peru';
    pen.fill();
    pen.stroke();
  });
  output.textContent = `${moved} of ${sizes.length - 1} bricks have moved`;
};
