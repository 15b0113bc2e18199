/** A ball, of an icosahedron cut so many times. */
export function ballMesh(radius: number, cuts: number): { positions: number[]; triangles: number[] } {
  const t = (1 + Math.sqrt(5)) / 2;
  let points: number[][] = [];
  for (const [a, b] of [
    [-1, t],
    [1, t],
    [-1, -t],
    [1, -t],
  ])
    points.push([a, b, 0], [0, a, b], [b, 0, a]);
  const near = (p: number[], q: number[]) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < 2.01;
  let faces: number[][] = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      for (let k = j + 1; k < 12; k++) {
        const [p, q, r] = [points[i], points[j], points[k]];
        if (!near(p, q) || !near(q, r) || !near(p, r)) continue;
        const turn = p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
        faces.push(turn > 0 ? [i, j, k] : [i, k, j]);
      }
  for (let cut = 0; cut < cuts; cut++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number) => {
      const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
      const known = middles.get(key) ?? points.push(points[i].map((value, axis) => (value + points[j][axis]) / 2)) - 1;
      middles.set(key, known);
      return known;
    };
    faces = faces.flatMap(([i, j, k]) => {
      const [a, b, c] = [middle(i, j), middle(j, k), middle(k, i)];
      return [
        [i, a, c],
        [a, j, b],
        [c, b, k],
        [a, b, c],
      ];
    });
  }
  points = points.map((point) => point.map((value) => (radius * value) / Math.hypot(...point)));
  return { positions: points.flat(), triangles: faces.flat() };
}
