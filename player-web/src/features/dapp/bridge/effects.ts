import type { SolanaPreview } from '@openauth/client'
import { createStore, type Readable } from '../../../host/store.ts'

/** What a transaction would do, as far as that is known yet. */
export type Effects =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  /** `at`: when it became known, in the clock of whoever asked. */
  | { kind: 'known'; preview: SolanaPreview; at: number }

/** Why the server does not sign it; undefined while that is unknown, and where it would. */
export const refusalOf = (effects: Effects): string | undefined => {
  if (effects.kind === 'failed') return effects.message
  return effects.kind === 'known' ? effects.preview.refusal?.message : undefined
}

/** Resolves once it is known that there will be no signature, to the reason. */
export const untilRefused = (effects: Readable<Effects>): Promise<string> =>
  new Promise((tell) => {
    const stop = effects.subscribe(() => {
      const { kind } = effects.get()
      if (kind !== 'loading') stop()
      const refusal = refusalOf(effects.get())
      if (refusal !== undefined) tell(refusal)
    })
  })

/** Begins as loading; `load` asks once. */
export const createEffects = (ask: () => Promise<SolanaPreview>, now: () => number) => {
  const effects = createStore<Effects>({ kind: 'loading' })
  const load = async (): Promise<void> => {
    try {
      const preview = await ask()
      effects.set({ kind: 'known', preview, at: now() })
    } catch (error) {
      effects.set({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { effects, load }
}
