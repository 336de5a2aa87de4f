import { pageStorage } from '../../lib/page-storage.ts'

const KEY = 'SONIC:TapSound'
/** Between two sounds. Milliseconds. */
const GAP = 45
/** A pentatonic scale, up which quick taps go. Hertz. */
const notes = [784, 880, 1047, 1175, 1319, 1568]
/** Taps with longer pauses begin the scale again. Milliseconds. */
const QUICK = 350

export const isSoundOn = (): boolean => pageStorage.get(KEY) === 'on'
export const storeSound = (isOn: boolean): void => void pageStorage.set(KEY, isOn ? 'on' : 'off')

/** One note of a small bell: a tone and its octave, which fade within a fifth of a second. */
const ring = (audio: AudioContext, frequency: number): void => {
  const volume = audio.createGain()
  const start = audio.currentTime
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.005)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.2)
  volume.connect(audio.destination)
  for (const [type, factor] of [
    ['triangle', 1],
    ['sine', 2.01],
  ] as const) {
    const tone = audio.createOscillator()
    tone.type = type
    tone.frequency.value = frequency * factor
    tone.connect(volume)
    tone.start(start)
    tone.stop(start + 0.22)
  }
}

/** The sound of taps. Browsers allow it from the first tap on; without Web Audio there is none. */
export const createTapSound = () => {
  let audio: AudioContext | undefined
  let last = -Infinity
  let step = 0
  return {
    play: (): void => {
      const at = performance.now()
      if (at - last < GAP || !('AudioContext' in globalThis)) return
      step = at - last < QUICK ? Math.min(step + 1, 40) : 0
      last = at
      audio ??= new AudioContext()
      if (audio.state === 'suspended') void audio.resume().catch(() => {})
      ring(audio, notes[Math.floor(step / 4) % notes.length]!)
    },
    close: (): void => void audio?.close().catch(() => {}),
  }
}
