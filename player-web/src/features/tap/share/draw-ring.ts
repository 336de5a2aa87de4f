import { facetsOf } from '../league/facets.ts'
import { shade, tintOf } from '../league/tints.ts'

type Canvas = CanvasRenderingContext2D

/** A circle on the picture. Pixels. */
interface Circle {
  x: number
  y: number
  radius: number
}

/** The hole's part of the ring's radius. */
const HOLE = 0.56

const donut = (canvas: Canvas, { x, y, radius }: Circle): void => {
  canvas.beginPath()
  canvas.arc(x, y, radius, 0, 2 * Math.PI)
  canvas.arc(x, y, radius * HOLE, 0, 2 * Math.PI, true)
}

/** The tube: bright along its middle, dark at both edges. */
const metal = (canvas: Canvas, { x, y, radius }: Circle, tint: string): CanvasGradient => {
  const gradient = canvas.createRadialGradient(x, y, radius * HOLE, x, y, radius)
  const stops = [
    [0, -0.75],
    [0.14, -0.35],
    [0.32, 0],
    [0.5, 0.55],
    [0.62, 0.25],
    [0.8, -0.1],
    [0.93, -0.45],
    [1, -0.78],
  ] as const
  for (const [at, light] of stops) gradient.addColorStop(at, shade(tint, light))
  return gradient
}

/** Light from the upper left. */
const lighting = (canvas: Canvas, { x, y, radius }: Circle): CanvasGradient => {
  const gradient = canvas.createLinearGradient(x - radius, y - radius, x + radius, y + radius)
  gradient.addColorStop(0, 'rgb(255 255 255 / 32%)')
  gradient.addColorStop(0.5, 'rgb(255 255 255 / 0%)')
  gradient.addColorStop(1, 'rgb(0 0 0 / 50%)')
  return gradient
}

/** The game's ring in the metal of a league. */
export const drawRing = (canvas: Canvas, circle: Circle, tier: number): void => {
  const tint = tintOf(tier)
  canvas.save()
  donut(canvas, circle)
  canvas.shadowColor = tint
  canvas.shadowBlur = circle.radius * 0.4
  canvas.fillStyle = metal(canvas, circle, tint)
  canvas.fill()
  canvas.shadowBlur = 0
  canvas.fillStyle = lighting(canvas, circle)
  canvas.fill()
  // Its glow stays outside.
  canvas.beginPath()
  canvas.arc(circle.x, circle.y, circle.radius * HOLE, 0, 2 * Math.PI)
  canvas.fillStyle = shade(tint, -0.86)
  canvas.fill()
  canvas.restore()
}

/** The emblem of a league in a circle. */
export const drawEmblem = (canvas: Canvas, { x, y, radius }: Circle, tier: number): void => {
  const at = ([across, down]: readonly [number, number]) =>
    [x + ((across - 50) * radius) / 50, y + ((down - 50) * radius) / 50] as const
  canvas.lineWidth = 1
  canvas.lineJoin = 'round'
  for (const { corners, color } of facetsOf(tier)) {
    canvas.beginPath()
    for (const corner of corners) canvas.lineTo(...at(corner))
    canvas.closePath()
    canvas.fillStyle = color
    canvas.strokeStyle = color
    canvas.fill()
    canvas.stroke()
  }
}
