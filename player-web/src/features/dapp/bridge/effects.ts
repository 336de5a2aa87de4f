import type { SolanaPreview } from '@openauth/client'
import { createStore, type Readable } from '../../../host/store.ts'

/** The effects of a transaction, as far as they are known. */
export type Effects =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  /** `at`: when they became known, by the caller's clock. */
  | { kind: 'known'; preview: SolanaPreview; at: number }

/** Why the server refuses to sign it; undefined while that is unknown, and where it would sign. */
export const refusalOf = (effects: Effects): string | undefined => {
  if (effects.kind === 'failed') return effects.message
  return effects.kind === 'known' ? effects.preview.refusal?.message : undefined
}

/** Resolves to the reason once it is known that the server refuses. */
export const untilRefused = (effects: Readable<Effects>): Promise<string> =>
  new Promise((check) => {
    const stop = effects.subscribe(() => {
      const { kind } = effects.get()
      if (kind !== 'loading') stop()
      const refusal = refusalOf(effects.get())
      if (refusal !== undefined) check(refusal)
    })
  })

/** Starts as loading; `load` reads the effects once. */
export const createEffects = (readPreview: () => Promise<SolanaPreview>, now: () => number) => {
  const effects = createStore<Effects>({ kind: 'loading' })
  const load = async (): Promise<void> => {
    try {
      const preview = await readPreview()
      effects.set({ kind: 'known', preview, at: now() })
    } catch (error) {
      effects.set({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { effects, load }
}
