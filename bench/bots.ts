// How many simulated programs the statistics of play find, and how many simulated people they suspect: `npm run bench -- bots`.
import { evaluate, type Row } from '../api/src/lib/anti-cheat/simulation/evaluate.ts'
import { thresholds } from '../api/src/lib/anti-cheat/thresholds.ts'

/** Thresholds were chosen with the training seed alone. */
const TRAINING_SEED = 20_261
const HELD_OUT_SEED = 77_003

const sizes = { people: 5000, bots: 300, recordings: 40, copies: 5, farms: 8, accounts: 50 }

/** The share of players that are suspected, and the flags of at least a hundredth. */
const lineOf = ({ name, found, of, flags }: Row): string => {
  const shown = Object.entries(flags)
    .filter(([, count]) => count >= of / 100)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${code} ${((100 * count) / of).toFixed(0)} %`)
  const share = `${((100 * found) / of).toFixed(2)} %`
  return `${name.padEnd(32)} ${String(found).padStart(5)} of ${String(of).padStart(5)} = ${share.padStart(8)}   ${shown.join(', ')}`.trimEnd()
}

/** Prints a row a kind of player. `BENCH_SEED=training` uses the training seed. */
export const measureBots = (print: (line?: string) => void): void => {
  const seed = process.env.BENCH_SEED === 'training' ? TRAINING_SEED : HELD_OUT_SEED
  print(`\nplayers under suspicion, seed ${seed} (training seed: ${TRAINING_SEED}); people: two days each`)
  for (const row of evaluate(seed, sizes, thresholds)) print(lineOf(row))
}
