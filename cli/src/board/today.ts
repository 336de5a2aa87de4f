import { countText } from './amounts-text.ts'
import type { Stats } from './calls.ts'
import { failedFact, loginCount, loginFacts, sendCount, sendFacts, userFacts } from './facts.ts'
import type { Line } from './lines.ts'
import { factFlow, firstFacts } from './panels.ts'

/** Users, and the logins and sends of today, on few lines. */
export const todayLines = (today: Stats, width: number): Line[] => {
  const [all, ...users] = userFacts(today)
  const logins = { label: 'logins', value: countText(loginCount(today)) }
  const sends = { label: 'sends', value: countText(sendCount(today)) }
  return [
    ...factFlow([{ ...all!, label: 'users' }, ...users], width),
    ...factFlow(
      [logins, ...firstFacts(loginFacts(today), Math.max(3, Math.floor(width / 20))), failedFact(today)],
      width,
    ),
    ...factFlow([sends, ...sendFacts(today).filter(({ count }) => count !== 0)], width),
  ]
}
