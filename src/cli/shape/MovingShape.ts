// A shape that moves within a field and bounces off its sides; what a publisher writes.

import type { ShapeOptions } from "./ShapeOptions.js";
import type { Shape } from "./shapeType.js";

export class MovingShape {
  private x: number;
  private y: number;
  private dx: number;
  private dy: number;
  private size: number;
  private readonly extra: Uint8Array;

  /** @param random 0 up to 1; decides where it starts and where to */
  constructor(
    private readonly options: ShapeOptions,
    random: () => number,
  ) {
    const speed = () => (1 + Math.floor(random() * MAX_SPEED)) * (random() < 0.5 ? -1 : 1);
    this.x = Math.floor(random() * WIDTH);
    this.y = Math.floor(random() * HEIGHT);
    this.dx = speed();
    this.dy = speed();
    this.size = options.shapeSize;
    this.extra = new Uint8Array(options.extraBytes).fill(0xff);
  }

  /** One step further; a growing shape (-z 0) is one larger. */
  move(): void {
    [this.x, this.dx] = step(this.x, this.dx, WIDTH);
    [this.y, this.dy] = step(this.y, this.dy, HEIGHT);
    const { shapeSize, sizeModulo } = this.options;
    if (shapeSize === 0) this.size = (sizeModulo > 0 ? this.size % sizeModulo : this.size) + 1;
  }

  /** As it is now, in this colour. */
  painted(color: string): Shape {
    return { color, x: this.x, y: this.y, shapesize: this.size, additional_payload_size: this.extra };
  }
}

/** The new position and direction: at a side it stops and turns. */
function step(at: number, by: number, end: number): [number, number] {
  const next = at + by;
  if (next < 0) return [0, -by];
  return next > end ? [end, -by] : [next, by];
}

const WIDTH = 240;
const HEIGHT = 270;
const MAX_SPEED = 5;
