import type { Custody } from './custody.ts'
import type { CustodySettings } from './open-custody.ts'
import type { SignerSettings } from './settings.ts'
import { measureCustody } from './measured.ts'
import { connectCustody } from './signer/connect.ts'
import { startSigner } from './signer/start.ts'

/**
 * Custody as configured: in this process, in a signer that is started here, or in one that the operator runs. Only the
 * inline mode loads code that opens keys into this process. `close` of the result ends a signer that was started here.
 *
 * Throws signer_unavailable if that signer does not start within 30 s, and the reason of `signal` once that is aborted before. The
 * others are reached by their first call.
 */
export const reachCustody = async (
  settings: { custody: CustodySettings; signer: SignerSettings },
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Custody> => measureCustody(await reach(settings, log, signal))

const reach = async (
  { custody, signer }: { custody: CustodySettings; signer: SignerSettings },
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Custody> => {
  if (signer.kind === 'external') return connectCustody(signer.socketPath)
  if (signer.kind === 'inline') return (await import('./open-custody.ts')).openCustody(custody)
  const { path, stop } = await startSigner(signer.environment(), log, signal)
  const connected = connectCustody(path)
  const close = async () => {
    await connected.close()
    await stop()
  }
  return { ...connected, close }
}
