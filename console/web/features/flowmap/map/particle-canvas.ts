// Shaders are made without `eval`, which the policy of the page forbids.
import 'pixi.js/unsafe-eval';
import { Particle, ParticleContainer, Texture, WebGLRenderer } from 'pixi.js';
import { ParticleStream, type Lane } from './particles.ts';

export interface ParticleCanvas {
  readonly canvas: HTMLCanvasElement;
  resize(width: number, height: number): void;
  /** `scale`: bits that a particle stands for. */
  show(lanes: readonly Lane[], scale: number): void;
  /** Moves on by some seconds and draws; returns the number of particles. */
  advance(seconds: number): number;
  destroy(): void;
}

const RADIUS = 4;

/** A white dot, coloured by the tint of a particle. */
function dot(): Texture {
  const image = document.createElement('canvas');
  image.width = RADIUS * 2;
  image.height = RADIUS * 2;
  const context = image.getContext('2d');
  if (context !== null) {
    const gradient = context.createRadialGradient(RADIUS, RADIUS, 0, RADIUS, RADIUS, RADIUS);
    gradient.addColorStop(0, '#fff');
    gradient.addColorStop(0.5, '#fff');
    gradient.addColorStop(1, 'rgb(255 255 255 / 0)');
    context.fillStyle = gradient;
    context.fillRect(0, 0, image.width, image.height);
  }
  return Texture.from(image);
}

/** Opens a canvas of particles. Throws without WebGL. */
export async function openParticles(width: number, height: number): Promise<ParticleCanvas> {
  const renderer = new WebGLRenderer();
  await renderer.init({ width, height, backgroundAlpha: 0, antialias: false, autoDensity: true });
  const texture = dot();
  const container = new ParticleContainer({
    texture,
    dynamicProperties: { position: true, color: true, vertex: false, rotation: false, uvs: false },
  });
  const pool: Particle[] = [];
  const stream = new ParticleStream();
  const children = container.particleChildren;
  return {
    canvas: renderer.canvas,
    resize(next, nextHeight) {
      renderer.resize(next, nextHeight);
    },
    show(lanes, scale) {
      stream.show(lanes, scale);
    },
    advance(seconds) {
      let used = 0;
      const before = children.length;
      const count = stream.advance(seconds, (x, y, colour) => {
        let particle = pool[used];
        if (particle === undefined) {
          particle = new Particle({ texture, anchorX: 0.5, anchorY: 0.5, scaleX: 0.8, scaleY: 0.8 });
          pool.push(particle);
        }
        particle.x = x;
        particle.y = y;
        if (particle.tint !== colour) particle.tint = colour;
        if (used >= children.length) children.push(particle);
        used += 1;
      });
      children.length = used;
      // The buffers are of as many particles as there were.
      if (used !== before) container.update();
      renderer.render(container);
      return count;
    },
    destroy() {
      container.destroy();
      texture.destroy(true);
      renderer.destroy({ removeView: true });
    },
  };
}
