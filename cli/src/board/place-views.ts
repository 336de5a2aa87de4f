import { countText, dayText } from './amounts-text.ts'
import { beside, blank, columnWidths, type Line, line, span, wrapLine } from './lines.ts'
import { factFlow, factLines, titleLine } from './panels.ts'
import type { Size } from './overview-view.ts'
import type { AppData, SearchData, UserData, UserList } from './places.ts'
import { rowLines } from './rows.ts'
import { todayLines } from './today.ts'
import { appTable, methodsOf, userTable } from './tables.ts'
import { type Clock, type Section, userSections } from './user-facts.ts'

const totalText = ({ total, isCapped }: UserList): string => `${countText(total)}${isCapped ? ' or more' : ''}`

const appFacts = ({ app, today }: AppData, { isUtc }: Clock, width: number): Line[] => [
  ...factFlow(
    [
      { label: 'id', value: app.id },
      { label: 'made', value: dayText(app.createdAt, isUtc) },
      { label: 'methods', value: methodsOf(app).join(', ') || 'none' },
    ],
    width,
  ),
  ...todayLines(today, width),
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
export const searchLines = (
  data: SearchData,
  row: number,
  clock: Clock,
  isOfAll: boolean,
  { width, height }: Size,
): Line[] => {
  const { apps, list } = data
  if (apps.length + list.users.length === 0)
    return [
      line('Nothing found.'),
      ...wrapLine('A user is found by the beginning of a name, or by a whole id or address.', width, 'faint'),
    ]
  const isInApps = row < apps.length
  const ofApps = apps.length === 0 ? 0 : Math.min(apps.length + 2, Math.max(3, Math.floor(height / 3)))
  const above: Line[] =
    ofApps === 0
      ? []
      : [
          titleLine('Apps'),
          ...rowLines(appTable(apps, new Map()), width, ofApps - 1, isInApps ? row : undefined),
          blank,
        ]
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

/** From so many columns on, a user's sections are in two columns. */
const TWO_COLUMNS = 130

/** All lines of a user, of which a terminal shows some. */
export const userLines = (data: UserData, clock: Clock, width: number): Line[] => {
  const sections = userSections(data, clock)
  if (width < TWO_COLUMNS) return sections.flatMap((section) => sectionLines(section, width))
  const [left = 0, right = 0] = columnWidths(width, 2)
  const half = Math.ceil(sections.length / 2)
  return beside([
    { lines: sections.slice(0, half).flatMap((section) => sectionLines(section, left)), width: left },
    { lines: sections.slice(half).flatMap((section) => sectionLines(section, right)), width: right },
  ])
}
