import type { GameRules } from '@openauth/client'
import { useLocale } from '../../i18n/i18n.ts'
import { Change } from './change.tsx'
import { differencesOf, valueAt } from './rule-values.ts'
import { longTitleOf, valueText } from './rule-words.ts'

interface Props {
  before: GameRules
  after: GameRules
}

/** In which rules two versions differ, with both values. */
export const Differences = ({ before, after }: Props) => {
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <ul className="rule-differences">
      {differencesOf(before, after).map((field) => {
        const text = (rules: GameRules) => valueText(field, valueAt(rules, field.path), format)
        return (
          <li key={field.path} dir="auto">
            {longTitleOf(field)}: <Change before={text(before)} after={text(after)} />
          </li>
        )
      })}
    </ul>
  )
}
