import type { SolanaAction, SolanaPreview, SolanaWarning } from '@openauth/client'
import type { ReactNode } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import { amountOf, type Change, changesOf, isRawAmount } from './amounts.ts'
import { actionWords, warningWords } from './words.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="consent-part">
    <h3>{title}</h3>
    {children}
  </section>
)

const Changes = ({ title, changes, sign }: { title: string; changes: Change[]; sign: string }) => {
  const t = useTranslate()
  if (changes.length === 0) return null
  return (
    <Part title={title}>
      <ul>
        {changes.map(({ key, amount, token, isRaw, isLoose }) => (
          <li key={key} className={sign === '+' ? 'consent-comes' : 'consent-leaves'}>
            <strong>
              {sign} {amount}
            </strong>{' '}
            <span className="mono">{token}</span>
            {isRaw && <span className="note"> {t('bridge.smallestUnits')}</span>}
            {isLoose && <p className="note">{t('bridge.looseAccount')}</p>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Action = ({ action }: { action: SolanaAction }) => {
  const t = useTranslate()
  const { kind, from, fromAccount, to, assignedTo, rent, ours } = action
  const amount = amountOf(action) ?? (rent === null ? '?' : `${formatAmount(BigInt(rent))} SOL`)
  const places: [string, string | null][] = [
    [t('bridge.from'), ours ? null : from],
    [t('bridge.account'), kind === 'token_account_closing' ? fromAccount : null],
    [t('bridge.to'), to],
    [t('bridge.assigned'), assignedTo],
  ]
  return (
    <li>
      {t(actionWords[kind], { amount })}
      {isRawAmount(action) && <span className="note"> {t('bridge.smallestUnits')}</span>}
      {places.map(([label, address]) =>
        address === null ? null : (
          <p key={label} className="consent-place">
            {label} <span className="mono">{address}</span>
          </p>
        ),
      )}
    </li>
  )
}

const Warnings = ({ warnings }: { warnings: SolanaWarning[] }) => {
  const t = useTranslate()
  const texts = warnings.map(({ code, program }) =>
    t(warningWords[code], { program: program === null ? '' : shortenAddress(program) }),
  )
  return [...new Set(texts)].map((text) => (
    <Notice key={text}>
      <p>{text}</p>
    </Notice>
  ))
}

const Fee = ({ preview: { fee, feePayer } }: { preview: SolanaPreview }) => {
  const t = useTranslate()
  const text =
    fee === '0'
      ? t('bridge.feeByOther', { address: shortenAddress(feePayer) })
      : t('bridge.feeAtMost', { amount: formatAmount(BigInt(fee)) })
  return (
    <Part title={t('bridge.fee')}>
      <p>{text}</p>
    </Part>
  )
}

/** The effects of a transaction on the wallet, as the server has decoded and simulated it. */
export const EffectsView = ({ preview }: { preview: SolanaPreview }) => {
  const t = useTranslate()
  const { actions, programs, warnings, refusal } = preview
  const changes = changesOf(preview)
  const [leaving, coming] = [changes.filter(({ leaves }) => leaves), changes.filter(({ leaves }) => !leaves)]
  return (
    <>
      <Warnings warnings={warnings} />
      <Changes title={t('bridge.leaves')} sign="−" changes={leaving} />
      <Changes title={t('bridge.comes')} sign="+" changes={coming} />
      {changes.length === 0 && !refusal && <p className="note">{t('bridge.noChange')}</p>}
      {actions.length > 0 && (
        <Part title={t('bridge.actions')}>
          <ol>
            {actions.map((action, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- instructions are told apart by their place only
              <Action key={index} action={action} />
            ))}
          </ol>
        </Part>
      )}
      <Fee preview={preview} />
      {programs.length > 0 && (
        <Part title={t('bridge.programs')}>
          <p className="consent-programs">
            {programs.map(({ id, name }) => (
              <span key={id} className={name === null ? 'mono' : undefined} title={id}>
                {name ?? shortenAddress(id)}
              </span>
            ))}
          </p>
        </Part>
      )}
    </>
  )
}
