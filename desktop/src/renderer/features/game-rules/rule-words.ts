import { gameEnglish } from '../../i18n/locales/en-game.ts'
import { type MessageId, t } from '../../i18n/i18n.ts'
import type { GroupField, RowsField, RuleField } from './rule-fields.ts'
import { type Format, sectionOf } from './rule-values.ts'

const keyOf = (path: string): string => path.replaceAll('.', '_')

const isKnown = (id: string): boolean => Object.hasOwn(gameEnglish, id)

/** `dailyLimit` as "Daily limit". */
const plain = (path: string): string => {
  const words = path
    .slice(path.lastIndexOf('.') + 1)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a rule is called. One for which the console has no words is called by its name in the contract. */
export const titleOf = (path: string): string => {
  const key = keyOf(path)
  return isKnown(`gameRules.rule_${key}`) ? t(`gameRules.rule_${key}` as MessageId) : plain(path)
}

/** What a rule means. `isEnglish`: in the contract's words, since the console has none of its own for the rule. */
export const noteOf = ({ path, about }: RuleField): { text: string; isEnglish: boolean } | undefined => {
  const key = keyOf(path)
  if (isKnown(`gameRules.note_${key}`)) return { text: t(`gameRules.note_${key}` as MessageId), isEnglish: false }
  const isNamed = isKnown(`gameRules.rule_${key}`)
  return isNamed || about === undefined ? undefined : { text: plainSentence(about), isEnglish: true }
}

const plainSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Where a rule stands and what it is called: "Energy: Refill". */
export const longTitleOf = (field: RuleField): string => {
  const section = sectionOf(field)
  if (section.path === field.path) return titleOf(field.path)
  const parents = field.path.split('.').slice(0, -1)
  const groups = parents.map((_, at) => titleOf(parents.slice(0, at + 1).join('.')))
  return [...groups, titleOf(field.path)].join(' · ')
}

type Leaf = Exclude<RuleField, GroupField>

const rowText = (field: RowsField, row: Record<string, unknown>, format: Format): string =>
  field.columns
    .map(({ path }) => row[path])
    .map((cell) => (typeof cell === 'number' ? format(cell) : cell))
    .join(' ')

/** A rule's value as people read it. */
export const valueText = (field: Leaf, value: unknown, format: Format): string => {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'number') return format(value)
  if (typeof value === 'boolean') return t(value ? 'appSettings.on' : 'appSettings.off')
  if (field.kind === 'choice') return titleOf(`${field.path}.${value as string}`)
  if (field.kind === 'numbers') return (value as number[]).map(format).join(', ') || '–'
  if (field.kind === 'rows')
    return (value as Record<string, unknown>[]).map((row) => rowText(field, row, format)).join(', ') || '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
