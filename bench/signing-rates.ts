import { startPinned } from './pinned-process.ts'

interface SigningRates {
  solana: Rates
  evm: Rates
  vara: { signature: Rates; whole: Rates }
}
type Rates = Record<'ours' | 'baseline', number>

interface Bench {
  rounds: number
  seconds: number
  report: (label: string, ours: number, baseline: number, ratio: number, aim?: string) => void
  print: (line: string) => void
}

/** Signatures per second of processor time, in one process on one core. */
export const measureSigning = async ({ rounds, seconds, report, print }: Bench): Promise<void> => {
  const child = await startPinned('signing.ts', { BENCH_SECONDS: String(seconds), BENCH_ROUNDS: String(rounds) })
  const { solana, evm, vara } = await child.result<SigningRates>()
  const line = (label: string, { ours, baseline }: Rates, aim: string) =>
    report(label, ours, baseline, ours / baseline, aim)
  print('\nsigning, per s of processor time, two opened seals included')
  line('Solana message / bare node:crypto', solana, '(aim ≥ 0.60)')
  line('ERC-20 transfer / native signature and opened seals', evm, '(aim ≥ 0.60)')
  line('Vara extrinsic / bare wasm', vara.whole, '(aim ≥ 0.80)')
  line('  the signature alone', vara.signature, '')
}
