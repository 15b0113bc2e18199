// The engine in a thread of its own.
import { expose, transfer } from 'comlink';
import { Session } from './engine/session.ts';
import type { Frame, Opened, Order } from './engine/types.ts';
import { buffersOf } from './view/looks.ts';

/** Sends copies of what lies in the world's memory; the copies move without being copied again. */
class SessionInWorker extends Session {
  override async start(order: Order): Promise<Opened> {
    const opened = await super.start(order);
    return transfer(opened, buffersOf(opened.looks));
  }

  override advance(steps: number): Frame {
    const frame = super.advance(steps);
    const { transforms, previous, particles, previousParticles, particleStates, states, islands, lines } = frame;
    const copy = {
      ...frame,
      transforms: transforms.slice(),
      previous: previous.slice(),
      particles: particles.slice(),
      previousParticles: previousParticles.slice(),
      particleStates: particleStates.slice(),
      states: states.slice(),
      islands: islands?.slice() ?? null,
      lines: lines && { ...lines, positions: lines.positions.slice(0, lines.count * 6), colors: lines.colors.slice(0, lines.count * 6) },
    };
    const parts = [
      copy.transforms,
      copy.previous,
      copy.particles,
      copy.previousParticles,
      copy.particleStates,
      copy.states,
      copy.islands,
      copy.lines?.positions,
      copy.lines?.colors,
    ];
    return transfer(
      copy,
      parts.flatMap((part) => (part ? [part.buffer as ArrayBuffer] : [])),
    );
  }
}

expose(new SessionInWorker());
