import { countText, dayText } from './amounts-text.ts'
import { loginCount, loginFacts, sendFacts, userFacts } from './facts.ts'
import { blank, type Line, line, span } from './lines.ts'
import { factFlow, factLines, firstFacts, titleLine } from './panels.ts'
import type { Size } from './overview-view.ts'
import type { AppData, SearchData, UserData, UserList } from './places.ts'
import { rowLines } from './rows.ts'
import { appTable, methodsOf, userTable } from './tables.ts'
import { type Clock, type Section, userSections } from './user-facts.ts'

const totalText = ({ total, isCapped }: UserList): string => `${countText(total)}${isCapped ? ' or more' : ''}`

const appFacts = ({ app, today }: AppData, { isUtc }: Clock, width: number): Line[] => [
  ...factFlow(
    [
      { label: 'id', value: app.id },
      { label: 'made', value: dayText(Number(app.createdAt), isUtc) },
      { label: 'methods', value: methodsOf(app).join(', ') || 'none' },
    ],
    width,
  ),
  ...factFlow(
    [
      ...userFacts(today).map((fact, index) => (index === 0 ? { ...fact, label: 'users' } : fact)),
      { label: 'logins', value: countText(loginCount(today)) },
      ...firstFacts(loginFacts(today), 4),
    ],
    width,
  ),
  ...factFlow([{ label: 'sends today', value: '' }, ...sendFacts(today)], width),
]

/** An app: its figures of today, and its users. */
export const appLines = (data: AppData, row: number, clock: Clock, { width, height }: Size): Line[] => {
  const top = [...appFacts(data, clock, width), blank]
  const { list } = data
  const title = [...titleLine('Users'), span(`  ${totalText(list)}, newest first`, 'faint')]
  const rows =
    list.users.length === 0
      ? [line('None yet.', 'faint')]
      : rowLines(userTable(list.users, false, clock), width, height - top.length - 1, row)
  return [...top, title, ...rows]
}

/** What was found: apps by their names, then users. */
export const searchLines = (data: SearchData, row: number, clock: Clock, isOfAll: boolean, { width, height }: Size): Line[] => {
  const { apps, list } = data
  if (apps.length + list.users.length === 0)
    return [line('Nothing found.'), line('A user is found by the beginning of a name, or by a whole id or address.', 'faint')]
  const isInApps = row < apps.length
  const ofApps = apps.length === 0 ? 0 : Math.min(apps.length + 2, Math.max(3, Math.floor(height / 3)))
  const above: Line[] =
    ofApps === 0
      ? []
      : [titleLine('Apps'), ...rowLines(appTable(apps, new Map()), width, ofApps - 1, isInApps ? row : undefined), blank]
  const left = height - above.length
  const users: Line[] =
    list.users.length === 0
      ? []
      : [
          [...titleLine('Users'), span(`  ${totalText(list)}`, 'faint')],
          ...rowLines(userTable(list.users, isOfAll, clock), width, left - 1, isInApps ? undefined : row - apps.length),
        ]
  return [...above, ...users]
}

const sectionLines = ({ title, facts, none }: Section, width: number): Line[] => [
  titleLine(title),
  ...(facts.length === 0 ? [line(none, 'faint')] : factLines(facts, width)),
  blank,
]

/** All lines of a user, of which a terminal shows some. */
export const userLines = (data: UserData, clock: Clock, width: number): Line[] =>
  userSections(data, clock).flatMap((section) => sectionLines(section, width))
